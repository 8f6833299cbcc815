import { activity, sleep, workflow } from 'hopline';

export class LaterInstanceWrittenForeach {
  list = [{ n: 1 }];

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    this.list.forEach((o) => {
      o.n = 9;
    });
    await sleep(1);
    return this.list;
  }
}

export const runs = [{ method: 'run', args: [1] }];
