import { activity, workflow } from 'hopline';

export class Parenthesised {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown> {
    const a = { b: { c: 0 } };
    let n = 1;
    // prettier-ignore
    (a.b.c) = await this.give(2);
    // prettier-ignore
    (n) = (await this.give(3));
    // prettier-ignore
    ((a.b)).c += (((await this.give(4))));
    return [a, n];
  }
}

export const runs = [{ method: 'run', args: [] }];
