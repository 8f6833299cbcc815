import { activity, sleep, workflow } from 'hopline';

export class Keys {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(mode: string): Promise<string[]> {
    const prices: Record<string, number> = { b: 1, 2: 2, a: 3, 1: 4 };
    const seen: string[] = [];
    for (const key in prices) {
      seen.push(`${key}=${prices[key]}`);
      await sleep(1);
      if (mode === 'delete' && key === '1') delete prices['b'];
      if (mode === 'add') prices[`${key}!`] = 0;
      if (mode === 're-add' && key === '2') {
        delete prices['a'];
        prices['a'] = 30;
      }
      if (mode === 'change') for (const other in prices) prices[other]! += 100;
    }
    return seen;
  }
}

export const runs = ['', 'delete', 'add', 're-add', 'change'].map((mode) => ({ method: 'run', args: [mode] }));
