import type { Message } from './message.ts';

/** Small enough that one message asleep for a year pins little, large enough that pages come and go seldom. */
const pageSize = 256;

interface Page {
  readonly slots: (Message | undefined)[];
  count: number;
}

/**
 * A queue's messages by their `order`, in pages of consecutive orders.
 *
 * Not a plain Map from order to message: V8 links each outgrown table of a Map to its successor, and once one of them is
 * old all later ones, with the messages in them, survive until a full collection. At a steady send, receive and delete
 * that was a third of the whole time.
 */
export class LiveMessages {
  readonly #pages = new Map<number, Page>();

  get(order: number): Message | undefined {
    return this.#pages.get(Math.floor(order / pageSize))?.slots[order % pageSize];
  }

  add(message: Message): void {
    const number = Math.floor(message.order / pageSize);
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = { slots: new Array<Message | undefined>(pageSize).fill(undefined), count: 0 };
      this.#pages.set(number, page);
    }
    page.slots[message.order % pageSize] = message;
    page.count++;
  }

  remove(message: Message): void {
    const number = Math.floor(message.order / pageSize);
    const page = this.#pages.get(number)!;
    page.slots[message.order % pageSize] = undefined;
    if (--page.count === 0) this.#pages.delete(number);
  }

  /** In order. */
  toArray(): Message[] {
    const pages = [...this.#pages].sort(([a], [b]) => a - b);
    return pages.flatMap(([, { slots }]) => slots.filter((message) => message !== undefined));
  }
}
