import { activity, workflow } from 'hopline';

export class ForOfMapViews {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const stock = new Map<string, number>([
      ['x', 1],
      ['y', 2],
    ]);
    const out: unknown[] = [];
    for (const key of stock.keys()) {
      out.push(await this.give(key));
      if (stock.size < 4) stock.set(`${key}+`, 0);
    }
    for (const value of stock.values()) out.push(await this.give(value));
    for (const [key, value] of stock.entries()) {
      stock.delete(key);
      out.push(key, await this.give(value));
    }
    const tags = new Set(['t', 'u']);
    for (const tag of tags.values()) out.push(await this.give(tag));
    for (const [first, second] of tags.entries()) out.push(await this.give(first === second));
    return [...out, stock.size];
  }
}

export const runs = [{ method: 'run', args: [] }];
