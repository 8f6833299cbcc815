import { activity, sleep, workflow } from 'hopline';

export class Counter {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const out: unknown[] = [];
    let count = 0;
    for (let i = 0; i < 3; i++) {
      const add = () => {
        count += i;
        i += count > 2 ? 1 : 0;
      };
      add();
      add();
      out.push(count, i);
      await sleep(1); // live: count, i, out
    }
    return [...out, count];
  }
}

export const runs = [{ method: 'run', args: [] }];
