import { activity, sleep, workflow } from 'hopline';

export class Batch {
  @activity()
  async work(item: number): Promise<number> {
    if (item % 5 === 0) throw new RangeError(`${item} divides by five`);
    return item * item;
  }

  @workflow()
  async run(from: number, budget: number): Promise<unknown> {
    const results = new Map<number, number | Error>();
    let spent = 0;
    let item = from;
    try {
      while (true) {
        if (spent >= budget) throw new Error('over budget');
        const current = item++;
        try {
          const squared = await this.work(current);
          results.set(current, squared);
          spent += squared;
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          results.set(current, error);
        } finally {
          spent++;
          if (spent % 3 === 0) await sleep({ seconds: spent });
        }
      }
    } catch (error) {
      const failed = [...results].filter(([, value]) => value instanceof Error).map(([key]) => key);
      return { spent, done: results.size - failed.length, failed, why: (error as Error).message };
    }
  }
}

export const runs = [
  { method: 'run', args: [1, 60] },
  { method: 'run', args: [5, 1] },
  { method: 'run', args: [9, 0] },
];
