import { activity, sleep, workflow } from 'hopline';

export class SatisfiesPrec {
  
  @activity()
  async give<T>(value: T): Promise<T> { return value; }
  @workflow()
  async run(n: number): Promise<unknown> {
return 2 * (await this.give(3)) satisfies number ** 2;

  }
}

export const runs = [{ method: 'run', args: [1] }];
