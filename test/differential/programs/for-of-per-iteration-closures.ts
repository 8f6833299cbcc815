import { activity, sleep, workflow } from 'hopline';

export class Closures {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(items: string[]): Promise<string[]> {
    const out: string[] = [];
    for (const item of items) {
      await sleep(1);
      const decorate = (mark: string) => `${mark}${item}${mark}`;
      out.push(decorate('*'));
      await sleep(2);
      out.push([1, 2].map((n) => item + n).join());
    }
    return out;
  }
}

export const runs = [{ method: 'run', args: [['a', 'b']] }];
