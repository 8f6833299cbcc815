import { activity, sleep, workflow } from 'hopline';

export class InItsTime {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    const seen: unknown[] = [];
    await sleep(1);
    var double = (x: number) => 2 * x * n;
    while (n-- > 0) {
      await sleep(n);
      var add = (x: number) => double(x) + n;
      seen.push(await this.give(add(1)), add(2));
    }
    return seen;
  }
}

export const runs = [{ method: 'run', args: [3] }];
