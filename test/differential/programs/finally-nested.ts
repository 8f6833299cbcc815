import { activity, sleep, workflow } from 'hopline';

export class FinallyNested {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(how: number): Promise<string[]> {
    const log: string[] = [];
    outer: for (let i = 0; i < 2; i++) {
      try {
        try {
          try {
            log.push(`body ${i}`);
            if (how === 0) continue outer;
            if (how === 1) break outer;
            if (how === 2) return log;
            if (how === 3) throw new Error('x');
            await sleep(1);
          } finally {
            log.push(`inner ${i}`);
            await sleep(2);
          }
          log.push('between');
        } finally {
          log.push(await this.give(`middle ${i}`));
        }
      } catch (error) {
        log.push((error as Error).message);
      } finally {
        log.push(`outer ${i}`);
      }
      log.push(`next ${i}`);
    }
    log.push('end');
    return log;
  }
}

export const runs = [0, 1, 2, 3, 4].map((how) => ({ method: 'run', args: [how] }));
