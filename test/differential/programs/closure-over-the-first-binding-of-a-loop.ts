import { activity, sleep, workflow } from 'hopline';

export class FirstBinding {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number[]> {
    const out: number[] = [];
    for (let i = 0, first = (x: number) => x + i; i < n; i++) {
      await sleep(i);
      out.push(first(0));
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [3] }];
