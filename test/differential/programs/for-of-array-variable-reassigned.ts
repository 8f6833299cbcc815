import { activity, workflow } from 'hopline';

export class ForOfArrayVariableReassigned {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<number[]> {
    let list = [1, 2, 3];
    const seen: number[] = [];
    for (const item of list) {
      seen.push(item);
      list = [await this.give(item * 10)];
    }
    return [...seen, ...list];
  }
}

export const runs = [{ method: 'run', args: [] }];
