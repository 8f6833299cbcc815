import { activity, workflow } from 'hopline';

export class ParametersReassignedAndArgumentsCounted {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(a: number, b?: number, ...rest: number[]): Promise<unknown[]> {
    a = (await this.give(a)) + 1;
    b ??= await this.give(7);
    rest = rest.concat(await this.give([a]));
    return [a, b, rest];
  }
}

export const runs = [[1], [1, 2], [1, undefined, 3], [1, 2, 3, 4]].map((args) => ({ method: 'run', args }));
