import { activity, sleep, workflow } from 'hopline';

export class Plain {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    const a = await n;
    const b = await Promise.resolve(n + 1);
    const c = (await null) ?? (await this.give('c'));
    const wait = async (value: number) => value * 2;
    const d = await wait(a);
    await undefined;
    await sleep(1);
    return [a, b, c, d, await (async () => 'iife')()];
  }
}

export const runs = [1].map((n) => ({ method: 'run', args: [n] }));
