import { activity, sleep, workflow } from 'hopline';

export class Captured {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    for (let i = 0; i < n; i++) {
      const callbacks: (() => number)[] = [];
      callbacks.push(() => i);
      i += 1;
      callbacks.push(() => i * 100);
      out.push(callbacks.map((callback) => callback()));
      await sleep(i);
      out.push((() => i)());
    }
    return out;
  }
}

export const runs = [0, 1, 5].map((n) => ({ method: 'run', args: [n] }));
