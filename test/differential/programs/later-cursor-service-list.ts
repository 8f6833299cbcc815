import { activity, sleep, workflow } from 'hopline';

export class LaterCursorServiceList {
  plugins: { weigh(n: number): number }[] = [{ weigh: (x) => x }, { weigh: (x) => x * 2 }];

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const out: number[] = [];
    for (const p of this.plugins) {
      out.push(p.weigh(n));
      await sleep(1);
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [1] }];
