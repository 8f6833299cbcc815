import { activity, workflow } from 'hopline';

export class ArrayLiteralAndSpread {
  @activity() async list(n: number): Promise<number[]> {
    return [n, n + 1];
  }

  @workflow()
  async run(given: Set<number>): Promise<number[]> {
    const made = [0, ...given, ...(await this.list(10)), (given.add(9), given.size), ...(await this.list(20))];
    return made;
  }
}

export const runs = [{ method: 'run', args: [new Set([1, 2])] }];
