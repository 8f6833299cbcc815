import { activity, sleep, workflow } from 'hopline';

export class LaterNamedFunctionExprState {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const f = function g(): number {
      (g as any).n = ((g as any).n ?? 0) + 1;
      return (g as any).n;
    };
    const a = f();
    await sleep(1);
    return [a, f()];
  }
}

export const runs = [{ method: 'run', args: [1] }];
