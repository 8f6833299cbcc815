import { activity, sleep, workflow } from 'hopline';

export class AwaitNullishPromise {
  cached: Promise<number> | undefined = Promise.resolve(4);

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const x: unknown = await (this.cached ?? this.give(1));
    return typeof x;
  }
}

export const runs = [{ method: 'run', args: [1] }];
