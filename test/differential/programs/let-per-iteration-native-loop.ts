import { activity, sleep, workflow } from 'hopline';

export class Native {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<unknown[]> {
    await sleep(1);
    const readers: (() => number)[] = [];
    for (let i = 0, step = () => i++; i < n; step === undefined ? 0 : i++) readers.push(() => i);
    for (const name in { a: 1, b: 2 }) readers.push(() => name.length);
    var leaked: (() => number)[] = [];
    for (var v = 0; v < 2; v++) leaked.push(() => v);
    const seen = [...readers, ...leaked].map((read) => read());
    await this.give(seen);
    return seen;
  }
}

export const runs = [3].map((n) => ({ method: 'run', args: [n] }));
