/**
 * G10: the first activity of a delivery may run in the delivery that reached it only if the stretch before it gives the
 * same in every process. Each row is a stretch; a wrong `pure` here would give two attempts of one call unequal arguments.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MachineIr } from '../../../codegen/ir/instruction.ts';
import { Lowering, workflowModule } from './lowered.ts';

/** The module around every stretch. */
const outside = `
import { createHash, randomUUID } from 'node:crypto';
let counter = 0;
const settings = { rate: 2 };
const shared: number[] = [];
const plain = 'plain';
function unknown(): number { return (counter += 1); }
class Clock { get now() { return Date.now(); } readonly zone: string = 'UTC'; set rate(value: number) { counter = value; } }
class Ticks { *[Symbol.iterator](): Generator<number> { yield Date.now(); } }
class Amount { valueOf(): number { return Date.now(); } toString(): string { return String(Date.now()); } toJSON(): unknown { return Date.now(); } }
const ticks = new Ticks();
const amount = new Amount();
const wrapped = { amount };
const next = /\\d/gy;
const anything: any = unknown;
const clock = new Clock();
enum Size { small, large }
type Recursive = (number | Recursive)[];
void [createHash, randomUUID, counter, settings, shared, plain, unknown, clock, Size, ticks, amount, wrapped, anything, next];
`;
const parameters =
  'n: number, text: string, xs: number[], when: Date, bag: { size: number; tags: Map<string, number> }';

/** An expression, or statements that end in a declaration of `value`. */
type Row = readonly [stretch: string, why?: string];

const pure: Readonly<Record<string, readonly Row[]>> = {
  'literals and operators': [
    ['1'],
    ['`text ${n}`'],
    ['n * 2 + (n ** 2) % 3'],
    ['n > 1 ? text : plain'],
    ['text ?? plain'],
    ['[n, ...xs]'],
    ['({ n, [text]: n, ...bag })'],
    ['/x/g'],
    ['-n'],
    ['typeof text'],
    ['text as string'],
    ['10n ** 2n'],
  ],
  'property reads': [
    ['bag.size'],
    ['bag["size"]'],
    ['xs[0]'],
    ['xs.length'],
    ['this.rate'],
    ['settings.rate', 'a constant of the module'],
    ['Size.large'],
    ['clock.zone'],
    ['bag?.tags?.size'],
    ['Number.MAX_SAFE_INTEGER'],
    ['Math.PI'],
  ],
  'built-ins without a clock or dice': [
    ['Math.max(n, 3)'],
    ['Math["floor"](n)'],
    ['JSON.stringify({ n, xs })'],
    ['JSON.parse(text)'],
    ['Number(text)'],
    ['Number.parseInt(text, 10)'],
    ['parseFloat(text)'],
    ['String(n)'],
    ['BigInt(n)'],
    ['Object.keys(bag)'],
    ['Object.entries(bag).length'],
    ['Array.from(xs)'],
    ['Array.isArray(xs)'],
    ['structuredClone(bag)'],
    ['encodeURIComponent(text)'],
    ['new Map([[text, n]])'],
    ['new Set(xs).size'],
    ['new Date(n)'],
    ['new Date(when)'],
    ['new Date("2030-01-01T00:00:00Z")'],
    ['new Date(Date.UTC(2030, 0, 1))'],
    ['new Error(text).message'],
    ['new Uint8Array(4)'],
  ],
  'methods of values of the run': [
    ['text.toUpperCase()'],
    ['text.replace(/x/g, "y")'],
    ['xs.slice(1)'],
    ['xs.join(",")'],
    ['[...xs].sort()'],
    ['n.toFixed(2)'],
    ['n.toString(16)'],
    ['bag.tags.get(text)'],
    ['when.getTime()'],
    ['when.toISOString()'],
    ['when.getUTCHours()'],
    ['JSON.stringify(when)'],
    ['/x(.)/.exec(text)?.[1]'],
    ['plain.toUpperCase()', 'text cannot be changed, whoever it belongs to'],
    ['`${when.toISOString()} ${xs}`'],
    ['+when > n'],
    ['const tree: (number | Recursive)[] = [n]; const value = `${tree}`;'],
    ['text.match(/x/g)'],
  ],
  'callbacks that are pure': [
    ['xs.map((x) => x * n)'],
    ['xs.filter(Boolean)'],
    ['xs.map(String)'],
    ['xs.reduce((sum, x) => sum + x, 0)'],
    ['[...xs].sort((a, b) => a - b)'],
    ['Array.from({ length: 2 }, (_, i) => i * n)'],
    ['const twice = (x: number) => x * 2; const value = xs.map(twice);'],
    ['const twice = (x: number) => x * 2; const value = twice(n);'],
    ['function twice(x: number): number { return x * 2; } const value = twice(n);'],
    ['function down(x: number): number { return x > 0 ? down(x - 1) : 0; } const value = down(n);', 'recursion'],
    ['const a = (x: number) => x + 1; const b = (x: number) => a(x) * 2; const value = b(n);'],
  ],
  'statements over values of the run': [
    ['let value = 0; for (const x of xs) value += x;'],
    ['let value = 0; while (value < n) value += 1;'],
    ['const value: number[] = []; value.push(n);'],
    ['const value: Record<string, number> = {}; value[text] = n; delete value["x"];'],
    ['let value = n; value++;'],
    ['let value = ""; try { value = JSON.parse(text); } catch { value = "no"; }'],
    ['const [first, second = 2] = xs; const value = { first, second };'],
    ['const { size: value } = bag;'],
    ['const copy = { ...settings, list: [...xs] }; copy.list.push(n); const value = copy;'],
    ['const [first] = xs; const value = text + first;'],
  ],
};

