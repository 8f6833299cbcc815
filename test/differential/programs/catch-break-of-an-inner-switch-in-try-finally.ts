import { activity, sleep, workflow } from 'hopline';

export class SwitchInTry {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string> {
    let log = '';
    try {
      switch (n) {
        case 0:
          log += 'zero ';
          break;
        case 1:
          log += await this.give('one ');
          break;
        default:
          for (let i = 0; ; i++) {
            if (i === n) break;
            await sleep(i);
          }
          log += 'many ';
      }
      log += 'after ';
    } finally {
      log += await this.give('finally ');
    }
    return log;
  }
}

export const runs = [0, 1, 2].map((n) => ({ method: 'run', args: [n] }));
