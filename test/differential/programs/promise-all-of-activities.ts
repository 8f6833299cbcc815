import { activity, sleep, workflow } from 'hopline';

export class All {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const [a, b] = await Promise.all([this.give(n), this.give(n + 1)]);
    await sleep(1);
    return [a, b];
  }
}

export const runs = [{ method: 'run', args: [1] }];
