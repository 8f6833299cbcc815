import { activity, sleep, workflow } from 'hopline';

export class Odd {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(value: unknown): Promise<string[]> {
    const out: string[] = [];
    for (const key in value as object) {
      out.push(key);
      await sleep(1);
    }
    for (const index in 'hi' as unknown as object) out.push(await this.give(index));
    return out;
  }
}

export const runs = ['abc', null, undefined, 12, true, { a: 1 }, ['x']].map((value) => ({
  method: 'run',
  args: [value],
}));
