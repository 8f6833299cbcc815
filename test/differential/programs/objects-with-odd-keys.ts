import { activity, sleep, workflow } from 'hopline';

export class OddKeys {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const odd: Record<string, unknown> = { ['__proto__']: 1, constructor: 2, toString: 'no', '': 3, 'a b': 4, 5: 5 };
    const bare = Object.assign(Object.create(null) as Record<string, unknown>, { own: true });
    await sleep(1);
    odd['late'] = undefined;
    await sleep(2);
    return [Object.entries(odd), Object.getPrototypeOf(bare), bare, 'late' in odd, await this.give(odd)];
  }
}

export const runs = [{ method: 'run', args: [] }];
