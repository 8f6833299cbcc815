import { activity, sleep, workflow, type Activities } from 'hopline';

interface Billing {
  charge(n: number): Promise<number>;
  readonly name: string;
}

export class Hl1508TakenAsValue {
  declare readonly billing: Activities<Billing>;
  readonly names = { first: 'a' };

  @activity() async card(n: number): Promise<number> {
    return n;
  }
  @activity() async cash(n: number): Promise<number> {
    return n;
  }
  async twice(n: number): Promise<void> {
    await sleep(n);
    await sleep(n);
  }

  @workflow()
  async run(kind: string, mixed: 'card' | 'names', key: 'first'): Promise<unknown> {
    const bound = this.card.bind(this);
    const called = await (this as unknown as Record<string, (n: number) => Promise<number>>)[kind]!(1);
    const anything = await (this as any)[kind](1);
    const either = this[mixed];
    const { charge } = this.billing;
    const waits = [1, 2].map(sleep);
    const table = { card: this.card, cash: this.cash };
    const helper = this.twice;
    if (typeof this.card === 'function' && this.billing.charge !== undefined) await sleep(1);
    return [bound, called, anything, either, charge, waits, table, helper, this.names[key], this.billing.name];
  }
}
