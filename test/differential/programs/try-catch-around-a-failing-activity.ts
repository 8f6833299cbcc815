import { activity, sleep, workflow } from 'hopline';

export class Guard {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(isBad: boolean): Promise<string> {
    let log = '';
    try {
      log += 'try ';
      if (isBad) await this.fail('bad');
      log += await this.give('good ');
    } catch (error) {
      log += `caught ${(error as Error).message} `;
      await sleep(1);
      log += 'recovered ';
    }
    return `${log}end`;
  }
}

export const runs = [
  { method: 'run', args: [true] },
  { method: 'run', args: [false] },
];
