import { activity, workflow } from 'hopline';

export class IfElse {
  @activity() async charge(amount: number): Promise<string> {
    return `charged ${amount}`;
  }
  @activity() async remind(times: number): Promise<string> {
    return `reminded ${times}`;
  }

  @workflow()
  async run(amount: number): Promise<string> {
    let said = 'nothing';
    if (amount > 100) said = await this.charge(amount);
    else if (amount > 10) {
      const times = amount / 10;
      said = await this.remind(times);
    } else said = 'too small';
    return said;
  }
}

export const runs = [200, 20, 2].map((amount) => ({ method: 'run', args: [amount] }));
