import { sleep, workflow } from 'hopline';

export class ClosureMadeAgain {
  @workflow()
  async run(rate: number): Promise<number[]> {
    const tax = (net: number) => (net * rate) / 100;
    function twice(n: number): number {
      return tax(n) * 2;
    }
    const before = twice(50);
    await sleep('1 day');
    return [before, twice(50), tax(10)];
  }
}

export const runs = [{ method: 'run', args: [20] }];
