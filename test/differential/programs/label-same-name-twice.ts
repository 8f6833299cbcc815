import { activity, sleep, workflow } from 'hopline';

export class Twice {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number> {
    let sum = 0;
    again: for (let i = 0; i < n; i++) {
      if (i === 2) continue again;
      sum += await this.give(i);
    }
    again: while (sum > 0) {
      do {
        sum -= 2;
        if (sum === 1) break again;
        await sleep(sum < 0 ? 0 : sum);
      } while (sum > 3);
    }
    return sum;
  }
}

export const runs = [1, 4, 5, 6].map((n) => ({ method: 'run', args: [n] }));
