import { activity, sleep, workflow } from 'hopline';

export class Updates {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    for (let i = 0, log = (text: string) => out.push(`${text} ${i}`); i < n; i += await this.give(1)) {
      log('first binding');
      const here = () => i;
      i += i === 1 ? 1 : 0;
      out.push(here());
      if (i > 3) continue;
      await sleep(i);
      out.push(here() + i);
    }
    return out;
  }
}

export const runs = [0, 3, 5].map((n) => ({ method: 'run', args: [n] }));
