import { activity, sleep, workflow } from 'hopline';

export class Captures {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(rate: number, items: number[]): Promise<unknown[]> {
    const out: unknown[] = [];
    const factor = rate * 2;
    function price(item: number): number {
      return item * factor + rate;
    }
    for (const item of items) {
      out.push(price(item));
      await sleep(1);
    }
    out.push(items.map(price));
    return out;
  }
}

export const runs = [{ method: 'run', args: [2, [1, 2]] }];
