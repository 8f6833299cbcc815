import { activity, workflow } from 'hopline';
import { host } from '../harness/host.ts';

class Point {
  readonly x: number;
  readonly y: number;
  constructor(x: number, y: number, ...rest: number[]) {
    host.note('constructed', rest.length);
    this.x = x;
    this.y = y + rest.length;
  }
}

export class Constructs {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const dates = new Date(await this.give(2026), await this.give(0), 15).getMonth();
    const point = new Point(await this.give(1), ...(await this.give([2, 3, 4] as const))).y;
    const map = new Map([[await this.give('k'), await this.give('v')]]);
    const other = new Point(host.note('x', 5), await this.give(6)).x;
    const error = new RangeError(await this.give('message'), { cause: await this.give('cause') });
    const plain = new Date(await this.give(0));
    return [dates, point, map, other, error.message, error.cause, plain, new Array(await this.give(3)).length];
  }
}

export const runs = [{ method: 'run', args: [] }];
