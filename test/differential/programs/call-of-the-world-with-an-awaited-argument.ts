import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Touches {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const seen = host.note('seen', await this.give(n));
    await sleep(1);
    for (const item of [host.note('item', await this.give(seen))]) await sleep(item);
    const box = { p: host.note('property', await this.give(2)) };
    await this.give(box.p);
    return [host.note('result', await this.give(3))];
  }
}

export const runs = [{ method: 'run', args: [1] }];
