import { activity, sleep, workflow } from 'hopline';

export class WhileFunctionDecl {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    let i = 0;
    const fs: (() => number)[] = [];
    while (i < 3) {
      const j = i;
      fs.push(g);
      function g() {
        return j;
      }
      i++;
      if (i === 9) {
        await sleep(1);
        return 1;
      }
    }
    return fs.map((f) => f());
  }
}

export const runs = [{ method: 'run', args: [1] }];
