import { activity, workflow } from 'hopline';

class Point {
  readonly x: number;
  constructor(x: number) {
    this.x = x;
  }
}
const kinds = { Point };

export class MemberClass {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<number> {
    return new kinds.Point(await this.give(6)).x;
  }
}

export const runs = [{ method: 'run', args: [] }];
