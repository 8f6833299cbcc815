import { activity, sleep, workflow } from 'hopline';

export class Checkout {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async pay(amount: number): Promise<string | undefined> {
    if (amount === 0) return;
    if (amount < 0) {
      await sleep('1m');
      return 'refund';
    }
    const isLarge = await this.give(amount > 100);
    if (!isLarge) return 'paid';
    for (let day = 0; ; day++) {
      if (day * 50 >= amount) return `paid after ${day} days`;
      await sleep('1 day');
    }
  }
}

export const runs = [0, -5, 20, 120].map((amount) => ({ method: 'pay', args: [amount] }));
