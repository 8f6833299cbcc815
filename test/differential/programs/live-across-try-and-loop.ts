import { activity, sleep, workflow } from 'hopline';

export class LiveTry {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const log: unknown[] = [];
    let inCatch = 'c';
    let inFinally = 'f';
    let before = 'b';
    log.push(before);
    try {
      await this.give(n); // live: inCatch, inFinally, log, n
      if (n > 0) await this.fail('x'); // live: inCatch, inFinally, log
      inCatch = 'changed';
    } catch {
      await sleep(1); // live: inCatch, inFinally, log
      log.push(inCatch);
    } finally {
      log.push(inFinally);
      before = 'rewritten';
      await sleep(2); // live: before, log
    }
    return [...log, before];
  }
}

export const runs = [0, 1].map((n) => ({ method: 'run', args: [n] }));
