import { describe, expect, it } from 'vitest';
import { HoplineError } from '../../../../runtime/protocol/errors.ts';
import { decodeFrames, encodeFrames } from '../../../../runtime/protocol/frames.ts';
import { encodeValue } from '../../../../runtime/protocol/values/encode-value.ts';

const refusal = (value: unknown): string => {
  try {
    encodeValue(value, 'invoice');
  } catch (error) {
    if (HoplineError.is(error, 'UNSERIALISABLE')) return error.message;
    throw error;
  }
  throw new Error('It was encoded');
};

class Money {}
class Tagged {
  get [Symbol.toStringTag]() {
    return 'Map';
  }
}
class Stack extends Array<number> {}
class Registry extends Map {}
class Day extends Date {}

describe('what cannot travel is named with its path, its kind and the mend', () => {
  const cases: [string, unknown, string][] = [
    ['a function', () => 1, 'invoice is a function, which'],
    ['a named function', { lines: [0, 1, 2, { onPaid }] }, 'invoice.lines[3].onPaid is a function (onPaid), which'],
    ['a class', { Money }, 'invoice.Money is a function (Money)'],
    ['a symbol', [Symbol('s')], 'invoice[0] is a symbol (Symbol(s))'],
    ['a boxed symbol', Object(Symbol('s')), 'a boxed symbol'],
    [
      'a promise',
      { later: Promise.resolve(1) },
      'invoice.later is a promise, which cannot travel in a message. Await it',
    ],
    [
      'a thenable',
      new (class Query {
        then() {}
      })(),
      'a thenable',
    ],
    ['a WeakMap', new WeakMap(), 'a WeakMap'],
    ['a WeakSet', new WeakSet(), 'a WeakSet'],
    ['a WeakRef', new WeakRef({}), 'a WeakRef'],
    ['a generator', (function* () {})(), 'a generator'],
    ['an async generator', (async function* () {})(), 'an async generator'],
    ['an iterator', new Map().entries(), 'an iterator (Map Iterator)'],
    ['an instance', { total: new Money() }, 'invoice.total is an instance of Money without a codec'],
    ['an instance that calls itself a Map', new Tagged(), 'an instance of Tagged without a codec'],
    ['a prototype of its own', Object.create({ a: 1 }), 'an object with a prototype of its own'],
    ['an object whose prototype has none', Object.create(Object.create(null)), 'an object with a prototype of its own'],
    [
      'a getter',
      {
        get total() {
          return 1;
        },
      },
      'invoice.total is an accessor',
    ],
    [
      'a hidden property',
      Object.defineProperty({}, 'total', { value: 1 }),
      'invoice.total is a property that is not enumerable',
    ],
    [
      'a property that is fixed while its object is not',
      Object.defineProperty({}, 'total', { value: 1, enumerable: true }),
      'invoice.total is a property that is not writable',
    ],
    ['a symbol key', { [Symbol('k')]: 1 }, 'invoice[Symbol(k)] is a property with a symbol as key'],
    [
      'a Buffer',
      { bytes: Buffer.from('x') },
      'invoice.bytes is a Buffer, which cannot travel in a message. Use a Uint8Array',
    ],
    ['an array of another class', new Stack(1), 'an array of class Stack'],
    ['a Map of another class', new Registry(), 'an instance of Registry, a subclass of Map'],
    ['a Date of another class', new Day(0), 'an instance of Day, a subclass of Date'],
    ['a match', /a/.exec('ba'), 'the result of RegExp.exec or match with a property of its own (index)'],
    [
      'a template',
      ((strings: TemplateStringsArray, ..._parts: unknown[]) => strings)`a${1}`,
      'a template strings array',
    ],
    ['an array with a property', Object.assign([1], { total: 1 }), 'an array with a property of its own (total)'],
    ['one hole and one property', Object.assign([1, 2], { length: 3, total: 1 }), 'with a property of its own (total)'],
    ['an array with a symbol', Object.assign([1], { [Symbol('k')]: 1 }), 'a property with a symbol as key'],
    ['a Map with a property', Object.assign(new Map(), { total: 1 }), 'a Map with a property of its own (total)'],
    [
      'a boxed string with a property',
      Object.assign(Object('ab'), { total: 1 }),
      'a String with a property of its own (total)',
    ],
    ['arguments', argumentsOf(), 'an arguments object'],
    ['shared memory', new Uint8Array(new SharedArrayBuffer(1)), 'invoice.buffer is a SharedArrayBuffer'],
    ['a resizable buffer', new (ArrayBuffer as any)(1, { maxByteLength: 2 }), 'a resizable ArrayBuffer'],
    ['an odd lastIndex', Object.assign(/a/g, { lastIndex: 1.5 }), 'lastIndex is 1.5'],
    ['a revoked proxy', revoked(), 'a value that throws when it is read'],
    ['in a Map', new Map([['pay "me"', { fn: onPaid }]]), 'invoice.get("pay \\"me\\"").fn is a function'],
    ['as a key of a Map', new Map([[onPaid, 1]]), 'invoice.keys()[0] is a function'],
    ['in a Set', new Set([1, onPaid]), 'invoice.values()[1] is a function'],
    ['under an odd key', { 'a b': { ü: onPaid } }, 'invoice["a b"].ü is a function'],
    ['too many holes', new Array(100_001), 'an array of length 100001 with few elements'],
    ['too many holes together', [new Array(60_000), new Array(60_000)], 'invoice[1] is an array of length 60000'],
    ['a huge bigint', 10n ** 100_001n, 'a bigint of 100002 digits'],
  ];
  for (const [name, value, message] of cases) it(name, () => expect(refusal(value)).toContain(message));

  it('a chain that is too deep, with an error and not a full stack', () => {
    const chain = (levels: number) => {
      let value: unknown = 'end';
      for (let level = 0; level < levels; level++) value = { next: value };
      return value;
    };
    expect(refusal(chain(1_002))).toContain('nested more than 1000 levels deep');
    expect(refusal(chain(1_000_000))).toContain('nested more than 1000 levels deep');
    expect(decodeFrames(encodeFrames([frameWith({ deep: chain(990) })]))[0]!.locals.deep).toEqual(chain(990));
  });

  it('what is read equally deep is written equally deep: the deepest that is written can be read', () => {
    for (const [levels, written] of [
      [1_001, true],
      [1_002, false],
    ] as const)
      for (const wrap of [
        (inner: unknown) => ({ inner }),
        (inner: unknown) => [inner],
        (inner: unknown) => new Map([[1, inner]]),
        (inner: unknown) => new Set([inner]),
        (inner: unknown) => Object.assign(Object.create(null), { inner }),
      ]) {
        let value: unknown = wrap(5n);
        for (let level = 1; level < levels; level++) value = wrap(value);
        if (!written) expect(refusal(value)).toContain('levels deep');
        else expect(() => decodeFrames(encodeValue(value, 'x'))).toThrow('The frames of an envelope are no list');
      }
  });

  it('in a frame it names variable, suspension and machine', () => {
    const outer = frameWith({ fine: 1 });
    const inner = { ...frameWith({ invoice: { lines: [{ onPaid }] } }), machine: 'Dunning.remind' };
    expect(() => encodeFrames([outer, inner])).toThrow(
      "Variable invoice of Dunning.remind is needed after its suspension 'charge', but invoice.lines[0].onPaid is a function (onPaid), which cannot travel in a message.",
    );
  });
});

function onPaid() {}

function argumentsOf(..._given: unknown[]): unknown {
  // eslint-disable-next-line prefer-rest-params -- the case itself
  return arguments;
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return { proxy };
}

function frameWith(locals: Record<string, unknown>) {
  return { machine: 'Dunning.collect', state: 'charge', hash: '', locals };
}
