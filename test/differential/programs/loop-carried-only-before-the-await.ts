import { activity, workflow } from 'hopline';

export class Carry {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string[]> {
    const out: string[] = [];
    let last = 'none';
    let unused = 'x';
    for (let i = 0; i < n; i++) {
      out.push(`${last}>${i}`);
      last = `l${i}`;
      unused = await this.give('y'); // live: i, last, n, out
    }
    return out;
  }
}

export const runs = [0, 1, 3].map((n) => ({ method: 'run', args: [n] }));
