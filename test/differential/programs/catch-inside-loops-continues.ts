import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class Tries {
  @activity()
  async attempt(name: string): Promise<string> {
    return host.script(name, [new Error('first'), new TypeError('second'), 'third']);
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const log: unknown[] = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      try {
        log.push(await this.attempt('x'));
        break;
      } catch (error) {
        log.push(attempt, (error as Error).message);
        if (error instanceof TypeError) continue;
        await sleep(attempt * 1000); // live: attempt, log
      }
      log.push('slept');
    }
    return log;
  }
}

export const runs = [{ method: 'run', args: [] }];
