import { activity, sleep, workflow } from 'hopline';

export class Throwing {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  private async careful(isBad: boolean): Promise<string> {
    try {
      await sleep(1);
      if (isBad) await this.fail('inside the helper');
      return 'fine';
    } finally {
      await this.give('helper cleans');
    }
  }

  @workflow()
  async run(isBad: boolean): Promise<string> {
    try {
      return await this.careful(isBad);
    } catch (error) {
      await sleep(2);
      return `caught ${(error as Error).message}`;
    } finally {
      await this.give('workflow cleans');
    }
  }
}

export const runs = [
  { method: 'run', args: [true] },
  { method: 'run', args: [false] },
];
