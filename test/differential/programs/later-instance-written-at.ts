import { activity, sleep, workflow } from 'hopline';

export class LaterInstanceWrittenAt {
  list = [{ n: 1 }];

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    this.list.at(0)!.n = 5;
    await sleep(1);
    return this.list;
  }
}

export const runs = [{ method: 'run', args: [1] }];
