import { activity, workflow } from 'hopline';

export class Many {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    const row = [
      await this.give(n),
      await this.give(n + 1),
      await this.give(n + 2),
      await this.give(n + 3),
      await this.give(n + 4),
      await this.give(n + 5),
      await this.give(n + 6),
      await this.give(n + 7),
      await this.give(n + 8),
      await this.give(n + 9),
      { a: await this.give('a'), b: [await this.give('b'), { c: await this.give('c'), d: n++ }], e: n },
      n,
      `${await this.give('t')}${n++}${await this.give('u')}${n}`,
    ];
    return row;
  }
}

export const runs = [{ method: 'run', args: [1] }];
