import { activity, sleep, workflow } from 'hopline';

export class Guarded {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @workflow()
  async run(n: number): Promise<string> {
    let log = '';
    switch (n) {
      case 0:
        try {
          await this.fail('zero');
        } catch {
          log += 'caught ';
          break;
        } finally {
          log += 'finally ';
        }
      case 1:
        try {
          log += 'try ';
          break;
        } finally {
          await sleep(1);
          log += 'after ';
        }
      default:
        log += 'default ';
    }
    return log;
  }
}

export const runs = [0, 1, 2].map((n) => ({ method: 'run', args: [n] }));
