/** Properties over arbitrary graphs, and over arbitrary text. */
import { stringify, unflatten } from 'devalue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HoplineError } from '../../../../runtime/protocol/errors.ts';
import { decodeValue } from '../../../../runtime/protocol/values/decode-value.ts';
import { encodeValue } from '../../../../runtime/protocol/values/encode-value.ts';
import { isFlat } from '../../../../runtime/protocol/values/is-flat.ts';
import { registerCodec } from '../../../../runtime/protocol/values/codec-registry.ts';
import { differenceOf } from './difference.ts';

class Pair {
  readonly #left: unknown;
  readonly right: unknown;
  constructor(left: unknown, right: unknown) {
    this.#left = left;
    this.right = right;
  }
  get left() {
    return this.#left;
  }
}
registerCodec(Pair, {
  name: 'graphs.test:Pair',
  encode: ({ left, right }) => [left, right],
  decode: ([left, right]: unknown[]) => new Pair(left, right),
});

const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 4 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'length',
    'toJSON',
    'then',
    '-1',
    '~error',
    '~codec',
    'Date',
    '\ud800',
    '\uffff',
  ),
);
const primitive = fc.oneof(
  oddText,
  fc.double(),
  fc.integer(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom(undefined, null, NaN, -0, Infinity, -Infinity),
);

/** What a graph is made of: each maker gets the parts that it may hold, chosen from all nodes, so that cycles arise. */
type Maker = (pick: () => unknown, text: () => string) => { thing: object; fill: () => void };
const some = (count: number, act: (at: number) => void) => {
  for (let at = 0; at < count; at++) act(at);
};
const own = (thing: object, key: string, value: unknown) =>
  Object.defineProperty(thing, key, { value, writable: true, enumerable: true, configurable: true });

const containers: Record<string, (size: number) => Maker> = {
  object: (size) => (pick, text) => {
    const thing = {};
    return { thing, fill: () => some(size, () => own(thing, text(), pick())) };
  },
  bare: (size) => (pick, text) => {
    const thing = Object.create(null) as object;
    return { thing, fill: () => some(size, () => own(thing, text(), pick())) };
  },
  array: (size) => (pick) => {
    const thing: unknown[] = [];
    return { thing, fill: () => some(size, () => thing.push(pick())) };
  },
  sparse: (size) => (pick) => {
    const thing: unknown[] = [];
    return { thing, fill: () => some(size, (at) => (thing[at * at * 7 + 1] = pick())) };
  },
  map: (size) => (pick) => {
    const thing = new Map<unknown, unknown>();
    return { thing, fill: () => some(size, () => thing.set(pick(), pick())) };
  },
  set: (size) => (pick) => {
    const thing = new Set<unknown>();
    return { thing, fill: () => some(size, () => thing.add(pick())) };
  },
  error: (size) => (pick, text) => {
    const thing = new [Error, TypeError, RangeError][size % 3]!(text());
    return {
      thing,
      fill: () => {
        some(size, () => own(thing, `field${text()}`, pick()));
        if (size > 1) Object.defineProperty(thing, 'cause', { value: pick(), writable: true, configurable: true });
      },
    };
  },
};
const leaves: Record<string, (size: number) => Maker> = {
  date: (size) => () => ({ thing: new Date(size === 0 ? NaN : size * 1e11), fill: () => {} }),
  regExp: (size) => () => {
    const thing = new RegExp(`a/[${size}\uffff]\n`, size % 2 ? 'gu' : '');
    thing.lastIndex = size;
    return { thing, fill: () => {} };
  },
  bytes: (size) => () => ({ thing: new Uint8Array(8).fill(size).subarray(size), fill: () => {} }),
  boxed: (size) => (_pick, text) => ({ thing: Object(size % 2 ? text() : size) as object, fill: () => {} }),
  url: (size) => () => ({ thing: new URL(`https://example.com/${size}?a=b#c`), fill: () => {} }),
};

function graph(kinds: Record<string, (size: number) => Maker>): fc.Arbitrary<unknown> {
  const makers = fc.tuple(fc.constantFrom(...Object.keys(kinds)), fc.nat(5)).map(([kind, size]) => kinds[kind]!(size));
  return fc
    .tuple(
      fc.array(makers, { minLength: 1, maxLength: 12 }),
      fc.array(primitive, { minLength: 1, maxLength: 20 }),
      fc.array(oddText, { minLength: 1, maxLength: 10 }),
      fc.array(fc.nat(), { minLength: 5, maxLength: 60 }),
    )
    .map(([makersOfGraph, primitives, texts, dice]) => {
      let turn = 0;
      const die = () => dice[turn++ % dice.length]! + turn;
      const things: object[] = [];
      const pick = () => (die() % 2 ? things[die() % things.length] : primitives[die() % primitives.length]);
      const made = makersOfGraph.map((maker) => maker(pick, () => texts[die() % texts.length]!));
      things.push(...made.map(({ thing }) => thing));
      for (const { fill } of made) fill();
      return things[0];
    });
}

describe('any graph', () => {
  it('comes back equal: every value, key, order, hole, alias and cycle', () => {
    let cyclic = 0;
    fc.assert(
      fc.property(graph({ ...containers, ...leaves }), (value) => {
        const text = encodeValue(value, 'value');
        const back = decodeValue(JSON.parse(text));
        expect(differenceOf(value, back)).toBe(undefined);
        expect(isFlat(JSON.parse(text))).toBe(true);
        expect(encodeValue(back, 'value')).toBe(text);
        if (isCyclic(value)) cyclic++;
      }),
      { numRuns: 2_000 },
    );
    expect(cyclic).toBeGreaterThan(200);
  });

  it('with codecs comes back equal or is refused, never changed', () => {
    const pair =
      (size: number): Maker =>
      (pick) => {
        const parts: unknown[] = [size];
        const thing = new Pair(size, parts);
        return { thing, fill: () => some(size, () => parts.push(pick())) };
      };
    const seen = { equal: 0, refused: 0 };
    fc.assert(
      fc.property(graph({ ...containers, pair }), (value) => {
        let text: string;
        try {
          text = encodeValue(value, 'value');
        } catch (error) {
          seen.refused++;
          expect(HoplineError.is(error, 'UNSERIALISABLE')).toBe(true);
          return;
        }
        seen.equal++;
        expect(differenceOf(value, decodeValue(JSON.parse(text)))).toBe(undefined);
      }),
      { numRuns: 2_000 },
    );
    expect(seen.equal).toBeGreaterThan(500);
    expect(seen.refused).toBeGreaterThan(20);
  });

  it('is read by devalue as by us, and the other way round, where devalue knows it', () => {
    const { object, array, sparse, map, set } = containers as Required<typeof containers>;
    const { date, bytes, url } = leaves as Required<typeof leaves>;
    const known = {
      object: object!,
      array: array!,
      sparse: sparse!,
      map: map!,
      set: set!,
      date: date!,
      bytes: bytes!,
      url: url!,
    };
    let compared = 0;
    fc.assert(
      fc.property(graph(known), (value) => {
        let theirs: string;
        try {
          theirs = stringify(value);
        } catch {
          return; // An own key __proto__.
        }
        compared++;
        expect(differenceOf(value, decodeValue(JSON.parse(theirs)))).toBe(undefined);
        expect(differenceOf(value, unflatten(JSON.parse(encodeValue(value, 'value')) as unknown[]))).toBe(undefined);
      }),
      { numRuns: 1_000 },
    );
    expect(compared).toBeGreaterThan(500);
  });
});

describe('any text', () => {
  const read = (flat: unknown) => {
    try {
      decodeValue(flat);
    } catch (error) {
      if (HoplineError.is(error, 'MALFORMED_MESSAGE') || HoplineError.is(error, 'UNKNOWN_CODEC')) return;
      throw error;
    }
  };
  const pristine = snapshotOfPrototypes();

  it('of JSON ends in a value or a HoplineError, and pollutes nothing', () => {
    const index = fc.integer({ min: -9, max: 12 });
    const tag = fc.constantFrom(
      ...[
        'Date',
        'Map',
        'Set',
        'null',
        '~object',
        '~error',
        '~codec',
        '~RegExp',
        'RegExp',
        'Object',
        'BigInt',
        'URL',
        'X',
      ],
      ...['URLSearchParams', 'ArrayBuffer', 'Uint8Array', 'Float64Array', 'DataView', 'Temporal.Instant', '__proto__'],
    );
    const facts = fc.record(
      {
        ...{ u: oddText, h: fc.constantFrom('FatalError', '__proto__', 'x'), b: fc.constantFrom('TypeError', 'Map') },
        ...{ n: fc.oneof(oddText, index), m: oddText, s: oddText, cause: index, errors: index },
        ...{ f: fc.dictionary(oddText, index, { maxKeys: 3 }), lost: fc.array(oddText, { maxLength: 2 }) },
      },
      { requiredKeys: [] },
    );
    const part = fc.oneof(index, index, oddText, fc.jsonValue(), facts);
    const node = fc.oneof(
      oddText,
      fc.integer(),
      fc.boolean(),
      fc.array(index, { maxLength: 5 }),
      fc.dictionary(oddText, index, { maxKeys: 4 }),
      fc.tuple(tag, fc.array(part, { maxLength: 4 })).map(([head, parts]) => [head, ...parts]),
      fc.tuple(tag, fc.constantFrom('graphs.test:Pair', 'nobody'), index).map(([, name, at]) => ['~codec', name, at]),
      fc.tuple(fc.integer({ min: 0, max: 2 ** 32 }), fc.array(index)).map(([length, parts]) => [-7, length, ...parts]),
      facts.map((value) => ['~error', value]),
    );
    fc.assert(
      fc.property(fc.array(node, { maxLength: 12 }), fc.jsonValue(), (nodes, anything) => {
        read(JSON.parse(JSON.stringify(nodes)));
        read(nodes);
        read(anything);
        read(JSON.stringify(nodes));
      }),
      { numRuns: 10_000 },
    );
    expect(snapshotOfPrototypes()).toEqual(pristine);
  });

  it('made by changing one part of a good form does the same', () => {
    fc.assert(
      fc.property(
        graph({ ...containers, ...leaves }),
        fc.nat(),
        fc.nat(),
        fc.jsonValue(),
        (value, node, place, part) => {
          const nodes = JSON.parse(encodeValue(value, 'value')) as unknown[];
          const at = node % nodes.length;
          const target = nodes[at];
          if (Array.isArray(target) && target.length > 0) target[place % target.length] = part;
          else nodes[at] = part;
          read(nodes);
          read(JSON.stringify(nodes).slice(0, place % 400));
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('with a key __proto__ where none is written is refused', () => {
    const flat: unknown = JSON.parse('[{"__proto__":1},{"polluted":2},true]');
    expect(() => decodeValue(flat)).toThrow(expect.objectContaining({ code: 'MALFORMED_MESSAGE' }));
    const fields: unknown = JSON.parse('[["~error",{"n":"Error","f":{"__proto__":1}}],{"polluted":2},true]');
    expect(() => decodeValue(fields)).toThrow(expect.objectContaining({ code: 'MALFORMED_MESSAGE' }));
  });

  it('meant to exhaust is refused at once', () => {
    const long = (count: number, node: (at: number) => unknown) => Array.from({ length: count }, (_, at) => node(at));
    const hostile: unknown[] = [
      long(500_000, (at) => [at + 1]),
      long(500_000, (at) => [at === 0 ? 499_999 : at - 1]),
      long(100_000, (at) => ['~error', { n: 'x', cause: at + 1 }]),
      long(100_000, (at) => ['Map', at + 1, at + 1]),
      long(100_000, (at) => ['~codec', 'graphs.test:Pair', at + 1]),
      long(50_000, () => [-7, 4_294_967_295]),
      [[-7, 4_294_967_295]],
      [[-7, 100_001]],
      [['BigInt', '9'.repeat(900_000)]],
      [['BigInt', `0x${'f'.repeat(1_000)}`]],
      long(1_000_001, () => 0),
      [
        ['Uint8Array', 1],
        ['Uint8Array', 0],
      ],
      [['Float64Array', 4_294_967_295]],
      [
        ['Uint8Array', 1, 0, 4_294_967_295],
        ['ArrayBuffer', 'AAAA'],
      ],
      [['Object', 0]],
      [['~codec', 'graphs.test:Pair', 0]],
      [['RegExp', '('.repeat(100_000)]],
      [['RegExp', 'a', 'gg']],
    ];
    const started = process.cpuUsage();
    for (const flat of hostile)
      expect(() => decodeValue(flat)).toThrow(expect.objectContaining({ code: 'MALFORMED_MESSAGE' }));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(20);
  });
});

function isCyclic(root: unknown): boolean {
  const text = JSON.parse(encodeValue(root, 'root')) as unknown[];
  return text.some(
    (node, at) => typeof node === 'object' && node !== null && Object.values(node).some((part) => part === at),
  );
}

function snapshotOfPrototypes(): unknown {
  return [Object, Array, Map, Set, Error, Function, Promise].map(({ prototype }) => Reflect.ownKeys(prototype).length);
}
