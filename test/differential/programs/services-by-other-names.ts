import { activity, sleep, workflow, type Activities } from 'hopline';

interface Billing {
  charge(cents: number): Promise<number>;
  readonly currency: string;
}

const billing: Billing = {
  async charge(cents) {
    return cents + 1;
  },
  currency: 'EUR',
};

export class OtherNames {
  readonly billing = billing as Activities<Billing>;
  readonly deep = { inner: billing as Activities<Billing> };

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const { billing } = this;
    const { inner: renamed } = this.deep;
    const again = billing;
    const out: unknown[] = [await billing.charge(n)];
    await sleep(1);
    for (const cents of [1, 2]) {
      const { billing } = this;
      out.push(await billing.charge(cents), billing.currency);
    }
    return [...out, again.currency, renamed.currency];
  }
}

export const services = ['billing'];
export const runs = [{ method: 'run', args: [5] }];
