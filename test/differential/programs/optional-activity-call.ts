import { activity, sleep, workflow } from 'hopline';

export class Maybe {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const value = await this.give?.(n);
    await sleep(1);
    return [value];
  }
}

export const runs = [{ method: 'run', args: [1] }];
