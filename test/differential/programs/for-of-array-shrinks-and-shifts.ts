import { activity, sleep, workflow } from 'hopline';

export class Shifter {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: string[]): Promise<string[]> {
    const seen: string[] = [];
    for (const item of items) {
      seen.push(item);
      if (item === 'b') items.shift();
      await sleep(1);
      if (item === 'd' && items.length < 6) items.splice(0, 2, 'x', 'y', 'z');
    }
    return seen.concat(items);
  }
}

export const runs = [
  { method: 'run', args: [['a', 'b', 'c', 'd', 'e']] },
  { method: 'run', args: [['b', 'b', 'b']] },
];
