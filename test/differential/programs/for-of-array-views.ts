import { activity, sleep, workflow } from 'hopline';

export class Indexed {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(words: string[]): Promise<unknown[]> {
    const out: unknown[] = [];
    for (const [index, word] of words.entries()) {
      out.push(index, await this.give(word));
      if (word === 'more') words.push('last');
    }
    for (const key of words.keys()) {
      await sleep(key);
      out.push(key);
    }
    for (const value of words.values()) out.push(await this.give(value.length));
    return out;
  }
}

export const runs = [
  { method: 'run', args: [['one', 'more', 'two']] },
  { method: 'run', args: [[]] },
];
