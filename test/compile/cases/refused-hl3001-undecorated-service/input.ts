import { workflow } from 'hopline';

interface Billing {
  charge(amount: number): Promise<string>;
}

export class Hl3001UndecoratedService {
  readonly billing: Billing;

  constructor(billing: Billing) {
    this.billing = billing;
  }

  @workflow()
  async run(): Promise<string> {
    return await this.billing.charge(1);
  }
}
