import vm from 'node:vm';
import { unflatten, stringify } from 'devalue';
import { describe, expect, it } from 'vitest';
import { copyValue } from '../../../../runtime/protocol/values/copy-value.ts';
import { decodeValue } from '../../../../runtime/protocol/values/decode-value.ts';
import { encodeValue } from '../../../../runtime/protocol/values/encode-value.ts';

const copy = <T>(value: T): T => copyValue(value, 'value');
/** Through JSON text, as in a body. */
const travelled = (value: unknown): unknown => decodeValue(JSON.parse(encodeValue(value, 'value')));

describe('values that come back equal', () => {
  const plain: Record<string, unknown> = {
    undefined: undefined,
    null: null,
    true: true,
    'an empty string': '',
    NaN: NaN,
    Infinity: Infinity,
    '-Infinity': -Infinity,
    '-0': -0,
    '0': 0,
    'the smallest number': 5e-324,
    'the largest number': 1.7976931348623157e308,
    'a large integer': 1e21,
    'a bigint': -123456789012345678901234567890n,
    'an object': { a: 1, b: 'two', c: [3, [4]], d: { e: null, f: undefined } },
    'keys in the order written': { b: 1, a: 2, 10: 3, 9: 4 },
    'names of Object.prototype as keys': { constructor: 1, toString: 2, hasOwnProperty: 3, __defineGetter__: 4 },
    'a Date': new Date(1_700_000_000_123),
    'a Date far away': new Date(-8.64e15),
    'a Map with object keys': new Map<unknown, unknown>([
      [{ id: 1 }, 'one'],
      [NaN, 'not'],
      ['k', new Map()],
    ]),
    'a Set': new Set([1, 'a', { b: 2 }, NaN]),
    'a RegExp': /a\/b"[^\]]+/giu,
    'a URL': new URL('https://example.com/a%20b?c=d#e'),
    'search parameters': new URLSearchParams('a=1&a=2&b=%20'),
    'an ArrayBuffer': new Uint8Array([1, 2, 255]).buffer,
    'an empty ArrayBuffer': new ArrayBuffer(0),
    'a Uint8Array': new Uint8Array([0, 128, 255]),
    'a Float64Array': new Float64Array([1.5, NaN, -0, Infinity]),
    'a BigInt64Array': new BigInt64Array([1n, -1n]),
    'a DataView': new DataView(new Uint8Array([1, 2, 3, 4]).buffer, 1, 2),
    'a boxed number': Object(-0),
    'a boxed string': Object('text'),
    'a boxed bigint': Object(5n),
    'an object without prototype': Object.assign(Object.create(null), { a: 1, b: { c: 2 } }),
  };
  for (const [name, value] of Object.entries(plain))
    it(name, () => {
      expect(travelled(value)).toStrictEqual(value);
      expect(travelled({ deep: [value] })).toStrictEqual({ deep: [value] });
    });

  it('an invalid Date stays invalid', () => {
    expect((travelled(new Date(NaN)) as Date).getTime()).toBeNaN();
  });

  it('keeps the prototype null', () => {
    expect(Object.getPrototypeOf(travelled(Object.create(null)))).toBe(null);
  });

  it('keeps the order of keys', () => {
    expect(Object.keys(travelled({ b: 1, a: 2, 3: 3 }) as object)).toEqual(['3', 'b', 'a']);
  });

  it('keeps an own key __proto__ as an own key, and pollutes nothing', () => {
    for (const base of [{}, Object.create(null)] as object[]) {
      const value = Object.defineProperty(base, '__proto__', {
        value: { polluted: true },
        enumerable: true,
        writable: true,
        configurable: true,
      });
      (value as Record<string, unknown>).after = 1;
      const back = travelled({ value }) as { value: object };
      expect(Object.getPrototypeOf(back.value)).toBe(Object.getPrototypeOf(value));
      expect(Object.keys(back.value)).toEqual(['__proto__', 'after']);
      expect(Object.getOwnPropertyDescriptor(back.value, '__proto__')).toEqual(
        Object.getOwnPropertyDescriptor(value, '__proto__'),
      );
      expect(({} as Record<string, unknown>).polluted).toBe(undefined);
    }
  });

  it('an own key __proto__ may close a cycle', () => {
    const value = JSON.parse('{"__proto__":null,"self":1}') as Record<string, unknown>;
    value.self = value;
    Object.defineProperty(value, '__proto__', { value });
    const back = travelled(value) as Record<string, unknown>;
    expect(back.self).toBe(back);
    expect(Object.getOwnPropertyDescriptor(back, '__proto__')!.value).toBe(back);
  });

  it('lastIndex of a regular expression', () => {
    const sticky = /a/y;
    sticky.lastIndex = 3;
    const back = travelled([sticky, sticky]) as RegExp[];
    expect(back[0]!.lastIndex).toBe(3);
    expect(back[0]).toBe(back[1]);
    expect([back[0]!.source, back[0]!.flags]).toEqual(['a', 'y']);
  });

  it('holes stay holes, few or many', () => {
    const few = [, 1, , undefined, 2, ,];
    const many: unknown[] = [];
    many[50_000] = 'end';
    for (const array of [few, many, new Array(7), new Array(50_000)] as unknown[][]) {
      const back = travelled(array) as unknown[];
      expect(back.length).toBe(array.length);
      expect(Object.keys(back)).toEqual(Object.keys(array));
      expect(back).toEqual(array);
    }
  });

  it('a frozen object comes back unfrozen', () => {
    expect(Object.isFrozen(travelled(Object.freeze({ a: 1 })))).toBe(false);
  });

  it('every kind of odd string, in values and in keys', () => {
    const units = [
      ...Array(0x20).keys(),
      0x22,
      0x5c,
      0x7f,
      0x2028,
      0x2029,
      0xd800,
      0xdbff,
      0xdc00,
      0xdfff,
      0xfffe,
      0xffff,
    ];
    const odd = [
      ...units.map((unit) => `a${String.fromCharCode(unit)}b`),
      '😀',
      '𠮷',
      '\udc00\ud800',
      '\r\n',
      '__proto',
    ];
    for (const text of odd) {
      expect(travelled(text)).toBe(text);
      expect(travelled({ [text]: text })).toStrictEqual({ [text]: text });
      expect(travelled(new Map([[text, text]]))).toStrictEqual(new Map([[text, text]]));
      expect(travelled(Object.assign(Object.create(null), { [text]: 1 }))).toEqual({ [text]: 1 });
    }
  });

  it('writes only characters that SQS takes', () => {
    const odd = String.fromCharCode(...Array(0x20).keys(), 0xd800, 0xfffe, 0xffff);
    const error = Object.assign(new Error(odd), { [odd]: odd, fails: () => odd });
    const text = encodeValue([odd, { [odd]: odd }, new RegExp('\uffff'), error], 'value');
    expect(text).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]*$/u);
  });
});

