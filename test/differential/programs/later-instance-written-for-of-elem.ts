import { activity, sleep, workflow } from 'hopline';

export class LaterInstanceWrittenForOfElem {
  list = [{ n: 1 }];

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    for (const o of this.list) o.n += 1;
    await sleep(1);
    return this.list;
  }
}

export const runs = [{ method: 'run', args: [1] }];
