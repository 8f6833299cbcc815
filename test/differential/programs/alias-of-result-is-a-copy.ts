import { activity, workflow } from 'hopline';

export class Copies {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async grow(list: number[]): Promise<number[]> {
    list.push(99);
    return list;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const list = [1];
    const grown = await this.grow(list);
    list.push(2);
    const pair = await this.give([list, list]);
    return [list, grown, grown === list, pair[0] === pair[1], pair[0] === list];
  }
}

export const runs = [{ method: 'run', args: [] }];
