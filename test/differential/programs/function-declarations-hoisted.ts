import { activity, sleep, workflow } from 'hopline';

export class Functions {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const early = twice(n);
    await sleep(1);
    const out: unknown[] = [early, twice(n + 1)];
    {
      out.push(inner(), await this.give(inner()));
      function inner(): string {
        return `inner ${twice(1)}`;
      }
      await sleep(2);
      out.push(inner());
    }
    function twice(value: number): number {
      return value > 100 ? value : value + value;
    }
    return out;
  }
}

export const runs = [2].map((n) => ({ method: 'run', args: [n] }));
