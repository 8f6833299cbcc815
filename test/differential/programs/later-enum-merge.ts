import { activity, sleep, workflow } from 'hopline';

export class LaterEnumMerge {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    enum E {
      A = 1,
    }
    enum E {
      B = 2,
    }
    await sleep(1);
    return [E.A, E.B];
  }
}

export const runs = [{ method: 'run', args: [1] }];
