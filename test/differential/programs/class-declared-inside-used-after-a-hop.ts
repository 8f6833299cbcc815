import { activity, sleep, workflow } from 'hopline';

export class LocalLater {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    class Rounder {
      static up(value: number): number {
        return Math.ceil(value);
      }
      down(value: number): number {
        return Math.floor(value);
      }
    }
    const first = Rounder.up(n);
    await sleep(1);
    return [first, Rounder.up(n + 1), await this.give(new Rounder().down(n))];
  }
}

export const runs = [1.5].map((n) => ({ method: 'run', args: [n] }));
