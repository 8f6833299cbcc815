import { activity, sleep, workflow } from 'hopline';

interface Order {
  readonly id: string;
  readonly cents: number;
}

export class Orders {
  @activity()
  async charge(order: string, cents: number): Promise<string> {
    return `${order} charged ${cents}`;
  }

  @activity()
  async count(n: number): Promise<number> {
    return n;
  }

  @workflow()
  async called(orders: Order[], prefix: string): Promise<unknown> {
    let total = 0;
    const log: string[] = [];
    const shown = (order: Order) => `${prefix}${order.id}`;
    const ship = async (order: Order, factor = 2) => {
      total += await this.count(order.cents * factor);
      await sleep('1 hour');
      log.push(await this.charge(shown(order), total));
      return log.length;
    };
    async function twice(order: Order): Promise<number> {
      return (await ship(order)) + (await ship(order, 3));
    }
    const results: number[] = [];
    for (const order of orders) {
      const both = async () => {
        results.push(await twice(order));
        if (results.length > 1) prefix = '#';
      };
      await both();
      total += 1;
    }
    await sleep('1 day');
    return { total, log, results, prefix };
  }

  @workflow()
  async mapped(orders: Order[]): Promise<unknown> {
    let done = 0;
    const seen = new Set<string>();
    const texts = await Promise.all(
      orders.map(async (order, index) => {
        const text = await this.charge(order.id, index);
        await sleep('1 hour');
        done += 1;
        seen.add(order.id);
        return `${text} ${await this.count(order.cents)}`;
      }),
    );
    const iife = await (async () => {
      await sleep('1 minute');
      return this.count(done);
    })();
    const [a, b] = await Promise.all([
      (async () => {
        try {
          return await this.count(1);
        } finally {
          done += await this.count(10);
        }
      })(),
      (async (n: number) => n + (await this.count(n)))(5),
    ]);
    const settled = await Promise.allSettled(
      orders.map(async ({ id, cents }) => {
        if (cents > 2) throw new RangeError(id);
        await this.count(cents);
      }),
    );
    return { texts, done, iife, a, b, seen, settled: settled.map(({ status }) => status) };
  }

  @workflow()
  async recursive(n: number): Promise<unknown> {
    const visited: number[] = [];
    const even = async (k: number): Promise<boolean> => {
      visited.push(await this.count(k));
      return k === 0 ? true : odd(k - 1);
    };
    const odd = async (k: number): Promise<boolean> => (k === 0 ? false : await even(k - 1));
    const result = await even(n);
    const inner = async () => {
      let own = 0;
      const add = async (by: number) => {
        own += await this.count(by);
      };
      await add(n);
      await Promise.all([1, 2, 3].map((each) => add(each)));
      await Promise.all([4, 5].map(add));
      return own;
    };
    return [result, visited, await inner()];
  }

  @workflow()
  async declared(n: number): Promise<unknown> {
    let sum = 0;
    const give = async (k: number) => this.count(k);
    async function add(k: number): Promise<void> {
      await sleep(k);
      sum += k;
      if (k > 1) await add(k - 1);
    }
    await add(n);
    const first = sum;
    async function more(): Promise<number> {
      await add(1);
      return sum + first;
    }
    const through = (k: number) => (k > 2 ? this.count(k) : give(k));
    const both = await Promise.all([through(1), ...[2, 3].map(through), ...[4].map((k) => through(k))]);
    return [await more(), sum, await give(sum), both, await through(n)];
  }

  @workflow()
  async loops(n: number): Promise<unknown> {
    const all: number[] = [];
    for (let i = 0; i < n; i += 1) {
      const step = async () => {
        all.push(await this.count(i));
        i += 1;
      };
      await step();
    }
    const names = ['x', 'y'];
    for (const [index, name] of names.entries()) {
      all.push(...(await Promise.all(names.map(async (other) => (await this.charge(name + other, index)).length))));
    }
    return all;
  }
}

export const runs = [
  {
    method: 'called',
    args: [
      [
        { id: 'a', cents: 1 },
        { id: 'b', cents: 5 },
      ],
      '>',
    ],
  },
  {
    method: 'mapped',
    args: [
      [
        { id: 'a', cents: 1 },
        { id: 'b', cents: 5 },
      ],
    ],
  },
  { method: 'mapped', args: [[]] },
  { method: 'recursive', args: [4] },
  { method: 'declared', args: [3] },
  { method: 'loops', args: [4] },
];
