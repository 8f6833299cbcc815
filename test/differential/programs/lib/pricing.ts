export const vat = 0.2;
export const table: Readonly<Record<string, number>> = { book: 10, pen: 2 };
export const enumLike = { Low: 'low', High: 'high' } as const;

export enum Level {
  Low = 1,
  High = 5,
}

export function gross(net: number, rate: number = vat): number {
  return net + net * rate;
}

export class Basket {
  readonly items: string[];
  constructor(...items: string[]) {
    this.items = items;
  }
  total(): number {
    return this.items.reduce((sum, item) => sum + (table[item] ?? 0), 0);
  }
}

export class PriceError extends Error {
  readonly item: string;
  constructor(item: string) {
    super(`${item} has no price`);
    this.name = 'PriceError';
    this.item = item;
  }
}

export default function round(value: number): number {
  return Math.round(value * 100) / 100;
}
