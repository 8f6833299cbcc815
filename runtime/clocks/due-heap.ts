/** What a {@link DueHeap} orders. `heapIndex` belongs to the heap: -1 while the item is in none. */
export interface DueItem {
  dueAtMs: number;
  /** Breaks ties: of two items due together the lower one leaves first. */
  readonly order: number;
  heapIndex: number;
}

/**
 * A binary heap by due time that also removes from the middle, because most timers and most hidden messages are cancelled
 * long before they are due and must not linger until then.
 *
 * Invariants
 * 1. `items[item.heapIndex] === item` for every item inside; an item outside has `heapIndex` -1. So an item may be in one
 *    heap at a time.
 * 2. No item is due before its parent; of equals the lower `order` stands higher.
 */
export class DueHeap<T extends DueItem> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** The item due first, left in its place. */
  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  pop(): T | undefined {
    const first = this.#items[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  remove(item: T): void {
    const index = item.heapIndex;
    const last = this.#items.pop()!;
    item.heapIndex = -1;
    if (last === item) return;
    this.#sink(last, index);
    this.#rise(last, last.heapIndex);
  }

  clear(): void {
    for (const item of this.#items) item.heapIndex = -1;
    this.#items.length = 0;
  }

  /** In no particular order. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.#items[Symbol.iterator]();
  }

  #rise(item: T, from: number): void {
    const items = this.#items;
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = items[above]!;
      if (!isBefore(item, parent)) break;
      items[index] = parent;
      parent.heapIndex = index;
      index = above;
    }
    items[index] = item;
    item.heapIndex = index;
  }

  #sink(item: T, from: number): void {
    const items = this.#items;
    const size = items.length;
    let index = from;
    for (;;) {
      let below = 2 * index + 1;
      if (below >= size) break;
      if (below + 1 < size && isBefore(items[below + 1]!, items[below]!)) below++;
      const child = items[below]!;
      if (!isBefore(child, item)) break;
      items[index] = child;
      child.heapIndex = index;
      index = below;
    }
    items[index] = item;
    item.heapIndex = index;
  }
}

function isBefore(a: DueItem, b: DueItem): boolean {
  return a.dueAtMs < b.dueAtMs || (a.dueAtMs === b.dueAtMs && a.order < b.order);
}
