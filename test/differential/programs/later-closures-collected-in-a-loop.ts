import { activity, sleep, workflow } from 'hopline';

export class ClosureList {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<number[]> {
    const readers: (() => number)[] = [];
    for (let i = 0; i < 3; i++) {
      readers.push(() => i * 10);
      await sleep(i);
    }
    return readers.map((read) => read());
  }
}

export const runs = [{ method: 'run', args: [] }];