const impure: Readonly<Record<string, readonly Row[]>> = {
  'the clock': [
    ['Date.now()'],
    ['new Date()'],
    ['new Date(text)', 'the zone of the host, where the text has none'],
    ['Date()'],
    ['performance.now()'],
    ['process.hrtime()'],
    ['Math.max(Date.now(), n)'],
    ['`${Date.now()}`'],
    ['({ at: { now: Date.now() } })'],
    ['const now = Date.now; const value = now();'],
    ['const { now } = Date; const value = now();'],
    ['globalThis.Date.now()'],
    ['clock.now', 'an accessor'],
  ],
  'the dice': [
    ['Math.random()'],
    ['Math["random"]()'],
    ['crypto.randomUUID()'],
    ['randomUUID()'],
    ['crypto.getRandomValues(new Uint8Array(1))'],
    ['xs.map(() => Math.random())'],
    ['xs.map(Math.random)'],
    ['const { random } = Math; const value = random();'],
    ['const roll = () => Math.random(); const value = roll();'],
    ['function roll(): number { return Math.random(); } const value = roll();'],
    ['const a = () => Math.random(); const b = () => a(); const value = b();'],
    ['xs.sort(() => Math.random() - 0.5)'],
  ],
  'the zone and language of the host': [
    ['n.toLocaleString()'],
    ['when.toLocaleDateString()'],
    ['text.localeCompare(plain)'],
    ['when.getHours()'],
    ['when.getTimezoneOffset()'],
    ['when.toString()'],
    ['new Intl.NumberFormat().format(n)'],
    ['new Date(2030, 0, 1)'],
    ['new Date("2030-01-01T00:00:00")'],
    ['when.setHours(1)'],
  ],
  'state outside of the run': [
    ['counter', 'a let of the module'],
    ['counter + 1'],
    ['xs.map((x) => x + counter)'],
    ['settings.rate = n'],
    ['shared.push(n)'],
    ['(counter += 1)'],
    ['const value = n; delete (settings as { rate?: number }).rate;'],
    ['const value = n; shared[0]! += 1;'],
    ['const value = n; [shared[0]] = xs;'],
    ['const alias = settings; alias.rate = n; const value = n;', 'under another name'],
    ['let alias = { rate: 1 }; alias = settings; alias.rate = n; const value = n;'],
    ['const box = { inner: settings }; box.inner.rate = n; const value = n;'],
    ['const { inner } = { inner: shared }; inner.push(n); const value = n;'],
    ['const value = n; for (const each of [settings]) each.rate = n;'],
    ['const value = n; Object.assign(settings, bag);'],
    ['Object.assign(settings, bag).rate'],
    ['Object.freeze(shared).length'],
    ['const put = (list: number[]) => list.push(n); const value = put(shared);'],
    ['const value = n; clock.rate = n;', 'a setter'],
    ['const list: { rate: number }[] = []; list.push(settings); list[0]!.rate = n; const value = n;'],
    ['const map = new Map<string, { rate: number }>(); map.set("s", settings); const value = n;'],
    ['const box: { inner?: object } = {}; box.inner = settings; const value = n;'],
    ['const value = Object.assign({}, { inner: settings });'],
    ['const one = [n].map(() => settings)[0]!; one.rate = n; const value = n;'],
    ['let each = { rate: 1 }; ({ each = settings } = {} as { each?: typeof each }); each.rate = n; const value = n;'],
    ['process.pid'],
    ['process.env.HOME'],
    ['performance.timeOrigin'],
    ['text.match(next)', 'its lastIndex is kept between calls'],
    ['text.replace(next, "")'],
    ['new Uint8Array(ticks).length'],
  ],
  'calls to unknown code': [
    ['unknown()'],
    ['this.helper()'],
    ['xs.map(unknown)'],
    ['new Clock().zone'],
    ['createHash("sha256").update(text).digest("hex")'],
    ['const call = (f: () => number) => f(); const value = call(unknown);'],
    ['const table = { now: Date.now }; const value = table.now();'],
    ['String.raw`${unknown()}`'],
    ['const tag = (s: TemplateStringsArray) => s.length + Math.random(); const value = tag`x`;'],
    ['await inline(async () => 1)', 'an await runs code of others'],
    ['await Promise.resolve(n)'],
    ['import("node:os")'],
  ],
  'code that is called without a call': [
    ['clock["now"]', 'a getter'],
    ['const { now: value } = clock;'],
    ['const { ...value } = clock;'],
    ['({ ...clock })'],
    ['JSON.stringify(clock)'],
    ['JSON.stringify({ at: [amount] })'],
    ['JSON.stringify(wrapped)'],
    ['[...ticks]', 'an iterator'],
    ['Array.from(ticks)'],
    ['new Set(ticks).size'],
    ['const [value] = ticks;'],
    ['let value = 0; [value] = ticks;'],
    ['let value = 0; for (const tick of ticks) value += tick;'],
    ['Math.max(...ticks)'],
    ['`${amount}`', 'a conversion'],
    ['String(amount)'],
    ['text + amount'],
    ['[amount].join()'],
    ['Number(amount)'],
    ['Math.floor(amount as unknown as number & { valueOf(): number }) + (+amount)'],
    ['(amount as unknown as { valueOf(): number }) < n'],
    ['bag[amount as unknown as "size"] + String(amount)'],
    ['`${when}`', 'a date as text has the zone of the host'],
    ['String(when)'],
    ['when + text'],
    ['[when].join()'],
  ],
  'callbacks that are not known': [
    ['Array.from(xs, unknown)'],
    ['JSON.stringify(xs, unknown)'],
    ['JSON.parse(text, unknown)'],
    ['Object.entries(bag).map(anything)'],
    ['xs.map(...([unknown] as const))'],
    ['Date.now.call(Date)'],
    ['const now = Date.now; const value = now.call(Date);'],
    ['const now = Date.now; const value = now.apply(Date, []);'],
    ['const roll = () => Math.random(); const value = roll.call(undefined);'],
  ],
};

