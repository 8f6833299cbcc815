import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Careful {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(how: string): Promise<string> {
    let log = '';
    try {
      try {
        if (how === 'throw') throw new Error('pending');
        if (how === 'fail') await this.fail('pending');
        if (how === 'return') return 'pending return';
      } finally {
        try {
          await this.fail('inner');
        } catch (error) {
          log += `caught ${(error as Error).message} `;
          await sleep(1);
        }
        for (let i = 0; i < 3; i++) {
          if (i === 1) continue;
          log += i;
          await sleep(i);
        }
        host.note('log', log);
      }
    } catch (error) {
      log += ` then ${(error as Error).message}`;
    }
    return log;
  }
}

export const runs = ['throw', 'fail', 'return', ''].map((how) => ({ method: 'run', args: [how] }));
