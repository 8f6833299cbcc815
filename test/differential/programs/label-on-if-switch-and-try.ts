import { activity, sleep, workflow } from 'hopline';

export class Labels {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string[]> {
    const log: string[] = [];
    test: if (n > 0) {
      log.push('in');
      if ((await this.give(n)) > 2) break test;
      log.push('small');
    } else {
      await sleep(1);
      break test;
    }
    choice: switch (n) {
      case 1:
        for (;;) {
          await sleep(2);
          break choice;
        }
      case 2:
        log.push('two');
        break choice;
      default:
        log.push('many');
    }
    guarded: try {
      if (n === 2) break guarded;
      log.push(await this.give('tried'));
    } finally {
      log.push('finally');
    }
    return log;
  }
}

export const runs = [0, 1, 2, 3].map((n) => ({ method: 'run', args: [n] }));
