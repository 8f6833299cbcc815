// @ts-nocheck: shapes that a type checker has an opinion on.
import { activity, sleep, workflow } from 'hopline';
import { host } from '../harness/host.ts';

async function retry<T>(times: number, work: number): Promise<number> {
  for (let i = 0; i < times; i++) {
    try {
      if (i < work) throw new Error(`try ${i}`);
      return i;
    } catch (error) {
      await sleep(i + 1);
    }
  }
  return -1;
}
const either = async (n: number) => (n > 1 ? sleep(n) : retry(n, 0));
const orNull = async (n: number) => n > 5 && retry(n, 1);
const comma = async (n: number) => (host.note('c', n), retry(2, n));
const nested = async (n: number) => (n > 3 ? (n > 4 ? retry(1, 0) : 'four') : (n ?? retry(3, 0)));

export class Shapes {
  @activity() async give<T>(v: T): Promise<T> {
    return v;
  }
  @activity() async fail(v: string): Promise<never> {
    throw new TypeError(v);
  }

  @workflow() async concise(n: number): Promise<unknown> {
    return [await either(n), await orNull(n), await comma(1), await nested(n), await nested(null as never)];
  }
  @workflow() async shadow(x: number): Promise<unknown> {
    const out = [];
    const f = async (x: number) => {
      out.push(x);
      {
        let x = 10;
        out.push(await this.give(x));
        x++;
        out.push(x);
      }
      return x;
    };
    out.push(await f(x + 1), x);
    for (const x of [1, 2]) {
      const g = async () => {
        out.push(await this.give(x));
        return x * 2;
      };
      out.push(await g());
    }
    return out;
  }
  @workflow() async finals(n: number): Promise<unknown> {
    const log = [];
    const f = async (k: number) => {
      try {
        log.push('t');
        if (k) return await this.give(k);
        await this.fail('no');
      } catch (e) {
        log.push(e.name);
        throw e;
      } finally {
        log.push('f', await this.give('fin'));
      }
    };
    try {
      await f(1);
      await f(0);
    } catch (e) {
      log.push(String(e), e instanceof TypeError);
    }
    outer: for (const a of [1, 2, 3]) {
      const g = async () => (a === 2 ? this.give('two') : null);
      for (const b of [1, 2]) {
        if ((await g()) && b === 2) continue outer;
        if (a === 3) break outer;
        log.push([a, b]);
      }
    }
    return log;
  }
  @workflow() async boxes(n: number): Promise<unknown> {
    let a = 1,
      { b } = { b: 2 };
    let c;
    const fns = {
      inc: () => {
        a++;
        b += 2;
      },
    };
    const f = async () => {
      fns.inc();
      c = { a, b };
      await this.give(c);
      a *= 2;
      c.a = a;
      return c;
    };
    const r1 = await f();
    const same = r1 === c;
    fns.inc();
    const r2 = await f();
    a++;
    return [r1, r2, same, r2 === c, r1 === r2, a, b, c];
  }
  @workflow() async patterns([first, ...others]: number[]): Promise<unknown> {
    const f = async ({ a = first, ...rest }: any = {}, [h, , t = a] = others, ...more: number[]) => {
      await sleep(1);
      first += a;
      return [a, rest, h, t, more, first];
    };
    return [await f(), await f({ a: 1, z: 2 }, [7], 8, 9), first];
  }
  @workflow() async groups(n: number): Promise<unknown> {
    const order = [];
    let busy = 0;
    const w = async (k: number) => {
      busy++;
      try {
        await sleep(k);
        if (k === 2) throw new RangeError('two');
        return await this.give(k * 10);
      } finally {
        busy--;
        order.push(k);
      }
    };
    const all = await Promise.allSettled([
      w(1),
      w(2),
      ...[3, 4].map((k) => w(k)),
      n > 2 ? w(5) : 6,
      (async () => (await w(7)) + (await w(8)))(),
    ]);
    let err;
    try {
      await Promise.all([w(2)]);
    } catch (e) {
      err = [e.name, e.message, e instanceof RangeError];
    }
    const m = new Map([
      ['a', 1],
      ['b', 2],
    ]);
    const entries = await Promise.all([...m].map(async ([k, v]) => [k, await this.give(v)]));
    const objects = await Promise.all(
      Object.entries({ x: 1, y: 2 }).map(async ([key, value], i, list) => ({
        key,
        value: await this.give(value),
        i,
        n: list.length,
      })),
    );
    return [
      all.map((r) => (r.status === 'fulfilled' ? r.value : String(r.reason))),
      busy,
      order.sort(),
      err,
      Object.fromEntries(entries),
      objects,
    ];
  }
  @workflow() async inLoop(n: number): Promise<unknown> {
    const rows = [];
    let i = 0;
    while (i < n) {
      i++;
      const k = i;
      rows.push(
        await Promise.all(
          [1, 2].map(async (x) => {
            const y = await this.give(x * k);
            await sleep(y);
            return y + i;
          }),
        ),
      );
      if (rows.length > 2) break;
    }
    do {
      i--;
      rows.push(
        await Promise.all([
          this.give(i),
          (async () => {
            await sleep(1);
            return i;
          })(),
        ]),
      );
    } while (i > 0);
    switch (n) {
      case 3: {
        const z = async () => this.give('z');
        rows.push(await z());
      }
      case 4:
        rows.push(await Promise.all([this.give('fall')]));
        break;
      default:
        rows.push(0);
    }
    return rows;
  }
  @workflow() async deep(n: number): Promise<unknown> {
    let count = 0;
    const tree = async (d: number): Promise<any> => {
      count++;
      if (d === 0) return this.give(count);
      const [l, r] = await Promise.all([tree(d - 1), tree(d - 1)]);
      return { l, r };
    };
    const t = await tree(n);
    return [JSON.stringify(t).length > 0, count];
  }
  @workflow() async values(n: number): Promise<unknown> {
    const d = new Date(0),
      s = new Set([1n]),
      u = undefined,
      z = -0,
      m = new Map([[d, s]]);
    const f = async (extra: unknown) => {
      await sleep(1);
      return [d, s, u, z, m, extra, m.get(d) === s];
    };
    const a = await f(m);
    const [b] = await Promise.all([f(s)]);
    return [a[4] === m, a[5] === m, b[5] === s, a, b, Object.is(a[3], -0)];
  }
  @workflow() async thisThings(n: number): Promise<unknown> {
    const self = this;
    const { give } = { give: 1 };
    const f = async () => [await self.give(give), typeof this, this === self];
    const obj = { n };
    const g = async () => obj.n + (await this.give(1));
    return [await f(), await g()];
  }
}
export const runs = [
  ...[0, 1, 2, 5, 6].map((n) => ({ method: 'concise', args: [n] })),
  { method: 'shadow', args: [3] },
  { method: 'finals', args: [1] },
  { method: 'boxes', args: [1] },
  { method: 'patterns', args: [[5, 6, 7]] },
  { method: 'groups', args: [1] },
  { method: 'groups', args: [3] },
  { method: 'inLoop', args: [3] },
  { method: 'inLoop', args: [4] },
  { method: 'deep', args: [2] },
  { method: 'values', args: [1] },
  { method: 'thisThings', args: [2] },
];
