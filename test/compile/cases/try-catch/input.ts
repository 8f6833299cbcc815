import { activity, workflow } from 'hopline';

export class TryCatch {
  @activity({ retry: { attempts: 1 } }) async charge(amount: number): Promise<string> {
    if (amount < 0) throw new RangeError(`refused ${amount}`);
    return `charged ${amount}`;
  }

  @workflow()
  async run(amount: number): Promise<string> {
    try {
      return await this.charge(amount);
    } catch (error) {
      const { message } = error as Error;
      return `${message}, then ${await this.charge(1)}`;
    }
  }
}

export const runs = [5, -5].map((amount) => ({ method: 'run', args: [amount] }));
