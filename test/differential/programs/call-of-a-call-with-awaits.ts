import { activity, workflow } from 'hopline';

export class Curried {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const add = (a: number) => (b: number) => a + b;
    const first = add(await this.give(1))(2);
    const second = [1, 2, 3].map(add(await this.give(10)));
    const third = (await this.give('a-b-c'))
      .split('-')
      .map((part) => part + part)
      .join(await this.give('/'));
    const fourth = (await this.give({ list: [1, 2] })).list.at(await this.give(-1));
    return [first, second, third, fourth];
  }
}

export const runs = [{ method: 'run', args: [] }];
