import { activity, sleep, workflow } from 'hopline';

export class Matryoshka {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(depth: number): Promise<string[]> {
    const log: string[] = [];
    try {
      if (depth > 0) await this.fail('one');
      log.push('no failure');
    } catch (first) {
      log.push((first as Error).message);
      try {
        if (depth > 1) await this.fail('two');
      } catch (second) {
        log.push((first as Error).message + (second as Error).message);
        try {
          await sleep(1);
          if (depth > 2) throw new Error('three');
        } catch (third) {
          await sleep(2);
          log.push((first as Error).message + (second as Error).message + (third as Error).message);
        } finally {
          log.push('f3');
        }
      } finally {
        log.push(await this.give('f2'));
      }
    } finally {
      await sleep(3);
      log.push('f1');
    }
    return log;
  }
}

export const runs = [0, 1, 2, 3].map((depth) => ({ method: 'run', args: [depth] }));
