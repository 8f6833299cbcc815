import { activity, sleep, workflow } from 'hopline';

export class LaterInstanceWrittenForinWrite {
  k = '';

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    for (this.k in { a: 1 }) void 0;
    await sleep(1);
    return this.k;
  }
}

export const runs = [{ method: 'run', args: [1] }];
