import { activity, sleep, workflow } from 'hopline';

export class Arrows {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(prefix: string, n: number): Promise<unknown[]> {
    const label = (value: unknown) => `${prefix}${String(value)}`;
    const out: string[] = [label('start')];
    for (let i = 0; i < n; i++) {
      out.push(label(await this.give(i)));
    }
    await sleep(1);
    return out.map(label);
  }
}

export const runs = [{ method: 'run', args: ['#', 2] }];
