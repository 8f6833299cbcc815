import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Skipper {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number[]> {
    const out: number[] = [];
    for (let i = 0; i < n; i = host.note('update', i + 1)) {
      if (i === 1) continue;
      if ((await this.give(i)) === 3) continue;
      if (i === 5) break;
      out.push(i);
    }
    return out;
  }
}

export const runs = [2, 5, 9].map((n) => ({ method: 'run', args: [n] }));
