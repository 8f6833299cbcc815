import { activity, workflow } from 'hopline';

export class DestructuringAssignment {
  @activity() async pair(): Promise<[number, number]> {
    return [1, 2];
  }
  @activity() async index(): Promise<number> {
    return 1;
  }

  @workflow()
  async run(): Promise<unknown> {
    let a = 10;
    let b = 20;
    [a, b] = await this.pair();
    [a, b] = [b, a];
    const places = [0, 0];
    ({ a: places[await this.index()] = 5 } = { a: a as number | undefined });
    return [a, b, places];
  }
}

export const runs = [{ method: 'run', args: [] }];
