import { activity, sleep, workflow } from 'hopline';

export class MadeAgain {
  readonly settings = { unit: 'kg' };

  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async mutual(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    for (let i = 0; i < n; i++) {
      let depth = i;
      function even(k: number): boolean {
        depth++;
        return k === 0 ? true : odd(k - 1);
      }
      function odd(k: number): boolean {
        depth++;
        return k === 0 ? false : even(k - 1);
      }
      out.push(even(i));
      await sleep(1);
      out.push(odd(i), depth, i);
      depth += await this.give(10);
      out.push(even(i), depth);
    }
    return out;
  }

  @workflow()
  async chain(names: string[]): Promise<unknown[]> {
    const out: unknown[] = [];
    const prefix = '<';
    for (const [index, name] of names.entries()) {
      const label = () => `${prefix}${name}`;
      const twice = () => label() + label();
      const count = { n: index };
      const bump = () => ++count.n;
      if (index === 1) continue;
      await sleep(index);
      bump();
      out.push(twice(), count.n);
      try {
        await this.give(label());
        throw new Error(name);
      } catch (problem) {
        const say = () => (problem as Error).message;
        await sleep(2);
        out.push(say(), bump());
      }
    }
    return out;
  }

  @workflow()
  async tables(kind: 'card' | 'cash'): Promise<unknown[]> {
    const { settings } = this;
    const fees = { card: (x: number) => x * 2, cash: (x: number) => x + 1, none: 0 };
    const Rate = class {
      static of(x: number): number {
        return fees[kind](x) * 10;
      }
    };
    const before = fees[kind](await this.give(3));
    await sleep(1);
    return [before, fees[kind](4), Rate.of(2), settings.unit, fees.none];
  }

  @workflow()
  async escaping(items: number[]): Promise<unknown[]> {
    let total = 0;
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      if (item < 0) {
        const collected = [() => i, () => item];
        total += collected.map((f) => f()).reduce((a, b) => a + b, 0);
        continue;
      }
      items.forEach((x) => (total += x));
      total += await this.give(item);
    }
    return [total];
  }

  @workflow()
  async defaults(rows: { a?: number; b?: { c?: number[] } }[]): Promise<unknown[]> {
    const out: unknown[] = [];
    for (const {
      a = await this.give(5),
      b: { c: [first = await this.give(7), ...rest] = [] } = {},
      ...others
    } of rows) {
      out.push([a, first, rest, others]);
    }
    return out;
  }

  @workflow()
  async doWhileWithContinue(n: number): Promise<unknown[]> {
    const out: unknown[] = [];
    let i = 0;
    outer: do {
      const at = i;
      const show = () => `${at}/${i}`;
      i++;
      for (const x of [1, 2, 3]) {
        if (x === 2 && at === 1) continue outer;
        if (x === 3 && at === 2) break outer;
        out.push(show() + (await this.give(x)));
      }
    } while (i < n && (await this.give(true)));
    return out;
  }
}

export const runs = [
  { method: 'mutual', args: [3] },
  { method: 'chain', args: [['a', 'b', 'c']] },
  { method: 'tables', args: ['card'] },
  { method: 'tables', args: ['cash'] },
  { method: 'escaping', args: [[1, -2, 3, -4]] },
  { method: 'defaults', args: [[{}, { a: 1 }, { b: {} }, { a: 2, b: { c: [1, 2, 3] }, z: 9 }]] },
  { method: 'doWhileWithContinue', args: [4] },
];
