import { sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class ComputedEnum {
  @workflow()
  async run(): Promise<number> {
    enum Level {
      low = host.note('computed', 1),
    }
    await sleep(1);
    return Level.low;
  }
}

export const runs = [{ method: 'run', args: [] }];
