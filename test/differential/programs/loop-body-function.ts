import { activity, sleep, workflow } from 'hopline';

export class LoopBodyFunction {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const fns: (() => number)[] = [];
    for (let i = 0; i < 3; i++) {
      function g() {
        return i;
      }
      fns.push(g);
      if (i === 5) {
        await sleep(1);
        return 0;
      }
    }
    return fns.map((f) => f());
  }
}

export const runs = [{ method: 'run', args: [1] }];
