import { activity, sleep, workflow } from 'hopline';

export class Rejections {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(how: string): Promise<string[]> {
    const log: string[] = [];
    try {
      await sleep(1);
      if (how === 'reject') await Promise.reject(new Error('rejected'));
      if (how === 'throw') await (async () => JSON.parse('{'))();
      log.push(await this.give('fine'));
      await Promise.resolve();
      if (how === 'late') await Promise.reject(new TypeError('late'));
    } catch (error) {
      log.push((error as Error).name);
      await sleep(2);
    } finally {
      log.push(await Promise.resolve('finally'));
      await this.give('end');
    }
    return log;
  }
}

export const runs = ['', 'reject', 'throw', 'late'].map((how) => ({ method: 'run', args: [how] }));
