import { activity, sleep, workflow } from 'hopline';

async function* ticks(n: number): AsyncGenerator<number> {
  for (let i = 0; i < n; i++) {
    await null;
    yield i;
  }
}

export class Ticks {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: number[] = [];
    for await (const tick of ticks(n)) out.push(tick);
    await sleep(1);
    let sum = 0;
    for await (const tick of ticks(n)) {
      if (tick === 2) break;
      sum += tick;
    }
    return [out, sum, await this.give('end')];
  }
}

export const runs = [0, 4].map((n) => ({ method: 'run', args: [n] }));
