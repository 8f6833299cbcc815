import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../runtime/protocol/machine.ts';
import { decodeFrames, encodeFrames } from '../../../runtime/protocol/frames.ts';
import { encodeValue } from '../../../runtime/protocol/values/encode-value.ts';

const frame = (locals: Record<string, unknown>, more: Partial<Frame> = {}): Frame => ({
  machine: 'Dunning.collect',
  state: 'charge',
  hash: 'a1',
  locals,
  ...more,
});

describe('a stack of frames', () => {
  it('comes back equal, and what two frames share stays shared', () => {
    const invoice = { id: 'inv_1', lines: [1, 2] };
    const stack = [
      frame({ invoice }),
      frame({ same: invoice, seen: new Set([invoice]) }, { machine: 'Dunning.remind' }),
    ];
    const back = decodeFrames(JSON.parse(encodeFrames(stack) as string) as unknown[]);
    expect(back).toEqual(stack);
    expect(back[1]!.locals.same).toBe(back[0]!.locals.invoice);
    expect((back[1]!.locals.seen as Set<unknown>).has(back[0]!.locals.invoice)).toBe(true);
  });

  it('may have locals without prototype, and one named __proto__', () => {
    const locals = Object.defineProperty(Object.create(null) as Record<string, unknown>, '__proto__', {
      value: 1,
      enumerable: true,
      writable: true,
      configurable: true,
    });
    const [back] = decodeFrames(encodeFrames([frame(locals)]));
    expect(Object.getOwnPropertyDescriptor(back!.locals, '__proto__')!.value).toBe(1);
    expect(Object.getPrototypeOf(back!.locals)).toBe(null);
  });

  it('that is none is malformed', () => {
    const { locals: _locals, ...withoutLocals } = frame({});
    const wrong: unknown[] = [
      ...[[], {}, null, 1, [null], [[]], [1], [withoutLocals], [{ ...frame({}), more: 1 }], [frame(null as never)]],
      ...[[frame([] as never)], [frame(new Map() as never)], [{ ...frame({}), state: 1 }], [new Date(0)], new Array(1)],
      [Object.create(null)],
    ];
    for (const value of wrong)
      expect(() => decodeFrames(encodeValue(value, 'wrong')), JSON.stringify(value)).toThrow(
        expect.objectContaining({ code: 'MALFORMED_MESSAGE' }),
      );
    expect(() => decodeFrames([])).toThrow(expect.objectContaining({ code: 'MALFORMED_MESSAGE' }));
    expect(() => decodeFrames('[')).toThrow(expect.objectContaining({ code: 'MALFORMED_MESSAGE' }));
  });
});
