import { activity, sleep, workflow } from 'hopline';

export class Keywords {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(type: string): Promise<unknown[]> {
    const async = 'async';
    let of = 0;
    const from = 'from';
    const get = { get: 'get', set: 'set', static: 1, await: 2, yield: 3, class: 4, default: 5 };
    const as = await this.give('as');
    const target = 'target';
    await sleep(1);
    for (of of [1, 2]) await sleep(of);
    get.await += await this.give(1);
    return [type, async, of, from, get, as, target, get.class, get['default']];
  }
}

export const runs = [{ method: 'run', args: ['type'] }];
