import { activity, workflow } from 'hopline';

export class Unary {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(value: unknown): Promise<unknown[]> {
    const target: Record<string, unknown> = { a: 1, b: 2 };
    return [
      !(await this.give(value)),
      -(await this.give(3)),
      +((await this.give('4')) as string),
      ~(await this.give(5)),
      typeof (await this.give(value)),
      void (await this.give(value)),
      !!(await this.give(value)),
      delete target[await this.give('a')],
      delete (await this.give(target))['b'],
      target,
      -(-(await this.give(6))),
      -(await this.give(7n)),
    ];
  }
}

export const runs = [0, 'text', null, undefined].map((value) => ({ method: 'run', args: [value] }));
