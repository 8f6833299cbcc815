import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

export class TryFinallyWithEveryExit {
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
    for (let i = 0; i < 3; i++) {
      try {
        log += `t${i} `;
        await sleep(1);
        if (how === 'break' && i === 1) break;
        if (how === 'continue' && i === 1) continue;
        if (how === 'return' && i === 1) return log;
        if (how === 'throw' && i === 1) throw new Error(log);
        if (how === 'fail' && i === 1) await this.fail(log);
        log += `e${i} `;
      } finally {
        host.note('finally', log);
        log += await this.give(`f${i} `);
      }
      log += `n${i} `;
    }
    return log;
  }
}

export const runs = ['', 'break', 'continue', 'return', 'throw', 'fail'].map((how) => ({ method: 'run', args: [how] }));
