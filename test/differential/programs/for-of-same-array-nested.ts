import { activity, workflow } from 'hopline';

export class Pairs {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(names: string[]): Promise<string[]> {
    const pairs: string[] = [];
    for (const a of names) {
      for (const b of names) {
        if (a === b) break;
        pairs.push(await this.give(a + b));
      }
    }
    return pairs;
  }
}

export const runs = [
  { method: 'run', args: [['a', 'b', 'c']] },
  { method: 'run', args: [['a', 'a']] },
];
