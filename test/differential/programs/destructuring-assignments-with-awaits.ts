import { activity, workflow } from 'hopline';

export class Swap {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let a = 1;
    let b = 2;
    [a, b] = [b, await this.give(a)];
    [a, b] = [await this.give(b), a];
    const box: Record<string, unknown> = {};
    [box['x'], box['y'] = await this.give('default'), ...(box as { rest: unknown }).rest] = await this.give(['p']);
    ({ a, b: box['b'], c: box[await this.give('named')] = 'missing' } = (await this.give({ a: 5, b: 6 })) as any);
    const list = [1, 2, 3];
    [list[0], list[2]] = [list[2]!, list[0]!];
    [list[await this.give(0)], list[1] = 9] = await this.give([7]);
    const result = ([a] = await this.give([8, 9]));
    return [a, b, box, list, result];
  }
}

export const runs = [{ method: 'run', args: [] }];
