import { activity, workflow } from 'hopline';

export class Initialiser {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    for (let i = 0, first = [10, 20].map((x) => x + i); i < n; i++) {
      out.push(await this.give(first[i] ?? 'none'));
      first = first.map((x) => x + i);
    }
    return out;
  }
}

export const runs = [0, 3].map((n) => ({ method: 'run', args: [n] }));
