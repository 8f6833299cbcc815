import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Pending {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(how: number): Promise<string> {
    try {
      try {
        if (how === 0) return await this.give('first');
        if (how === 1) throw new Error('first');
      } finally {
        if (how < 2) {
          try {
            await sleep(1);
            if (how === 1) return await this.give('second');
          } finally {
            host.note('innermost');
            await sleep(2);
          }
        }
      }
    } finally {
      await sleep(3);
      host.note('outermost');
    }
    return 'end';
  }
}

export const runs = [0, 1, 2].map((how) => ({ method: 'run', args: [how] }));