const groups = (table: typeof pure) =>
  Object.entries(table).flatMap(([group, rows]) => rows.map(([stretch, why]) => ({ group, stretch, why: why ?? '' })));
const rows = [
  ...groups(pure).map((row) => ({ ...row, expected: true })),
  ...groups(impure).map((row) => ({ ...row, expected: false })),
].map((row, index) => ({ ...row, name: `Row${index}` }));

let lowering: Lowering;
beforeAll(() => {
  lowering = new Lowering();
});
afterAll(() => lowering?.remove());

describe('the stretch before an activity', () => {
  let machines: ReadonlyMap<string, MachineIr>;
  beforeAll(() => {
    const text = workflowModule(
      rows.map(({ name, stretch }) => ({
        name,
        parameters,
        body: `${statements(stretch)}\nreturn await this.get(value);`,
      })),
      outside,
    );
    const { machines: all, diagnostics } = lowering.module(text);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    machines = new Map(all.map((machine) => [machine.className, machine]));
  }, 60_000);

  it.each(rows.filter(({ expected }) => expected))('may run again: $group: $stretch $why', ({ name }) => {
    expect(machines.get(name)!.suspensions.at(-1)!.repeatable).toBe(true);
  });

  it.each(rows.filter(({ expected }) => !expected))('may not run again: $group: $stretch $why', ({ name }) => {
    expect(machines.get(name)!.suspensions.at(-1)!.repeatable).toBe(false);
  });
});

