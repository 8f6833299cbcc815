import { activity, workflow } from 'hopline';

export class ForAwait {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<number[]> {
    const out: number[] = [];
    for await (const n of [1, Promise.resolve(2)]) out.push(await this.give(n));
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
