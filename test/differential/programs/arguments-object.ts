import { activity, sleep, workflow } from 'hopline';

export class ArgumentsObject {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(_first: unknown, _second?: unknown): Promise<unknown[]> {
    const count = arguments.length;
    const all = [...arguments];
    await sleep(1);
    return [count, all, await this.give(count)];
  }
}

export const runs = [[1], [1, 'b', { c: 3 }]].map((args) => ({ method: 'run', args }));
