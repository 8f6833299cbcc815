import { describe, expect, it, vi } from 'vitest';
import { HoplineError } from '../../../../runtime/protocol/errors.ts';
import { registerCodec } from '../../../../runtime/protocol/values/codec-registry.ts';
import { decodeValue } from '../../../../runtime/protocol/values/decode-value.ts';
import { encodeValue } from '../../../../runtime/protocol/values/encode-value.ts';

const travelled = <T>(value: T): T => decodeValue(JSON.parse(encodeValue(value, 'value'))) as T;

class Money {
  readonly #cents: bigint;
  constructor(cents: bigint) {
    this.#cents = cents;
  }
  get cents() {
    return this.#cents;
  }
}
registerCodec(Money, {
  name: 'codecs.test:Money',
  encode: (money) => money.cents,
  decode: (cents) => new Money(cents),
});

/** Keeps what it is given and looks at nothing. */
class Holder {
  readonly content: unknown;
  constructor(content: unknown) {
    this.content = content;
  }
}
registerCodec(Holder, {
  name: 'codecs.test:Holder',
  encode: (holder) => holder.content,
  decode: (content) => new Holder(content),
});

describe('a class with a codec', () => {
  it('comes back as itself, one instance in several places as one', () => {
    const money = new Money(5n);
    const back = travelled({ a: money, b: new Map([[money, [money]]]) });
    expect(back.a).toBeInstanceOf(Money);
    expect(back.a.cents).toBe(5n);
    expect([...back.b][0]).toEqual([back.a, [back.a]]);
    expect([...back.b.keys()][0]).toBe(back.a);
  });

  it('may hold others with codecs, errors and the like', () => {
    const back = travelled(new Holder({ money: new Money(1n), error: new TypeError('x') }));
    const content = back.content as { money: Money; error: Error };
    expect(content.money.cents).toBe(1n);
    expect(content.error).toBeInstanceOf(TypeError);
  });

  it('may stand in a cycle of plain objects', () => {
    const parent: Record<string, unknown> = {};
    parent.child = { holder: new Holder({ owner: parent }) };
    const back = travelled(parent) as { child: { holder: Holder } };
    expect((back.child.holder.content as { owner: unknown }).owner).toBe(back);
  });

  it('may be referred to from its own wire where decode does not look inside', () => {
    const lines: Record<string, unknown>[] = [{}, {}];
    const holder = new Holder({ lines });
    for (const line of lines) line.owner = holder;
    const back = travelled({ holder });
    const backLines = (back.holder.content as { lines: { owner: unknown }[] }).lines;
    expect(backLines.map(({ owner }) => owner === back.holder)).toEqual([true, true]);
    expect(Object.getOwnPropertyDescriptor(backLines[0]!, 'owner')).toMatchObject({ writable: true, enumerable: true });
  });

  it('is refused where decode looks at what refers back: undefined there would be a silent change', () => {
    class Node {
      readonly parent: Node | undefined;
      children: Node[] = [];
      constructor(parent?: Node) {
        this.parent = parent;
      }
    }
    registerCodec(Node, {
      name: 'codecs.test:Node',
      encode: ({ parent, children }) => ({ parent, children }),
      decode: ({ parent, children }) => Object.assign(new Node(parent), { children }),
    });
    const root = new Node();
    root.children.push(new Node(root));
    expect(() => encodeValue({ root }, 'tree')).toThrow(
      "tree.root is an instance whose codec 'codecs.test:Node' cannot read a wire that leads back to the instance, which cannot travel in a message.",
    );
    const alone = new Holder(undefined);
    expect(() => encodeValue(Object.assign(alone, { content: alone }), 'self')).toThrow(
      'cannot read a wire that leads back to the instance',
    );
    const throughMap = new Holder(new Map());
    (throughMap.content as Map<string, unknown>).set('self', throughMap);
    expect(() => encodeValue(throughMap, 'map')).toThrow('cannot read a wire that leads back to the instance');
  });

  it('may stand in a Map beside a cycle; in the cycle of a Map it is refused, whoever reads first', () => {
    const map = new Map<string, unknown>([['money', new Money(2n)]]);
    const back = travelled({ map, error: Object.assign(new Error('x'), { price: new Money(3n) }) });
    expect((back.map.get('money') as Money).cents).toBe(2n);
    expect(back.error.price.cents).toBe(3n);
    const beside: Record<string, unknown> = { map };
    beside.self = beside;
    expect((travelled(beside) as { map: typeof map }).map.get('money')).toBeInstanceOf(Money);
    map.set('self', new Holder({ map }));
    expect(() => encodeValue({ map }, 'looped')).toThrow('which cannot travel in a message');
    // The way back is found only after the codec's wire was left: nothing may be read half filled.
    const half = new Map<string, unknown>();
    const plain: Record<string, unknown> = { half };
    half.set('plain', plain).set('holder', new Holder({ plain }));
    expect(() => encodeValue(half, 'half')).toThrow('which cannot travel in a message');
  });

  it('that is a subclass of one with a codec needs its own', () => {
    class Euro extends Money {}
    expect(() => encodeValue(new Euro(1n), 'value')).toThrow('an instance of Euro without a codec');
  });

  it('whose encode fails is refused with its error', () => {
    class Broken {}
    const failure = new Error('no');
    registerCodec(Broken, {
      name: 'codecs.test:Broken',
      encode: () => {
        throw failure;
      },
      decode: () => new Broken(),
    });
    expect(() => encodeValue([new Broken()], 'value')).toThrow(
      expect.objectContaining({
        code: 'UNSERIALISABLE',
        cause: failure,
        message: expect.stringContaining('value[0] is a codecs.test:Broken whose codec failed (no)') as string,
      }),
    );
  });

  it('that nobody registered here is not malformed, but unknown', () => {
    expect(() => decodeValue([['~codec', 'nobody', -1]])).toThrow(expect.objectContaining({ code: 'UNKNOWN_CODEC' }));
    expect(() => decodeValue([['~codec', '__proto__', -1]])).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_CODEC' }),
    );
  });

  it('may be a built-in that does not travel by itself', () => {
    class Bytes extends Uint8Array {}
    registerCodec(Bytes, { name: 'codecs.test:Bytes', encode: (b) => [...b], decode: (b: number[]) => new Bytes(b) });
    expect(travelled(new Bytes([1, 2]))).toStrictEqual(new Bytes([1, 2]));
  });
});

