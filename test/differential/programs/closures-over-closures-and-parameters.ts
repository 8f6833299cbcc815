import { activity, sleep, workflow } from 'hopline';

export class Layers {
  readonly unit = 'u';
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(
    base: number,
    { scale, ...rest }: { scale: number; extra?: string },
    ...more: number[]
  ): Promise<unknown[]> {
    const first = (x: number) => x * scale + base;
    const second = (x: number) => `${first(x)}${this.unit}${rest.extra ?? ''}`;
    function third(x: number, depth = 0): string {
      return depth < 1 ? third(x, depth + 1) : second(x) + more.length;
    }
    await sleep(1);
    base = await this.give(base + 1);
    more.push(9);
    await sleep(2);
    return [first(1), second(2), third(3), [1, 2].map(first), more.map((x) => third(x))];
  }
}

export const runs = [
  { method: 'run', args: [1, { scale: 2, extra: 'e' }, 5, 6] },
  { method: 'run', args: [1, { scale: 3 }] },
];
