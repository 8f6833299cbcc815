import { activity, sleep, workflow } from 'hopline';

export class Inside {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(how: string): Promise<string> {
    let log = '';
    for (let i = 0; i < 4; i++) {
      try {
        log += i;
        if (how === 'throw') throw new Error('swallowed');
        if (how === 'return') return 'swallowed';
        await sleep(1);
      } finally {
        log += 'f';
        if (i === 1) continue;
        if (i === 2) break;
        if (how === '') await sleep(2);
        else continue;
      }
      log += 'n';
    }
    return log;
  }
}

export const runs = ['', 'throw', 'return'].map((how) => ({ method: 'run', args: [how] }));
