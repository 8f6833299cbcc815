import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class WrittenEarly {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    try {
      switch (n) {
        case 0:
          let value = await this.give(1);
          out.push(value);
        case 1:
          await sleep(1);
          // @ts-ignore Not initialised where the first case was jumped over.
          value = host.note('evaluated first', 5);
          out.push(value);
        case 2:
          // @ts-ignore Likewise, across a hop.
          value = await this.give(6);
          out.push(value);
        case 3:
          const made = (x: number) => x + 1;
          await sleep(2);
          out.push(made(1));
          break;
        case 4:
          await sleep(3);
          // @ts-ignore Likewise, of what is made again.
          out.push(made(2));
      }
    } catch (error) {
      await sleep(1);
      out.push((error as Error).name, (error as Error).message);
    }
    return out;
  }
}

export const runs = [0, 1, 2, 3, 4].map((n) => ({ method: 'run', args: [n] }));
