import { activity, workflow } from 'hopline';

export class CompoundAssignment {
  @activity() async price(sku: string): Promise<number> {
    return sku.length;
  }

  @workflow()
  async run(): Promise<unknown> {
    let total = 1;
    const add = () => (total += 100);
    total += (await this.price('abc')) + add();
    const bill = { lines: [0, 10] };
    let at = 0;
    bill.lines[(at += 1)]! *= await this.price('ab');
    return { total, at, bill };
  }
}

export const runs = [{ method: 'run', args: [] }];
