import { activity, sleep, workflow } from 'hopline';

export class Weak {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const key = {};
    const weak = new WeakMap([[key, 1]]);
    const out: unknown[] = [weak.get(key), new WeakSet([key]).has(key)];
    const proxy = new Proxy({ n: 1 }, { get: (target, name) => (name === 'n' ? target.n * 7 : undefined) });
    out.push(proxy.n);
    await sleep(1);
    return [...out, await this.give('done')];
  }
}

export const runs = [{ method: 'run', args: [] }];
