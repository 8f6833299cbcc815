import { activity, sleep, workflow } from 'hopline';

export class FirstBinding {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<number[]> {
    const out: number[] = [];
    for (let i = 0, first = (x: number) => x + i; i < n; i++) {
      await sleep(i);
      out.push(first(0));
    }
    return out;
  }

  @workflow()
  async writes(n: number): Promise<number[]> {
    const out: number[] = [];
    for (let i = 0, bump = () => (i += 10), read = () => i + bump(), end = n; i < end; i++) {
      out.push(read(), i);
      await sleep(i);
      out.push(bump(), i);
      end = end > 5 ? 0 : end;
    }
    return out;
  }

  @workflow()
  async inner(n: number): Promise<number[]> {
    const out: number[] = [];
    for (const offset of [1, 2]) {
      for (let i = offset, first = () => i * 100 + offset; i < n; i += await this.give(1)) {
        const here = () => i;
        await sleep(i);
        out.push(first(), here());
      }
    }
    return out;
  }
}

export const runs = [
  { method: 'run', args: [3] },
  { method: 'writes', args: [3] },
  { method: 'inner', args: [4] },
];
