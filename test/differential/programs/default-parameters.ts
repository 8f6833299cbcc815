import { activity, sleep, workflow } from 'hopline';

const fallback = 'module default';

export class Defaults {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(
    a = 1,
    b = a + 1,
    c = fallback,
    { d = b * 2, e } = { e: 'e' } as { d?: number; e?: string },
  ): Promise<unknown[]> {
    await sleep(1);
    const first = [a, b, c, d, e];
    a += await this.give(10);
    return [...first, a, b];
  }
}

export const runs = [[], [5], [5, 6], [undefined, undefined, 'c', { d: 1 }], [1, null, null, {}]].map((args) => ({
  method: 'run',
  args,
}));
