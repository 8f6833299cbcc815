import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DueHeap, type DueItem } from '../../../runtime/clocks/due-heap.ts';

const item = (dueAtMs: number, order: number): DueItem => ({ dueAtMs, order, heapIndex: -1 });
const byDue = (a: DueItem, b: DueItem) => a.dueAtMs - b.dueAtMs || a.order - b.order;

describe('the due heap', () => {
  it('gives items in order of due time, and of equals the one of lower order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 })), (dues) => {
        const heap = new DueHeap<DueItem>();
        const items = dues.map(item);
        for (const one of items) heap.push(one);
        const popped = items.map(() => heap.pop());
        expect(popped).toEqual([...items].sort(byDue));
        expect(heap.pop()).toBeUndefined();
      }),
    );
  });

  it('stays ordered when items leave from the middle, and knows who is inside', () => {
    // Only in a heap of several levels may the item that fills a gap have to rise.
    const removals = fc.array(fc.tuple(fc.integer({ min: 0, max: 1_000 }), fc.boolean()), {
      minLength: 30,
      maxLength: 80,
    });
    fc.assert(
      fc.property(removals, (plan) => {
        const heap = new DueHeap<DueItem>();
        const items = plan.map(([due], order) => item(due, order));
        for (const one of items) heap.push(one);
        const leaving = items.filter((_, index) => plan[index]![1]);
        for (const one of leaving) heap.remove(one);
        expect(leaving.every((one) => one.heapIndex === -1)).toBe(true);
        const staying = items.filter((one) => !leaving.includes(one));
        expect(heap.size).toBe(staying.length);
        expect(staying.map(() => heap.pop())).toEqual([...staying].sort(byDue));
      }),
    );
  });

  it('lets all go at once', () => {
    const heap = new DueHeap<DueItem>();
    const items = [item(2, 0), item(1, 1)];
    for (const one of items) heap.push(one);
    heap.clear();
    expect([heap.size, heap.peek(), items.map((one) => one.heapIndex)]).toEqual([0, undefined, [-1, -1]]);
  });
});
