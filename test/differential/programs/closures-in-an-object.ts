import { activity, workflow } from 'hopline';

export class Handlers {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(kind: 'a' | 'b'): Promise<unknown> {
    const handlers = { a: (n: number) => n + 1, b: (n: number) => n * 2 };
    const n = await this.give(5);
    return handlers[kind](n);
  }
}

export const runs = [
  { method: 'run', args: ['a'] },
  { method: 'run', args: ['b'] },
];
