import { activity, sleep, workflow } from 'hopline';

export class Between {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(text: string): Promise<string> {
    let log = '';
    try {
      await sleep(1);
      const value = JSON.parse(text) as { a: { b: number } };
      log += await this.give('parsed ');
      log += value.a.b;
      await sleep(2);
      if (value.a.b < 0) throw new RangeError('negative');
      log += ' fine';
    } catch (error) {
      await sleep(3);
      log += (error as Error).name;
    } finally {
      log += ' done';
    }
    return log;
  }
}

export const runs = ['{', '{}', '{"a":{"b":1}}', '{"a":{"b":-1}}'].map((text) => ({ method: 'run', args: [text] }));
