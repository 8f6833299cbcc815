import { activity, workflow } from 'hopline';

export class Then {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown> {
    return await this.give(n).then((value) => value + 1);
  }
}

export const runs = [{ method: 'run', args: [2] }];
