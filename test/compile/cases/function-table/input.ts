import { activity, workflow } from 'hopline';

export class FunctionTable {
  @activity() async kind(): Promise<'card' | 'cash'> {
    return 'cash';
  }

  @workflow()
  async run(amount: number): Promise<number> {
    const fee = { card: (n: number) => n * 2, cash: () => amount };
    const kind = await this.kind();
    return fee[kind](amount);
  }
}

export const runs = [{ method: 'run', args: [7] }];
