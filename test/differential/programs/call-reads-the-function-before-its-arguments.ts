import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

const registry = {
  handler: (value: number) => `first ${value}`,
};

export class Replaced {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const out: unknown[] = [];
    const numbers = { base: 1, add: [1, 2] };
    out.push(numbers.add.indexOf(await this.give(2)), out.length);
    out.push(registry.handler(await this.give(3)));
    try {
      const missing = (await this.give({})) as { f(n: number): number };
      out.push(missing.f(host.note('argument evaluated', 1)));
    } catch (error) {
      out.push((error as Error).name);
    }
    try {
      const nothing = (await this.give(null)) as unknown as { f(n: number): number };
      out.push(nothing.f(host.note('not evaluated', 1)));
    } catch (error) {
      await sleep(1);
      out.push((error as Error).name);
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [] }];
