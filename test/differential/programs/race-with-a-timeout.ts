import { activity, sleep, workflow } from 'hopline';

export class Race {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    return await Promise.race([this.give(n), sleep('1m')]);
  }
}

export const runs = [{ method: 'run', args: [2] }];
