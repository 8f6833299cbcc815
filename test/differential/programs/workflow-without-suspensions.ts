import { workflow } from 'hopline';

export class Instant {
  @workflow()
  async run(n: number): Promise<number> {
    let sum = 0;
    for (let i = 0; i <= n; i++) {
      try {
        if (i === 2) continue;
        sum += i;
      } finally {
        sum += 100;
      }
    }
    return sum;
  }

  @workflow()
  async thrower(): Promise<never> {
    throw new RangeError('at once');
  }

  @workflow()
  async inlineAwait(n: number): Promise<number> {
    return (await Promise.resolve(n)) + 1;
  }
}

export const runs = [
  { method: 'run', args: [3] },
  { method: 'thrower', args: [] },
  { method: 'inlineAwait', args: [1] },
];
