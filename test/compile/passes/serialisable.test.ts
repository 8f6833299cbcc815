/** May a value of this type travel? The verdict, and the path to what stands in the way. */
import { ts } from 'ts-morph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SerialCheck, type Verdict } from '../../../codegen/analyse/serialisable.ts';
import { Lowering } from './lowered.ts';

const declarations = `
import { registerCodec, type Secret } from 'hopline';
interface Line { sku: string; amount: number; note?: string | null }
interface Tree { value: number; left?: Tree; right?: Tree; parents: Map<string, Tree> }
interface BadTree { value: number; children: BadTree[]; visit: (tree: BadTree) => void }
interface Callable { (x: number): number; title: string }
interface WithMethod { name: string; greet(): void }
class Money { constructor(readonly cents: number) {} }
class Registered { constructor(readonly cents: number) {} }
registerCodec(Registered, { name: 'Registered', encode: (value) => value.cents, decode: (cents: number) => new Registered(cents) });
class NotFound extends Error { readonly key = 'k'; }
class Hidden { #secret = 1; read() { return this.#secret; } }
enum Colour { red, green }
const enum Flag { on = 'on' }
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
declare const brand: unique symbol;
type OrderId = string & { readonly [brand]: true };
type Endless<T> = { value: T; next?: Endless<T[]> };
type Deep = { a: { b: { c: [{ d: () => void }] } } };
abstract class Shape { abstract area(): number; }
type Open<T> = { value: T };
const withGetter = { plain: 1, get now() { return Date.now(); } };
function local() { class Local extends Error {} return new Local(); }
`;

type Expected = 'safe' | 'unknown' | readonly [path: string, reason: RegExp];

const table: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  primitives: {
    string: 'safe',
    number: 'safe',
    bigint: 'safe',
    boolean: 'safe',
    undefined: 'safe',
    null: 'safe',
    void: 'safe',
    never: 'safe',
    "'a' | 1 | true": 'safe',
    '`id-${number}`': 'safe',
    Colour: 'safe',
    'Colour.red': 'safe',
    Flag: 'safe',
    OrderId: 'safe',
    symbol: ['', /a symbol/],
    'unique symbol': ['', /a symbol/],
  },
  'plain data': {
    Line: 'safe',
    'Line[]': 'safe',
    'readonly Line[]': 'safe',
    '[string, Line?, ...number[]]': 'safe',
    'Record<string, Line>': 'safe',
    '{ readonly [key: number]: string }': 'safe',
    'Partial<Line> & { extra: Date }': 'safe',
    'string[] & { readonly kind?: "names" }': 'safe',
    'Date & { readonly zone?: string }': 'safe',
    'Line[] & (() => void)[]': ['[]', /a function/],
    'typeof withGetter': ['now', /a getter/],
    'ReturnType<typeof local>': ['', /local class Local/],
    'Pick<Line, "sku">': 'safe',
    Json: 'safe',
    Tree: 'safe',
    'Endless<number>': 'unknown',
  },
  'built-in objects that the codec carries': {
    Date: 'safe',
    RegExp: 'safe',
    URL: 'safe',
    URLSearchParams: 'safe',
    ArrayBuffer: 'safe',
    Uint8Array: 'safe',
    Float64Array: 'safe',
    BigInt64Array: 'safe',
    'Map<string, Line>': 'safe',
    'Set<Date>': 'safe',
    'ReadonlyMap<string, ReadonlySet<number>>': 'safe',
    Error: 'safe',
    RangeError: 'safe',
    NotFound: 'safe',
    'Error | null': 'safe',
  },
  classes: {
    Registered: 'safe',
    Money: ['', /an instance of class Money/],
    Hidden: ['', /class Hidden/],
    Shape: ['', /class Shape/],
    'Line & { price: Money }': ['price', /class Money/],
    'Map<string, Money>': ['<>', /class Money/],
    'typeof Money': ['', /a class/],
  },
  callables: {
    '() => void': ['', /a function/],
    Callable: ['', /a function/],
    'new () => object': ['', /a class/],
    'string | (() => string)': ['', /a function/],
    WithMethod: ['greet', /a function/],
    '{ a: 1; on?: (event: string) => void }': ['on', /a function/],
    Deep: ['a.b.c[].d', /a function/],
    '(() => void)[]': ['[]', /a function/],
    'Record<string, () => void>': ['[]', /a function/],
    'Map<string, () => void>': ['<>', /a function/],
    BadTree: ['visit', /a function/],
  },
  'objects of this process': {
    'Promise<string>': ['', /a promise/],
    'PromiseLike<string>': ['', /a promise/],
    '{ job: Promise<void> }': ['job', /a promise/],
    'WeakMap<object, string>': ['', /a WeakMap/],
    'WeakSet<object>': ['', /a WeakSet/],
    'WeakRef<Line>': ['', /a WeakRef/],
    'Iterator<string>': ['', /an iterator/],
    'IterableIterator<string>': ['', /an iterator/],
    'ArrayIterator<string>': ['', /an iterator/],
    'MapIterator<[string, number]>': ['', /an iterator/],
    'Generator<number>': ['', /a generator/],
    'AsyncGenerator<number>': ['', /a generator/],
    Buffer: ['', /a Buffer/],
    RegExpExecArray: ['', /a match/],
    RegExpMatchArray: ['', /a match/],
    'RegExpExecArray | null': ['', /a match/],
    TemplateStringsArray: ['', /a template strings array/],
    AbortSignal: ['', /AbortSignal/],
    AbortController: ['', /AbortController/],
  },
  'values that may not be in a message': {
    'Secret<string>': ['', /a Secret/],
    'Secret<{ user: string }>': ['', /a Secret/],
    '{ login: { token: Secret<string> } }': ['login.token', /a Secret/],
    'Secret<string>[]': ['[]', /a Secret/],
  },
  'what only the run knows': {
    any: 'unknown',
    unknown: 'unknown',
    object: 'unknown',
    '{ a: any }': 'unknown',
    'unknown[]': 'unknown',
    'Map<string, any>': 'unknown',
    '(string | unknown)[]': 'unknown',
    'Open<any>': 'unknown',
  },
  'worse wins': {
    '{ a: any; b: () => void }': ['b', /a function/],
    'any[] | Promise<void>': ['', /a promise/],
    '[Line, unknown, Money]': ['[]', /class Money/],
  },
};

