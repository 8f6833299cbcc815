import { activity, sleep, workflow } from 'hopline';

export class ProtoShorthand {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }
  @workflow()
  async run(n: number): Promise<unknown> {
    const __proto__ = { a: 1 };
    const o = { __proto__, b: await this.give(2) };
    return [Object.keys(o), Object.getPrototypeOf(o) === Object.prototype];
  }
}

export const runs = [{ method: 'run', args: [1] }];
