import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class NotIterable {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(value: unknown): Promise<unknown[]> {
    const out: unknown[] = [];
    try {
      out.push([host.note('first', 1), ...((await this.give(value)) as number[]), host.note('after', 2)]);
    } catch (error) {
      out.push((error as Error).name);
    }
    try {
      out.push(Math.max(...((await this.give(value)) as number[]), await this.give(3)));
    } catch (error) {
      await sleep(1);
      out.push((error as Error).name);
    }
    out.push({ ...((await this.give(value)) as object), last: true });
    return out;
  }
}

export const runs = [[1, 2], null, 5, 'ab', { a: 1 }].map((value) => ({ method: 'run', args: [value] }));