describe('registerCodec', () => {
  const codec = (name: string) => ({ name, encode: () => 1, decode: () => ({}) as never });

  it('refuses one name for two classes, and two names for one class', () => {
    expect(() => registerCodec(class Other {}, codec('codecs.test:Money'))).toThrow(
      'stands for another class than Other',
    );
    expect(() => registerCodec(Money, codec('codecs.test:Cash'))).toThrow('is registered under another name');
  });

  it('takes a class again under its name, the later codec ruling', () => {
    class Again {}
    registerCodec(Again, codec('codecs.test:Again'));
    registerCodec(Again, { ...codec('codecs.test:Again'), encode: () => 2 });
    expect(encodeValue(new Again(), 'x')).toBe('[["~codec","codecs.test:Again",1],2]');
  });

  it('refuses what it cannot use', () => {
    expect(() => registerCodec((() => 1) as never, codec('x'))).toThrow('it must be a class');
    expect(() => registerCodec(Map, codec('x'))).toThrow('Map, which has its own form');
    expect(() => registerCodec(class A {}, codec(' '))).toThrow('1 to 128 characters');
    expect(() => registerCodec(class A {}, { name: 'x' } as never)).toThrow('lacks encode or decode');
  });

  it('is one registry for two copies of the package', async () => {
    vi.resetModules();
    const copy = await import('../../../../runtime/protocol/values/codec-registry.ts');
    expect(copy.registerCodec).not.toBe(registerCodec);
    expect(copy.codecByName('codecs.test:Money')).toBeDefined();
    expect(() => copy.registerCodec(class Other {}, codec('codecs.test:Money'))).toThrow('stands for another class');
    const { decodeValue: decodeInCopy } = await import('../../../../runtime/protocol/values/decode-value.ts');
    expect(decodeInCopy(encodeValue(new Money(3n), 'x'))).toBeInstanceOf(Money);
    const failure = (() => {
      try {
        decodeInCopy([]);
      } catch (error) {
        return error;
      }
    })();
    expect(failure).not.toBeInstanceOf(HoplineError);
    expect(HoplineError.is(failure, 'MALFORMED_MESSAGE')).toBe(true);
  });
});
