import { activity, workflow } from 'hopline';

export class Early {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const list = [1];
    const array = [...list, (list.push(2), await this.give('w')), ...list];
    const object: Record<string, unknown> = { n: 1 };
    const copy = { ...object, m: ((object['n'] = 2), await this.give('w')), ...object };
    const holes = [, await this.give(1), , ...[,]];
    return [array, copy, holes, 0 in holes, holes.length, 3 in holes];
  }
}

export const runs = [{ method: 'run', args: [] }];
