import { activity, sleep, workflow } from 'hopline';

export class AwaitChoicePromise {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const p = Promise.resolve(5);
    const x = await (n > 5 ? this.give(1) : p);
    return typeof x;
  }
}

export const runs = [{ method: 'run', args: [1] }];
