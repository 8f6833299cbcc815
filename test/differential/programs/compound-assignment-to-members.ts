import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Members {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  key<T>(value: T): T {
    return host.note('key', value);
  }

  @workflow()
  async run(): Promise<unknown> {
    const account = { balance: 10, history: [1, 2], nested: { deep: 'd' } };
    account.balance += await this.give(5);
    account.history[this.key(1)]! *= await this.give(3);
    account.history[await this.give(0)]! -= await this.give(9);
    account.nested[this.key('deep' as const)] += await this.give('!');
    const alias = account;
    alias.nested.deep += (await this.give('?')) + account.nested.deep;
    return account;
  }
}

export const runs = [{ method: 'run', args: [] }];
