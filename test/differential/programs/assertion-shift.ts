import { activity, sleep, workflow } from 'hopline';

export class AssertionShift {
  
  @activity()
  async give<T>(value: T): Promise<T> { return value; }
  @workflow()
  async run(n: number): Promise<unknown> {
return 1 + (await this.give(1)) as number - 3 as number * 2;

  }
}

export const runs = [{ method: 'run', args: [1] }];
