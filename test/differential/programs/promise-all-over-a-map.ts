import { activity, workflow } from 'hopline';

export class AllMapped {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: number[]): Promise<number[]> {
    return await Promise.all(items.map((item) => this.give(item * 2)));
  }
}

export const runs = [{ method: 'run', args: [[1, 2]] }];
