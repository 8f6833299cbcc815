import { activity, sleep, workflow } from 'hopline';

export class PlainAll {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const both = await Promise.all([Promise.resolve(1), 2, (async () => 3)()]);
    await sleep(1);
    const settled = await Promise.allSettled([Promise.resolve('a'), Promise.reject(new Error('b'))]);
    return [both, settled.map((each) => each.status), await this.give('end')];
  }
}

export const runs = [{ method: 'run', args: [] }];
