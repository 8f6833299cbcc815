import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

/** The smallest program that has everything the harness must see: a loop, an alias, a catch, a wait, an activity. */
export class Countdown {
  @activity()
  async call(left: number): Promise<string> {
    if (left === 2) throw new RangeError(`two is refused`);
    return `${left} left`;
  }

  @workflow()
  async count(from: number): Promise<unknown> {
    const heard: string[] = [];
    const alias = { heard };
    for (let left = from; left > 0; left -= 1) {
      host.note('before', left);
      await sleep('1m');
      try {
        heard.push(await this.call(left));
      } catch (error) {
        heard.push(error instanceof RangeError ? error.message : 'unknown');
      }
    }
    return { same: alias.heard === heard, heard };
  }
}

export const runs = [
  { method: 'count', args: [0] },
  { method: 'count', args: [3] },
];
