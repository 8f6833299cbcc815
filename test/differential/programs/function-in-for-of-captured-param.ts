import { activity, sleep, workflow } from 'hopline';

export class FunctionInForOfCapturedParam {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const out: unknown[] = [];
    const fs: (() => number)[] = [];
    for (const { a } of [{ a: 1 }, { a: 2 }]) {
      function g() {
        return a;
      }
      fs.push(g);
      if (a === 9) {
        await sleep(1);
        return 1;
      }
    }
    return fs.map((f) => f());
  }
}

export const runs = [{ method: 'run', args: [1] }];
