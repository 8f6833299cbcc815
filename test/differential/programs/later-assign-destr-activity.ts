import { activity, sleep, workflow } from 'hopline';

export class LaterAssignDestrActivity {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    let f: (v: number) => Promise<number>;
    ({ give: f } = this);
    return await f.call(this, 1);
  }
}

export const runs = [{ method: 'run', args: [1] }];
