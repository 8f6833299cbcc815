import { activity, workflow } from 'hopline';

export class Nest {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async add(a: number, b: number): Promise<number> {
    return a + b;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    const sum = await this.add(await this.add(await this.give(n), 1), await this.add(2, await this.give(n)));
    return [await this.add(sum, await this.give(sum ? await this.give(1) : 0)), await (await this.give(n), 'last')];
  }
}

export const runs = [0, 4].map((n) => ({ method: 'run', args: [n] }));
