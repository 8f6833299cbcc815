import { activity, sleep, workflow } from 'hopline';

export class LaterInstanceWrittenLaterAlias {
  data = { n: 1 };

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    let d: { n: number };
    d = this.data;
    d.n = 5;
    await sleep(1);
    return this.data;
  }
}

export const runs = [{ method: 'run', args: [1] }];
