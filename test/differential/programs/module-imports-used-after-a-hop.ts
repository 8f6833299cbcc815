import { activity, sleep, workflow } from 'hopline';
import round, { Basket, enumLike, gross, Level, table, vat as tax } from './lib/pricing.ts';
import * as pricing from './lib/pricing.ts';

export class Shop {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: string[]): Promise<unknown[]> {
    const before = new Basket(...items).total();
    await sleep(1);
    const basket = new Basket(...items, await this.give('pen'));
    const total = basket.total();
    const out: unknown[] = [before, total, gross(total), round(gross(total, await this.give(tax))), table['book']];
    await sleep(2);
    out.push(pricing.gross(await this.give(1)), pricing.default(1.005), Level.High, Level[1], enumLike.Low);
    return out;
  }
}

export const runs = [
  { method: 'run', args: [['book']] },
  { method: 'run', args: [[]] },
];
