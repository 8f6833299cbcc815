import { activity, sleep, workflow } from 'hopline';

export class Cleanup {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(names: string[]): Promise<string[]> {
    const log: string[] = [];
    const opened: string[] = [];
    try {
      for (const name of names) {
        opened.push(await this.give(name));
        if (name === 'bad') throw new Error('bad');
      }
      return log;
    } catch (error) {
      log.push((error as Error).message);
      return log;
    } finally {
      for (const name of opened.map((each) => each.toUpperCase())) {
        await sleep(1);
        log.push(`closed ${name}`);
      }
    }
  }
}

export const runs = [[], ['a', 'b'], ['a', 'bad', 'c']].map((names) => ({ method: 'run', args: [names] }));
