import { activity, workflow } from 'hopline';

export class MaybeEarly {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number[]> {
    const twice = (x: number) => x * 2;
    const first = twice(await this.give(n));
    const table = { by: (x: number) => x + 1 };
    return [first, hoisted(1), table.by(await this.give(n)), twice(await this.give(first))];
    function hoisted(x: number): number {
      return twice(x) + table.by(x);
    }
  }

  @workflow()
  async early(n: number): Promise<unknown> {
    try {
      switch (n) {
        case 0:
          const late = (x: number) => x;
          return late(await this.give(n));
        default:
          // @ts-ignore Not initialised: it throws before the activity is called.
          return late(await this.give(n));
      }
    } catch (error) {
      return (error as Error).name;
    }
  }
}

export const runs = [
  { method: 'run', args: [3] },
  { method: 'early', args: [0] },
  { method: 'early', args: [1] },
];
