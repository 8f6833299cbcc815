import { activity, workflow } from 'hopline';

export class MaybeCalled {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown> {
    const twice = (x: number): number => 2 * x;
    return [twice?.(await this.give(1)), Math?.max(await this.give(2), 1), Math.max?.(1, await this.give(3))];
  }
}

export const runs = [{ method: 'run', args: [] }];
