import { activity, sleep, workflow } from 'hopline';

export class Held {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    const started = this.give(n);
    await sleep(1);
    return await started;
  }
}

export const runs = [{ method: 'run', args: [2] }];
