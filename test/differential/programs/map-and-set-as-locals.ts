import { activity, sleep, workflow } from 'hopline';

export class Collections {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(words: string[]): Promise<unknown[]> {
    const counts = new Map<string, number>();
    const seen = new Set<string>();
    for (const word of words) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      if (seen.has(word)) continue;
      seen.add(word);
      await sleep(seen.size); // live: counts, seen, word
      counts.set(word, counts.get(word)! * 10);
    }
    const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return [sorted, seen, await this.give(counts)];
  }
}

export const runs = [
  { method: 'run', args: [['a', 'b', 'a', 'c', 'b']] },
  { method: 'run', args: [[]] },
];
