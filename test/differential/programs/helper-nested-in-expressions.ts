import { activity, sleep, workflow } from 'hopline';

export class Expressions {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  async twice(n: number): Promise<number> {
    await sleep(n);
    return (await this.give(n)) * 2;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    let x = n;
    x += await this.twice(x);
    return [x, (await this.twice(1)) + (await this.twice(await this.twice(2))), `${await this.twice(3)}`];
  }
}

export const runs = [1].map((n) => ({ method: 'run', args: [n] }));
