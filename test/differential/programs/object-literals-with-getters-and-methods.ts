import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class ObjectLiteralsWithGettersAndMethods {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const shape = {
      width: n,
      get area(): number {
        return host.note('area', this.width * 2);
      },
      set area(value: number) {
        this.width = value / 2;
      },
      double(): number {
        return this.width * 2;
      },
      async later(): Promise<number> {
        return this.width + 1;
      },
      *[Symbol.iterator](): Generator<number> {
        yield this.width;
        yield* [1, 2];
      },
    };
    shape.area = 20;
    const out: unknown[] = [shape.area, shape.double(), await shape.later(), [...shape]];
    await sleep(1);
    const total = {
      n: await this.give(n),
      twice: {
        get value() {
          return 2;
        },
      }.value,
    };
    return [...out, total];
  }
}

export const runs = [3].map((n) => ({ method: 'run', args: [n] }));
