import { activity, sleep, workflow } from 'hopline';

export class Increments {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const counts: Record<string, number> = { a: 1, b: 5 };
    const list = [10, 20];
    const before = counts[await this.give('a')]!++;
    const after = ++counts[await this.give('b')]!;
    list[await this.give(1)]!--;
    let x = 1;
    const sum = x++ + (await this.give(x)) + x++;
    const difference = --x - (await this.give(x--)) - x;
    (await this.give({ n: 1 })).n++;
    const big = { n: 5n };
    big.n++;
    await sleep(1);
    big.n--;
    return [counts, before, after, list, x, sum, difference, big, counts[await this.give('none')]!++];
  }
}

export const runs = [{ method: 'run', args: [] }];
