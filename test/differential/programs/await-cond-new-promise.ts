import { activity, sleep, workflow } from 'hopline';

export class AwaitCondNewPromise {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const x: unknown = await (n > 5 ? this.give(1) : new Promise((r) => r(4)));
    return typeof x;
  }
}

export const runs = [{ method: 'run', args: [1] }];
