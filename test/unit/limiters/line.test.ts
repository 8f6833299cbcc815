import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Line } from '../../../runtime/limiters/line.ts';

it('does what a sorted list of places does', () => {
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('set' as const),
      place: fc.integer({ min: 0, max: 30 }),
      atMs: fc.integer({ min: 0, max: 50 }),
    }),
    fc.record({ kind: fc.constant('remove' as const), place: fc.integer({ min: 0, max: 30 }), atMs: fc.constant(0) }),
    fc.record({ kind: fc.constant('drop' as const), place: fc.constant(0), atMs: fc.integer({ min: 0, max: 50 }) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
      const line = new Line();
      let list: { place: string; atMs: number }[] = [];
      for (const { kind, place, atMs } of acts) {
        if (kind === 'drop') {
          line.dropBefore(atMs);
          list = list.filter((other) => other.atMs >= atMs);
        } else {
          list = list.filter((other) => other.place !== `${place}`);
          if (kind === 'remove') line.remove(`${place}`);
          else {
            line.set(`${place}`, atMs);
            list.push({ place: `${place}`, atMs });
          }
        }
        list.sort((a, b) => a.atMs - b.atMs);
        expect(line.size).toBe(list.length);
        expect(list.map((_, index) => line.timeAt(index))).toEqual(list.map((other) => other.atMs));
        for (const limit of [0, 10, 25, 50])
          expect(line.countUpTo(limit)).toBe(list.filter((other) => other.atMs <= limit).length);
        for (const other of list) expect(line.timeOf(other.place)).toBe(other.atMs);
        expect(line.timeOf('nobody')).toBe(undefined);
      }
    }),
  );
});
