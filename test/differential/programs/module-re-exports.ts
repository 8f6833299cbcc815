import { activity, workflow } from 'hopline';
import { gross, hold, rounded } from './lib/barrel.ts';

export class ReExports {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number> {
    await hold(1);
    return rounded(gross(await this.give(n)));
  }
}

export const runs = [{ method: 'run', args: [3] }];
