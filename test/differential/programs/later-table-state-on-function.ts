import { activity, sleep, workflow } from 'hopline';

export class LaterTableStateOnFunction {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const by: Record<string, { (): number; count?: number }> = { a: () => 1 };
    by.a!.count = 5;
    await sleep(1);
    return by.a!.count;
  }
}

export const runs = [{ method: 'run', args: [1] }];
