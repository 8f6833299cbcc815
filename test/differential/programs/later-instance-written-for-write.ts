import { activity, sleep, workflow } from 'hopline';

export class LaterInstanceWrittenForWrite {
  n = 0;

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    for (this.n of [1, 2, 3]) void 0;
    await sleep(1);
    return this.n;
  }
}

export const runs = [{ method: 'run', args: [1] }];
