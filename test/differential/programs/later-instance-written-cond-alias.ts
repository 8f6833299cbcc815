import { activity, sleep, workflow } from 'hopline';

export class LaterInstanceWrittenCondAlias {
  data = { n: 1 };
  other = { n: 2 };

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const d = n > 0 ? this.data : this.other;
    d.n = 5;
    await sleep(1);
    return this.data;
  }
}

export const runs = [{ method: 'run', args: [1] }];
