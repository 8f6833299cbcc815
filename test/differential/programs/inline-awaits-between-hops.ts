import { activity, inline, sleep, workflow } from 'hopline';

export class Inline {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  async lookup(key: string): Promise<string> {
    await null;
    if (key === 'bad') throw new Error('bad key');
    return key.toUpperCase();
  }

  @workflow()
  async run(key: string): Promise<unknown[]> {
    const out: unknown[] = [];
    out.push(await inline(() => this.lookup(key === 'bad' ? 'good' : key)));
    await sleep(1);
    const both = await inline(async () => [await this.lookup('a'), await this.lookup('b')]);
    out.push(both, await this.give(key));
    try {
      out.push(await inline(() => this.lookup(key)));
    } catch (error) {
      await sleep(2);
      out.push((error as Error).message);
    }
    return out;
  }
}

export const runs = [
  { method: 'run', args: ['key'] },
  { method: 'run', args: ['bad'] },
];
