import { activity, workflow } from 'hopline';

export class Holes {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown> {
    const sparse: (number | undefined)[] = [];
    sparse[2] = 2;
    const [first = await this.give(-1), ...rest] = sparse;
    let others: unknown[] = [];
    [, ...others] = [await this.give(0), , 1];
    return { first, rest, isThere: 0 in rest, others, areThere: 0 in others };
  }
}

export const runs = [{ method: 'run', args: [] }];
