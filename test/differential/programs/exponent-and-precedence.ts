import { activity, workflow } from 'hopline';

export class Precedence {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    return [
      (-n) ** (await this.give(2)),
      2 ** -(await this.give(1)),
      (await this.give(2)) ** (3 ** 2),
      !(await this.give(n)) === false,
      typeof (await this.give(n)) + 'x',
      n - -(await this.give(1)),
      n - +(await this.give(1)) + +n,
      (await this.give(n)) + 1 + 'a' + (await this.give(1)) + 1,
      1 < (await this.give(2)) === true,
      (n, await this.give(3)) * 2,
      (n ? await this.give(1) : 2) + 1,
      ((await this.give(0)) || 4) & 6,
      (await this.give(5)) & 3 || 9,
      (await this.give(null)) ?? (n || 2),
      (n ? undefined : 1) ?? (await this.give('void')),
      n++ + +(await this.give(1)) + ++n,
      (n = n + 1) + (await this.give(n)),
      (() => n)() + (await this.give(1)),
      (await this.give([1, 2]))[1]! * 2,
      -(await this.give([1, 2]))[1]!,
      new Date(await this.give(5)).getTime() + 1,
      (await this.give('a')) in { a: 1 } && n,
      [await this.give(1), 2].length - 1,
    ];
  }
}

export const runs = [3].map((n) => ({ method: 'run', args: [n] }));
