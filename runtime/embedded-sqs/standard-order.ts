import { LinkedList } from './linked-list.ts';
import type { Message } from './message.ts';
import type { ReadyOrder } from './ready-order.ts';

/** How far from the front a `reorder` fault reaches: enough to overtake, near enough to cost nothing. */
const reorderReach = 10;

/**
 * A standard queue's order: first ready, first out, which is what AWS does when nothing goes wrong and what it never
 * promises. A message that comes back goes to the end.
 */
export class StandardOrder implements ReadyOrder {
  readonly #list = new LinkedList<Message>((message) => message.readyLinks);

  get readyCount(): number {
    return this.#list.size;
  }

  becameReady(message: Message): void {
    this.#list.append(message);
  }

  becameHidden(message: Message): void {
    this.#list.remove(message);
  }

  left(message: Message, wasReady: boolean): void {
    if (wasReady) this.#list.remove(message);
  }

  *candidates(pick: (count: number) => number): Iterable<Message> {
    while (this.#list.first !== undefined) {
      yield this.#nth(pick(Math.min(reorderReach, this.#list.size)));
    }
  }

  *ready(): Iterable<Message> {
    // The next is found first, because the caller may take the yielded one away.
    for (let message = this.#list.first, next; message !== undefined; message = next) {
      next = this.#list.after(message);
      yield message;
    }
  }

  #nth(index: number): Message {
    let message = this.#list.first!;
    for (let step = 0; step < index; step++) message = this.#list.after(message)!;
    return message;
  }
}
