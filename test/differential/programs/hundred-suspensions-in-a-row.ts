import { activity, workflow } from 'hopline';

export class Long {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number> {
    let total = 0;
    for (let i = 0; i < n; i++) total += await this.give(i);
    return total;
  }
}

export const runs = [{ method: 'run', args: [100] }];
