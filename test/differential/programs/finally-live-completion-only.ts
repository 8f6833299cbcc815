import { activity, sleep, workflow } from 'hopline';

export class LiveCompletion {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number> {
    let before = n * 2;
    try {
      before += await this.give(1); // live: n
      if (n > 1) return before;
    } finally {
      await sleep(1); // live: n
      await sleep(2); // live: n
    }
    return n;
  }
}

export const runs = [1, 2].map((n) => ({ method: 'run', args: [n] }));
