import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Poller {
  @activity()
  async isReady(job: string): Promise<boolean> {
    return host.count(job) >= 3;
  }

  @workflow()
  async wait(job: string, max: number): Promise<number> {
    let polls = 0;
    while (!(await this.isReady(job)) && polls < max) {
      polls++;
      await sleep(polls * 1000); // live: job, max, polls
    }
    return polls;
  }
}

export const runs = [
  { method: 'wait', args: ['a', 10] },
  { method: 'wait', args: ['b', 2] },
  { method: 'wait', args: ['c', 0] },
];
