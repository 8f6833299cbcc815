import { activity, sleep, workflow } from 'hopline';

export class UnreachableCode {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number> {
    while (true) {
      n -= await this.give(1);
      if (n < 0) return n;
      if (n > 100) {
        break;
        await sleep(1);
      }
    }
    return n;
    await this.give('never');
    n = 5;
  }
}

export const runs = [
  { method: 'run', args: [2] },
  { method: 'run', args: [300] },
];
