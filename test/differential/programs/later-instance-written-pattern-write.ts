import { activity, sleep, workflow } from 'hopline';

export class LaterInstanceWrittenPatternWrite {
  n = 0;

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    [this.n] = [5];
    await sleep(1);
    return this.n;
  }
}

export const runs = [{ method: 'run', args: [1] }];
