import { sleep, workflow, type Activities } from 'hopline';

interface Billing {
  charge(invoice: string, cents: number): Promise<string>;
  rates: { lookup(country: string): Promise<number> };
  readonly currency: string;
}

const billing: Billing = {
  currency: 'EUR',
  async charge(invoice, cents) {
    if (cents < 0) throw new RangeError(`${invoice} is negative`);
    return `${invoice} ${cents} ${this.currency}`;
  },
  rates: { lookup: async (country) => country.length },
};

export const services = ['billing'];

export class Invoices {
  private readonly billing: Activities<Billing>;

  constructor(service: Activities<Billing> = billing) {
    this.billing = service;
  }

  @workflow()
  async collect(invoice: string, cents: number): Promise<unknown> {
    try {
      const receipt = await this.billing.charge(invoice, cents);
      await sleep('1 day');
      return [receipt, this.billing.currency];
    } catch (error) {
      await sleep('1h');
      return (error as Error).message;
    }
  }
}

export const runs = [
  { method: 'collect', args: ['i1', 100] },
  { method: 'collect', args: ['i2', -1] },
];
