import { activity, sleep, workflow } from 'hopline';

export class ArgumentsLater {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(_first: unknown, _second?: unknown): Promise<unknown[]> {
    await sleep(1);
    return [arguments.length, Array.from(arguments), await this.give(arguments[0])];
  }
}

export const runs = [[1], [1, 'b', 3]].map((args) => ({ method: 'run', args }));
