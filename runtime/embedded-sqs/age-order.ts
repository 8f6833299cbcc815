import { DueHeap, type DueItem } from '../clocks/due-heap.ts';
import { LinkedList } from './linked-list.ts';
import type { Message } from './message.ts';

type AgeEntry = DueItem & { readonly message: Message };

/**
 * A queue's messages by the time from which their retention counts, so that the oldest is found without a search.
 *
 * Almost all come in that order and form a list, where leaving costs nothing. A message moved in from another queue keeps
 * its first send's time and may be older than those here: such latecomers go into a heap.
 *
 * Invariant: a message is in the list, or has an `ageEntry` in the heap, never both.
 */
export class AgeOrder {
  readonly #inOrder = new LinkedList<Message>((message) => message.ageLinks);
  readonly #latecomers = new DueHeap<AgeEntry>();

  add(message: Message): void {
    const youngest = this.#inOrder.last;
    if (youngest === undefined || youngest.agedSinceMs <= message.agedSinceMs) this.#inOrder.append(message);
    else this.#addLate(message);
  }

  remove(message: Message): void {
    if (message.ageEntry === undefined) return this.#inOrder.remove(message);
    this.#latecomers.remove(message.ageEntry);
    message.ageEntry = undefined;
  }

  oldest(): Message | undefined {
    const inOrder = this.#inOrder.first;
    const late = this.#latecomers.peek()?.message;
    if (inOrder === undefined || late === undefined) return inOrder ?? late;
    return late.agedSinceMs < inOrder.agedSinceMs ? late : inOrder;
  }

  #addLate(message: Message): void {
    message.ageEntry = { dueAtMs: message.agedSinceMs, order: message.order, heapIndex: -1, message };
    this.#latecomers.push(message.ageEntry);
  }
}
