import { sleep, workflow } from 'hopline';

export class Hl1102ClosureHoldsAnAwait {
  @workflow()
  async run(): Promise<number> {
    let sum = 0;
    for (let i = 0; i < 3; i += 1) {
      const item = { size: await Promise.resolve(i), twice: () => i * 2, total() { return this.size + i; } };
      sum += item.total();
      await sleep('1m');
    }
    return sum;
  }
}
