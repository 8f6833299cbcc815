import { activity, sleep, workflow } from 'hopline';

export class NativeBlockClassInLoop {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const fns: { get(): number }[] = [];
    for (let i = 0; i < 3; i++) {
      if (n > 0) {
        class K {
          get() {
            return i;
          }
        }
        fns.push(new K());
      }
      if (i === 5) {
        await sleep(1);
        return 0;
      }
    }
    return fns.map((f) => f.get());
  }
}

export const runs = [{ method: 'run', args: [1] }];
