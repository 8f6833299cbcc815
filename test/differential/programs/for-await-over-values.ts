import { activity, sleep, workflow } from 'hopline';

export class Awaited {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<number[]> {
    const out: number[] = [];
    for await (const value of [1, Promise.resolve(2), 3]) out.push(value);
    await sleep(1);
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
