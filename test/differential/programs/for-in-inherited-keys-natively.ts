import { activity, sleep, workflow } from 'hopline';

class Base {
  readonly base = 1;
}
class Derived extends Base {
  readonly derived = 2;
}

export class Inherited {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<string[]> {
    await sleep(1);
    const keys: string[] = [];
    for (const key in Object.assign(Object.create({ inherited: 1, shadowed: 2 }), { own: 3, shadowed: 4 }))
      keys.push(key);
    for (const key in new Derived()) keys.push(key);
    await this.give(keys);
    return keys;
  }
}

export const runs = [{ method: 'run', args: [] }];
