import { activity, sleep, workflow } from 'hopline';

interface Cart {
  lines: { sku: string; count: number }[];
  selected?: { sku: string; count: number };
}

export class Carts {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const cart: Cart = {
      lines: [
        { sku: 'a', count: 1 },
        { sku: 'b', count: 1 },
      ],
    };
    cart.selected = cart.lines[1]!;
    const selected = cart.selected;
    for (let i = 0; i < 2; i++) {
      selected.count += await this.give(i + 1);
      await sleep(i);
    }
    const [, second] = cart.lines;
    delete cart.selected;
    return [second === selected, cart, 'selected' in cart];
  }
}

export const runs = [{ method: 'run', args: [] }];
