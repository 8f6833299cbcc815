import { activity, sleep, workflow } from 'hopline';

function* countdown(from: number): Generator<number> {
  while (from > 0) yield from--;
}

export class Collected {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number[]> {
    const out: number[] = [];
    for (const i of [...countdown(n)]) out.push(await this.give(i));
    await sleep(1);
    for (const i of countdown(n)) out.push(-i);
    for (const i of countdown(n)) {
      if (i === 2) break;
      out.push(i * 100);
    }
    return out;
  }
}

export const runs = [0, 1, 3].map((n) => ({ method: 'run', args: [n] }));
