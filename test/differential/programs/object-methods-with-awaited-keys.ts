import { activity, sleep, workflow } from 'hopline';

export class AwaitedKeys {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const shape = {
      before: n,
      [await this.give('method')](this: { before: number }, x: number) {
        return x + this.before;
      },
      get [await this.give('getter')]() {
        return 5;
      },
      [`${await this.give('a')}b`]: () => n,
    } as unknown as { before: number; method(x: number): number; getter: number; ab(): number };
    const out = [shape.method(1), shape.getter, shape.ab(), Object.keys(shape)];
    await sleep(1);
    return out;
  }
}

export const runs = [{ method: 'run', args: [2] }];
