import { activity, sleep, workflow } from 'hopline';

export class LaterClassInnerNameState {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const C = class D {
      static inc(): number {
        (D as any).n = ((D as any).n ?? 0) + 1;
        return (D as any).n;
      }
    };
    const a = C.inc();
    await sleep(1);
    return [a, C.inc()];
  }
}

export const runs = [{ method: 'run', args: [1] }];
