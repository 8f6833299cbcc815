import { activity, workflow } from 'hopline';

export class Targets {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown> {
    const box: Record<string, unknown> = {};
    const seen: unknown[] = [];
    for (box[await this.give('key')] in { a: 1, b: 2 }) seen.push(box['key']);
    for ((await this.give(seen))[0] of ['c', 'd']) seen.push(seen[0]);
    for (box[await this.give('item')] of ['e', 'f']) seen.push(box['item']);
    for ([box['first'], box['second'] = await this.give('default')] of [['g'], ['h', 'i']]) seen.push({ ...box });
    return seen;
  }
}

export const runs = [{ method: 'run', args: [] }];
