import { activity, sleep, workflow } from 'hopline';

export class Steps {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(level: number): Promise<string[]> {
    const log: string[] = [];
    done: {
      log.push('a');
      if (level === 0) break done;
      inner: {
        if ((await this.give(level)) === 1) break inner;
        log.push('b');
        if (level === 2) break done;
        await sleep(1);
        log.push('c');
      }
      log.push('d');
    }
    log.push('e');
    return log;
  }
}

export const runs = [0, 1, 2, 3].map((level) => ({ method: 'run', args: [level] }));
