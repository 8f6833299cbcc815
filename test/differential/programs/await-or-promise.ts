import { activity, sleep, workflow } from 'hopline';
function pick(n: number): Promise<number> | undefined {
  return n > 0 ? Promise.resolve(4) : undefined;
}

export class AwaitOrPromise {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const x: unknown = await (pick(n) || this.give(1));
    return typeof x;
  }
}

export const runs = [{ method: 'run', args: [1] }];
