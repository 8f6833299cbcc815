import { activity, sleep, workflow } from 'hopline';

export class Element {
  @activity()
  async charge(amount: number): Promise<string> {
    return `charged ${amount}`;
  }

  @activity()
  async refund(amount: number): Promise<string> {
    return `refunded ${amount}`;
  }

  @workflow()
  async run(amount: number): Promise<unknown[]> {
    const first = await this['charge'](amount);
    await sleep(1);
    return [first, await this[`refund`](amount)];
  }
}

export const runs = [{ method: 'run', args: [3] }];
