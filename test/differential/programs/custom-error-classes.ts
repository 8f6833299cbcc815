import { activity, sleep, workflow } from 'hopline';
import { PriceError } from './lib/pricing.ts';

export class OutOfStock extends Error {
  override readonly name = 'OutOfStock';
  readonly item: string;
  constructor(item: string) {
    super(`${item} is out of stock`);
    this.item = item;
  }
}

export class Stock {
  @activity()
  async take(item: string): Promise<string> {
    if (item === 'gone') throw new OutOfStock(item);
    if (item === 'priceless') throw new PriceError(item);
    return item;
  }

  @workflow()
  async run(item: string): Promise<unknown[]> {
    try {
      return [await this.take(item)];
    } catch (error) {
      const failure = error as OutOfStock;
      return [failure.name, failure.message, failure.item, failure instanceof Error];
    }
  }

  @workflow()
  async own(item: string): Promise<unknown[]> {
    try {
      await sleep(1);
      if (item === 'gone') throw new OutOfStock(item);
      return ['fine'];
    } catch (error) {
      if (error instanceof OutOfStock) return [error.item];
      throw error;
    }
  }
}

export const runs = [
  { method: 'run', args: ['gone'] },
  { method: 'run', args: ['priceless'] },
  { method: 'run', args: ['here'] },
  { method: 'own', args: ['gone'] },
  { method: 'own', args: ['here'] },
];
