import { activity, sleep, workflow } from 'hopline';

export class FunctionDeclRecursionLoop {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const fs: (() => number)[] = [];
    for (const a of [1, 2]) {
      fs.push(() => fact(3));
      function fact(x: number): number {
        return x < 1 ? a : x * fact(x - 1);
      }
      if (a === 9) {
        await sleep(1);
        return 1;
      }
    }
    return fs.map((f) => f());
  }
}

export const runs = [{ method: 'run', args: [1] }];