const rows = Object.entries(table).flatMap(([group, types]) =>
  Object.entries(types).map(([type, expected]) => ({ group, type, expected })),
);

describe('a type', () => {
  let lowering: Lowering;
  let judge: (index: number) => Verdict;
  beforeAll(() => {
    lowering = new Lowering();
    const text = `${declarations}\n${rows.map(({ type }, index) => `declare const value${index}: ${type};`).join('\n')}\nexport {};\n`;
    const { program, file } = lowering.program(text);
    const errors = program
      .getSemanticDiagnostics(file)
      .map((each) => ts.flattenDiagnosticMessageText(each.messageText, ' '));
    expect(errors).toEqual([]);
    const checker = program.getTypeChecker();
    const serial = new SerialCheck(checker, lowering.classesWithCodec());
    const variables = new Map<string, ts.Node>();
    file.forEachChild((statement) => {
      if (!ts.isVariableStatement(statement)) return;
      for (const { name } of statement.declarationList.declarations) variables.set(name.getText(), name);
    });
    judge = (index) => serial.judge(checker.getTypeAtLocation(variables.get(`value${index}`)!));
  }, 60_000);
  afterAll(() => lowering?.remove());

  it.each(rows.map((row, index) => ({ ...row, index })))('$group: $type', ({ index, expected }) => {
    const verdict = judge(index);
    if (typeof expected === 'string') return expect(verdict).toEqual({ kind: expected });
    expect(verdict).toEqual({
      kind: 'unsafe',
      path: expected[0],
      reason: expect.stringMatching(expected[1]) as string,
    });
  });

  it('that is an open type parameter is known only by the run', () => {
    const machines = lowering.module(`
      import { sleep, workflow } from 'hopline';
      export class Generic<T> {
        constructor(readonly initial: T) {}
        @workflow() async run(value: T) { await sleep(1); return value; }
      }`);
    expect(machines.diagnostics).toEqual([]);
  });
});
