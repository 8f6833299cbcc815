import { activity, workflow } from 'hopline';

export class Quoted {
  @activity()
  async 'charge card'(amount: number): Promise<string> {
    return `charged ${amount}`;
  }

  @activity()
  async ['computed'](amount: number): Promise<string> {
    return `computed ${amount}`;
  }

  @workflow()
  async 'pay-now'(amount: number): Promise<unknown[]> {
    return [await this['charge card'](amount), await this['computed'](amount), await this.computed(amount + 1)];
  }
}

export const runs = [{ method: 'pay-now', args: [1] }];