/** An expression is a row that does not declare `value` itself. */
function statements(stretch: string): string {
  return /\bvalue\b/.test(stretch) ? stretch : `const value = ${stretch};`;
}

describe('a stretch', () => {
  const facts = (body: string) =>
    lowering.body(body, { parameters, before: outside }).suspensions.map(({ repeatable }) => repeatable);

  it('begins anew at each suspension', () => {
    expect(facts('await this.get(Math.random()); await this.get(1);')).toEqual([false, true]);
    expect(facts('await this.get(1); await this.get(Date.now()); await sleep(1);')).toEqual([true, false, true]);
  });

  it('is what every path to the suspension holds', () => {
    expect(facts('if (n > 1) unknown(); await this.get(n);')).toEqual([false]);
    expect(facts('if (n > 1) { unknown(); await sleep(1); } await this.get(n);')).toEqual([false, true]);
  });

  it('goes round a loop', () => {
    expect(facts('for (;;) { await this.get(n); unknown(); }')).toEqual([false]);
    expect(facts('for (;;) { unknown(); await sleep(1); await this.get(n); }')).toEqual([false, true]);
    expect(facts('while (await this.get(n)) { unknown(); } await this.get(n);')).toEqual([false, true]);
  });

  it('goes from a try into its catch and its finally', () => {
    expect(facts('try { unknown(); } catch { await this.get(n); }')).toEqual([false]);
    expect(facts('try { await this.get(n); unknown(); } catch { await this.get(n); }')).toEqual([true, false]);
    expect(facts('try { unknown(); return; } finally { await this.get(n); }')).toEqual([false]);
    expect(facts('try { await this.get(n); } finally { await this.get(n); }')).toEqual([true, true]);
  });

  it('holds the arguments themselves, and the operands held before', () => {
    expect(facts('const r = [Math.random(), await this.get(n)]; return r;')).toEqual([false]);
    expect(facts('return (await this.get(n)) + (await this.get(unknown()));')).toEqual([true, false]);
  });
});

describe('what comes after resuming', () => {
  const after = (body: string) => {
    const machine = lowering.body(body, { parameters, before: outside });
    return [
      { repeatable: machine.repeatableAfterStart, inline: machine.inlineAfterStart },
      ...machine.suspensions.map((each) => ({ repeatable: each.repeatableAfter, inline: each.inlineAfter })),
    ];
  };
  const clean = { repeatable: true, inline: false };

  it('is repeatable and has no inline await where it only computes', () => {
    expect(after('await sleep(1); return n * 2;')).toEqual([clean, clean]);
  });

  it('is not repeatable where some path up to the next suspension touches something', () => {
    expect(after('await sleep(1); if (n > 1) unknown(); await sleep(2); return n;')).toEqual([
      clean,
      { repeatable: false, inline: false },
      clean,
    ]);
    expect(after('unknown(); await sleep(1);')[0]).toEqual({ repeatable: false, inline: false });
  });

  it('has an inline await where some path up to the next suspension or the end awaits in the hop', () => {
    const inline = { repeatable: false, inline: true };
    expect(after('await sleep(1); if (n > 1) await inline(async () => 1); await sleep(2);')).toEqual([
      clean,
      inline,
      clean,
    ]);
    expect(after('await inline(async () => 1); await sleep(1); return inline(async () => 2);')).toEqual([
      inline,
      inline,
    ]);
    expect(after('for (const x of xs) { await sleep(x); } await inline(async () => 1);')).toEqual([inline, inline]);
  });

  it('is what follows in a handler too', () => {
    const [, afterSleep] = after('try { await sleep(1); JSON.parse(text); } catch { await inline(async () => 1); }');
    expect(afterSleep).toEqual({ repeatable: false, inline: true });
  });
});
