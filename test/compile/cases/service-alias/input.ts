import { workflow, type Activities } from 'hopline';

interface Billing {
  charge(amount: number): Promise<string>;
  readonly currency: string;
}

export class ServiceAlias {
  readonly billing: Activities<Billing, { charge: { retry: { attempts: 2 } } }>;

  constructor(billing: Activities<Billing, { charge: { retry: { attempts: 2 } } }>) {
    this.billing = billing;
  }

  @workflow()
  async run(amount: number): Promise<string[]> {
    const billing = this.billing;
    const first = await billing.charge(amount);
    return [first, await billing.charge(amount * 2), billing.currency];
  }
}

export const services = ['billing'];
export const create = (): ServiceAlias =>
  new ServiceAlias({ charge: async (amount: number) => `charged ${amount}`, currency: 'EUR' });
export const runs = [{ method: 'run', args: [1] }];
