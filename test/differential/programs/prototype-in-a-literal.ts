import { activity, sleep, workflow } from 'hopline';

export class Prototype {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const bare = { __proto__: null, a: await this.give(1) } as unknown as { a: number };
    const own = { a: await this.give(2), ['__proto__']: 3 };
    await sleep(1);
    return [Object.getPrototypeOf(bare), bare.a, Object.keys(own), Object.getPrototypeOf(own) === Object.prototype];
  }
}

export const runs = [{ method: 'run', args: [] }];
