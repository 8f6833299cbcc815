import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Target {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let current: { name: string; next?: unknown } = { name: 'first' };
    const first = current;
    current.next = ((current = { name: 'second' }), await this.give('assigned'));
    let i = 0;
    const list: number[] = [];
    list[i] = ((i = 5), await this.give(i));
    list[i++] = await this.give(i);
    list[await this.give(2)] = host.note('right', 7);
    list[host.note('key', 3)] = await this.give(host.note('value', 8));
    return [first, current, list, i];
  }
}

export const runs = [{ method: 'run', args: [] }];
