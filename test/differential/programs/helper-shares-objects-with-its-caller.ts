import { activity, sleep, workflow } from 'hopline';

interface Basket {
  items: string[];
}

export class Shared {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  async fill(basket: Basket, name: string): Promise<Basket> {
    basket.items.push(name);
    await sleep(1);
    basket.items.push(await this.give(`${name}!`));
    return basket;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const basket: Basket = { items: [] };
    const alias = basket.items;
    const same = await this.fill(basket, 'a');
    await sleep(2);
    await this.fill(same, 'b');
    return [same === basket, alias === same.items, alias];
  }
}

export const runs = [{ method: 'run', args: [] }];
