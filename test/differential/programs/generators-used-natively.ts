import { activity, sleep, workflow } from 'hopline';

export class Generators {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  *pages(count: number): Generator<number, string, number | undefined> {
    let got: number | undefined;
    for (let i = 0; i < count; i++) got = yield i + (got ?? 0);
    return 'done';
  }

  @workflow()
  async run(count: number): Promise<unknown[]> {
    const out: unknown[] = [];
    const first = this.pages(count);
    out.push(first.next(), first.next(10), first.next(20));
    await sleep(1);
    out.push(...this.pages(count));
    const [head, ...rest] = this.pages(count);
    out.push(await this.give(head), rest);
    out.push(
      Array.from(this.pages(count), (n) => n * 2),
      Math.max(...this.pages(count)),
    );
    return out;
  }
}

export const runs = [0, 2].map((count) => ({ method: 'run', args: [count] }));
