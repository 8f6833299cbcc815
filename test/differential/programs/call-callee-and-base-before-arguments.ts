import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Calls {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  readonly names = { join: (...parts: string[]) => parts.join('+') };

  @workflow()
  async run(): Promise<unknown[]> {
    let text = 'abc';
    const sliced = text.slice(((text = 'changed'), await this.give(1)));
    let list = [3, 1, 2];
    const joined = list.join(((list = []), await this.give('-')));
    const pushed = [1].concat(await this.give([2]), host.note('between', 3), await this.give(4));
    const maximum = Math.max(await this.give(1), ...(await this.give([5, 2])), 3);
    const parsed = parseInt(await this.give('ff'), await this.give(16));
    const named = this.names.join(await this.give('a'), 'b', await this.give('c'));
    const nested = String(await this.give(Number(await this.give('7')) + 1)).padStart(await this.give(3), '0');
    return [sliced, joined, pushed, maximum, parsed, named, nested];
  }
}

export const runs = [{ method: 'run', args: [] }];
