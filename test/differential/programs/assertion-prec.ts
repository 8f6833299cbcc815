import { activity, sleep, workflow } from 'hopline';

export class AssertionPrec {
  
  @activity()
  async give<T>(value: T): Promise<T> { return value; }
  @workflow()
  async run(n: number): Promise<unknown> {
return [1 + (await this.give(2)) as number * 2, 1 + n as number * 2, 2 * (await this.give(3)) as number ** 2];

  }
}

export const runs = [{ method: 'run', args: [1] }];
