import { activity, workflow } from 'hopline';

export class Spread {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async sum(...numbers: number[]): Promise<number> {
    return numbers.reduce((a, b) => a + b, 0);
  }

  @workflow()
  async run(list: number[]): Promise<unknown[]> {
    const nothing = null as object | null;
    const total = await this.sum(1, ...list, ...(await this.give([5, 6])), await this.sum(...list));
    const array = [0, ...list, await this.give('x'), ...(await this.give('yz')), ...new Set([1, 1])];
    const object = {
      a: 1,
      ...(await this.give({ b: 2, c: 3 })),
      c: await this.give(4),
      ...nothing,
      ...({ a: 5 } as { a?: number }),
    };
    const maximum = Math.max(...list, await this.give(3), ...(await this.give([])));
    const copy = [...list];
    list.push(await this.give(99));
    return [total, array, object, maximum, copy, list];
  }
}

export const runs = [[], [2, 4]].map((list) => ({ method: 'run', args: [list] }));
