import { activity, workflow } from 'hopline';

export class ForOfArray {
  @activity() async ship(sku: string, amount: number): Promise<string> {
    return `${sku}x${amount}`;
  }

  @workflow()
  async run(lines: { sku: string; amount?: number }[]): Promise<string[]> {
    const shipped: string[] = [];
    for (const { sku, amount = 1 } of lines) {
      if (amount === 0) continue;
      shipped.push(await this.ship(sku, amount));
    }
    return shipped;
  }
}

export const runs = [{ method: 'run', args: [[{ sku: 'a' }, { sku: 'b', amount: 0 }, { sku: 'c', amount: 3 }]] }];
