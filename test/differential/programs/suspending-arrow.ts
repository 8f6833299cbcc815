import { activity, workflow } from 'hopline';

export class SuspendingArrow {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    const twice = async (x: number) => (await this.give(x)) * 2;
    return (await twice(n)) + (await twice(1));
  }
}

export const runs = [{ method: 'run', args: [2] }];
