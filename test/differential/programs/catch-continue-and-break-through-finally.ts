import { activity, workflow } from 'hopline';

export class Ways {
  @activity()
  async fail(message: string): Promise<never> {
    throw new Error(message);
  }

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(how: string): Promise<string> {
    let log = '';
    outer: for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        try {
          log += `${i}${j} `;
          await this.fail('always');
        } catch {
          if (how === 'continue') continue;
          if (how === 'continue outer') continue outer;
          if (how === 'break') break;
          if (how === 'break outer') break outer;
          if (how === 'return') return `${log}returned`;
          if (j === 1) throw new Error(log);
        } finally {
          log += await this.give('f ');
        }
        log += 'n ';
      }
      log += 'o ';
    }
    return log;
  }
}

export const runs = ['continue', 'continue outer', 'break', 'break outer', 'return', 'throw'].map((how) => ({
  method: 'run',
  args: [how],
}));
