import { activity, sleep, workflow } from 'hopline';

export class Strict {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(value: unknown): Promise<string> {
    switch (value) {
      case '1':
        await sleep(1);
        return 'text';
      case 1:
        await sleep(2);
        return 'number';
      case null:
        return await this.give('null');
      case undefined:
        return await this.give('undefined');
      case NaN:
        return 'never';
    }
    switch (true) {
      case typeof value === 'string':
        return await this.give('string');
      case typeof value === 'number' && value > 5:
        return await this.give('large');
    }
    return 'none';
  }
}

export const runs = ['1', 1, null, undefined, NaN, 'x', 7, 0, -0].map((value) => ({ method: 'run', args: [value] }));
