import { activity, sleep, workflow } from 'hopline';

export class Broken {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(value: unknown): Promise<string> {
    const log: string[] = [];
    try {
      for (const item of (await this.give(value)) as string[]) {
        log.push(item);
        await sleep(1);
      }
    } catch (error) {
      log.push(error instanceof TypeError ? 'TypeError' : 'other');
      await sleep(2);
    }
    return log.join();
  }
}

export const runs = [['a'], null, undefined, 5, {}].map((value) => ({ method: 'run', args: [value] }));
