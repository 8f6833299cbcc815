import { activity, sleep, workflow } from 'hopline';

export class LaterInstanceWrittenObjpatternWrite {
  n = 0;

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    ({ a: this.n } = { a: 5 });
    await sleep(1);
    return this.n;
  }
}

export const runs = [{ method: 'run', args: [1] }];
