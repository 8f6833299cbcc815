import { activity, workflow } from 'hopline';

export class Chained {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    let a: number, b: number;
    const box: { c: number; d?: number; list: number[] } = { c: 0, list: [] };
    a = box.c = await this.give(4);
    b = box.list[a] = box.d = (await this.give(5)) + 1;
    box.c = a = b += await this.give(1);
    const value = (a = await this.give(9)) + a;
    return [a, b, box, value, box.list.length];
  }
}

export const runs = [{ method: 'run', args: [] }];
