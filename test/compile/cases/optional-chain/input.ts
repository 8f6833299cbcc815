import { activity, workflow } from 'hopline';

export class OptionalChain {
  @activity() async name(): Promise<string> {
    return 'late';
  }

  @workflow()
  async run(order: { list?: string[]; byName?: Map<string, { amount: number }> }): Promise<unknown> {
    const length = order.list?.concat(await this.name()).length;
    const amount = order.byName?.get(await this.name())?.amount;
    return [length, amount];
  }
}

export const runs = [{}, { list: ['x'], byName: new Map([['late', { amount: 2 }]]) }].map((order) => ({
  method: 'run',
  args: [order],
}));
