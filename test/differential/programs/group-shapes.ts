import { activity, sleep, workflow } from 'hopline';

export class Orders {
  @activity()
  async charge(order: string, cents: number): Promise<string> {
    return `${order} charged ${cents}`;
  }

  @activity()
  async refuse(order: string): Promise<string> {
    throw new RangeError(`${order} refused`);
  }

  async shipped(order: string, log: string[]): Promise<string> {
    const first = await this.charge(order, 1);
    log.push(order);
    await sleep('1 hour');
    return `${first}, ${await this.charge(order, 2)}`;
  }

  @workflow()
  async all(orders: string[]): Promise<unknown> {
    const log: string[] = [];
    const rates = new Map(orders.map((order, index) => [order, index + 10]));
    const [a, b, c, d] = await Promise.all([this.charge('a', 1), 5, this.shipped('c', log), sleep('10 minutes')]);
    const many = await Promise.all(orders.map((order) => this.charge(order, rates.get(order)!)));
    const nothing = await Promise.all(orders.filter(() => false).map((order) => this.charge(order, 0)));
    const from = await Promise.all(Array.from(rates.keys(), (order, index) => this.charge(order, index)));
    const pairs = await Promise.all(orders.flatMap((order) => [this.charge(order, 1), this.shipped(order, log)]));
    const settled = await Promise.all([this.charge('e', 1), Promise.resolve(orders.length)]);
    const conditional = await Promise.all(orders.length > 2 ? [this.charge('f', 1)] : orders.map(() => null));
    await sleep('1 day');
    return { a, b, c, d, many, nothing, from, pairs, settled, conditional, log: log.sort() };
  }

  @workflow()
  async settled(orders: string[]): Promise<unknown> {
    const results = await Promise.allSettled([
      ...orders.map((order) => this.charge(order, 7)),
      this.refuse('x'),
      orders.length > 1 ? this.refuse('y') : null,
    ]);
    const inner = await Promise.all([
      ...orders.map((order) => this.charge(order, 7)),
      this.charge(await this.charge('inner', 3), 4),
      'last',
    ]);
    await sleep('1 day');
    const reasons = results.map((each) =>
      each.status === 'fulfilled' ? each.value : [(each.reason as Error).name, (each.reason as Error).message],
    );
    return [reasons, inner];
  }

  @workflow()
  async rejected(): Promise<unknown> {
    const seen: unknown[] = [];
    for (const name of ['all', 'any', 'race'] as const) {
      try {
        if (name === 'all') await Promise.all([this.charge('a', 1), this.refuse('b')]);
        else if (name === 'any') await Promise.any([this.refuse('c'), this.refuse('d')]);
        else await Promise.race([this.refuse('e')]);
        seen.push('not reached');
      } catch (error) {
        await sleep('1 minute');
        const { errors } = error as AggregateError;
        seen.push([error instanceof RangeError, error instanceof AggregateError, String(error), errors?.map(String)]);
      } finally {
        seen.push(await this.charge('finally', seen.length));
      }
    }
    return seen;
  }

  @workflow()
  async nested(orders: string[]): Promise<unknown> {
    const log: string[] = [];
    const result = await Promise.all([this.pair(orders[0]!, log), this.pair(orders[1]!, log)]);
    await sleep('1 minute');
    return [result, log.sort()];
  }

  async pair(order: string, log: string[]): Promise<string[]> {
    const both = await Promise.all([this.charge(order, 1), this.shipped(order, log)]);
    await sleep('2 minutes');
    return both;
  }

  @workflow()
  async tail(orders: ('charge' | 'shipped')[]): Promise<unknown> {
    return Promise.all(orders.map((name) => (name === 'charge' ? this.charge(name, 1) : this.shipped(name, []))));
  }
}

export const runs = [
  { method: 'all', args: [['x', 'y', 'z']] },
  { method: 'all', args: [['x']] },
  { method: 'settled', args: [['x', 'y']] },
  { method: 'settled', args: [['x']] },
  { method: 'rejected', args: [] },
  { method: 'nested', args: [['p', 'q']] },
  { method: 'tail', args: [['charge', 'shipped']] },
];
