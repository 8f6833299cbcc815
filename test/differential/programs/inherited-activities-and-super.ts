import { activity, sleep, workflow } from 'hopline';

class Base {
  @activity()
  async charge(amount: number): Promise<string> {
    return `base ${amount}`;
  }

  describe(text: string): string {
    return `base ${text}`;
  }
}

export class Derived extends Base {
  override describe(text: string): string {
    return `derived ${super.describe(text)}`;
  }

  @workflow()
  async run(amount: number): Promise<unknown[]> {
    const first = super.describe('x');
    const charged = await this.charge(amount);
    await sleep(1);
    return [first, charged, this.describe('y'), super.describe('z')];
  }
}

export const runs = [{ method: 'run', args: [3] }];
