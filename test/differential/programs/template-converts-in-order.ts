import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

class Money {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = cents;
  }
  toString(): string {
    return host.note('money', `$${this.cents / 100}`);
  }
}

export class Prices {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<string> {
    const text = `${String(new Money(150))} and ${await this.give('x')} and ${new Money(250)}`;
    await sleep(1);
    return text;
  }
}

export const runs = [{ method: 'run', args: [] }];
