import { activity, sleep, workflow } from 'hopline';

export class Sequence {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const out: unknown[] = [];
    {
      const value = await this.give(1);
      await sleep(1);
      out.push(value);
    }
    {
      let value: string | undefined;
      await sleep(2);
      out.push(value);
      value = await this.give('b');
      await sleep(3);
      out.push(value);
    }
    if (out.length) {
      const value = [await this.give('c')];
      await sleep(4);
      out.push(value);
    }
    for (const value of [true]) {
      await sleep(5);
      out.push(value);
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
