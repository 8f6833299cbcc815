import { workflow, type Activities } from 'hopline';

interface Billing {
  charge(amount: number): Promise<string>;
}

export class Hl1203ActivityOnAParameter {
  readonly regions: Record<string, Activities<Billing>> = {};

  @workflow()
  async run(region: string): Promise<string> {
    return await this.regions[region]!.charge(1);
  }
}
