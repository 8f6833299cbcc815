export class ShopError extends Error {
  readonly code: string = 'shop';
  describe(): string {
    return `${this.code}: ${this.message}`;
  }
}

export class Unpaid extends ShopError {
  override readonly code = 'unpaid';
  readonly cents: number;
  constructor(cents: number) {
    super(`${cents} is missing`);
    this.cents = cents;
  }
}

export class Lost extends ShopError {}

export const isLost = (error: unknown): boolean => error instanceof Lost;
export function fail(kind: string): never {
  if (kind === 'lost') throw new Lost('parcel');
  throw new (class Unknown extends ShopError {})('unknown');
}
