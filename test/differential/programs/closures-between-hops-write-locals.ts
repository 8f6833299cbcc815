import { activity, sleep, workflow } from 'hopline';

export class Writers {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: number[]): Promise<unknown[]> {
    let total = 0;
    let largest = -Infinity;
    items.forEach((item) => {
      total += item;
      if (item > largest) largest = item;
    });
    await sleep(1); // live: total, largest, items
    const counts: Record<string, number> = {};
    items.forEach((item) => (counts[item % 2 ? 'odd' : 'even'] = (counts[item % 2 ? 'odd' : 'even'] ?? 0) + 1));
    total += await this.give(1);
    items.sort((a, b) => b - a);
    return [total, largest, counts, items];
  }
}

export const runs = [
  { method: 'run', args: [[3, 1, 2]] },
  { method: 'run', args: [[]] },
];
