import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class CommaAwait {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    return await (host.note('first', n), this.give(n));
  }
}

export const runs = [{ method: 'run', args: [1] }];