describe('identity', () => {
  it('one object in two places stays one', () => {
    const shared = { n: 1 };
    const back = travelled({ a: shared, b: [shared], c: new Map([[shared, shared]]) }) as any;
    expect(back.a).toBe(back.b[0]);
    expect([...back.c][0]).toEqual([back.a, back.a]);
    expect([...back.c.keys()][0]).toBe(back.a);
  });

  it('equal objects in two places stay two', () => {
    const back = travelled([{ n: 1 }, { n: 1 }]) as object[];
    expect(back[0]).not.toBe(back[1]);
  });

  it('cycles through objects, arrays, maps and sets', () => {
    const object: Record<string, unknown> = {};
    const array: unknown[] = [object];
    const map = new Map<unknown, unknown>([[array, object]]);
    const set = new Set<unknown>([map]);
    map.set(map, set);
    object.self = object;
    object.all = [array, map, set];
    const back = travelled(object) as any;
    expect(back.self).toBe(back);
    expect(back.all[0][0]).toBe(back);
    expect(back.all[1].get(back.all[0])).toBe(back);
    expect(back.all[1].get(back.all[1])).toBe(back.all[2]);
    expect(back.all[2].has(back.all[1])).toBe(true);
  });

  it('two views share one buffer', () => {
    const buffer = new ArrayBuffer(8);
    const back = travelled([new Uint8Array(buffer, 2, 3), new Uint16Array(buffer)]) as [Uint8Array, Uint16Array];
    expect(back[0].buffer).toBe(back[1].buffer);
    expect([back[0].byteOffset, back[0].length, back[1].length]).toEqual([2, 3, 4]);
  });
});

describe('other realms', () => {
  it('values of a vm context travel as our own', () => {
    const foreign: unknown = vm.runInNewContext(`
      const error = new RangeError('far');
      error.code = 'E';
      ({ object: { a: [1, , 2] }, map: new Map([['k', new Set([1])]]), date: new Date(0), regExp: /x/g, error,
         bytes: new Uint8Array([1, 2]).subarray(1), boxed: Object('s'), none: Object.create(null) })`);
    const back = travelled(foreign) as any;
    expect(back.object).toBeInstanceOf(Object);
    expect(back.object.a).toBeInstanceOf(Array);
    expect(back.map.get('k')).toStrictEqual(new Set([1]));
    expect(back.date).toStrictEqual(new Date(0));
    expect(back.error).toBeInstanceOf(RangeError);
    expect([back.error.message, back.error.code]).toEqual(['far', 'E']);
    expect(back.bytes).toStrictEqual(new Uint8Array([2]));
    expect(back.boxed).toStrictEqual(Object('s'));
    expect(back.regExp).toStrictEqual(/x/g);
  });

  it('an instance of a foreign class is refused as one of ours', () => {
    const foreign: unknown = vm.runInNewContext('new (class Foreign { a = 1 })()');
    expect(() => copy(foreign)).toThrow('value is an instance of Foreign without a codec');
  });
});

describe("devalue's form", () => {
  const samples: unknown[] = [
    { a: [1, 'x', null, undefined, NaN, -0], b: new Date(0), c: 5n },
    [, , , , , , , , , , , 1],
    new Map<unknown, unknown>([[new Set([1]), { deep: /x/g }]]),
    new Uint16Array([1, 2, 3]).subarray(1),
    Object.assign(Object.create(null), { a: Object('x') }),
    new URL('https://example.com/'),
  ];
  it('is read by devalue', () => {
    for (const sample of samples)
      expect(unflatten(JSON.parse(encodeValue(sample, 'sample')) as number | unknown[])).toStrictEqual(sample);
  });
  it('of devalue is read by us', () => {
    for (const sample of samples) expect(decodeValue(JSON.parse(stringify(sample)))).toStrictEqual(sample);
  });
});
