import { activity, sleep, workflow } from 'hopline';

interface Order {
  id: number;
  lines?: { sku: string; count?: number }[];
}

export class Orders {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(orders: Order[]): Promise<string[]> {
    const out: string[] = [];
    for (const { id, lines: [{ sku, count = 1 } = { sku: 'none' }, ...rest] = [] } of orders) {
      await sleep(1);
      out.push(`${id} ${sku} ${count} ${rest.length}`);
    }
    for (const [first = await this.give('default'), second] of [['a', 'b'], [], [undefined, 'c']] as string[][]) {
      out.push(`${first} ${second}`);
    }
    return out;
  }
}

export const runs = [
  {
    method: 'run',
    args: [[{ id: 1 }, { id: 2, lines: [{ sku: 'x', count: 3 }] }, { id: 3, lines: [{ sku: 'y' }, { sku: 'z' }] }]],
  },
];
