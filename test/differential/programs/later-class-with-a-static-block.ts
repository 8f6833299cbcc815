import { sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class StaticBlock {
  @workflow()
  async run(): Promise<number> {
    class Counted {
      static made = 0;
      static {
        host.note('made', this.made);
      }
    }
    await sleep(1);
    return Counted.made;
  }
}

export const runs = [{ method: 'run', args: [] }];
