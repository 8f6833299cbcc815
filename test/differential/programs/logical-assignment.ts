import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

interface Cache {
  hit?: string | null;
  count: number;
  name: string;
}

export class Logical {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(cache: Cache): Promise<unknown[]> {
    let local: string | null = null;
    local ??= await this.give('filled');
    local ??= await this.give('never');
    cache.hit ??= await this.give('fetched');
    cache.count ||= await this.give(1);
    cache.name &&= await this.give(`${cache.name}!`);
    const key = 'count' as const;
    cache[key] &&= (await this.give(2)) + cache[key];
    const result = (cache.name ||= await this.give('unnamed'));
    cache[host.note('key', key)] ??= await this.give(99);
    return [local, cache, result];
  }
}

export const runs = [
  { method: 'run', args: [{ count: 0, name: '' }] },
  { method: 'run', args: [{ hit: null, count: 5, name: 'n' }] },
  { method: 'run', args: [{ hit: '', count: -1, name: 'm' }] },
];
