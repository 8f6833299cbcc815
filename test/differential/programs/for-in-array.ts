import { activity, sleep, workflow } from 'hopline';

export class Indices {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const sparse: number[] = [];
    sparse[1] = 10;
    sparse[3] = 30;
    const out: unknown[] = [];
    for (const index in sparse) {
      out.push(typeof index, index);
      await sleep(1);
      if (index === '1') sparse.push(99);
    }
    for (const index in [7, 8]) out.push(await this.give(index));
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
