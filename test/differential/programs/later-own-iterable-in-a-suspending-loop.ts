import { activity, workflow } from 'hopline';

class Range {
  readonly to: number;
  constructor(to: number) {
    this.to = to;
  }
  *[Symbol.iterator](): Generator<number> {
    for (let n = 0; n < this.to; n++) yield n;
  }
}

export class OwnIterable {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(to: number): Promise<number[]> {
    const out: number[] = [];
    for (const n of new Range(to)) out.push(await this.give(n));
    return out;
  }
}

export const runs = [{ method: 'run', args: [2] }];
