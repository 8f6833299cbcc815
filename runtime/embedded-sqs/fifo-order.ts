import { LinkedList, type Links } from './linked-list.ts';
import type { Message } from './message.ts';
import type { ReadyOrder } from './ready-order.ts';

interface Group {
  readonly id: string;
  /** Ready and in flight, in the order of coming. */
  readonly messages: LinkedList<Message>;
  readonly links: Links<Group>;
  isOffered: boolean;
}

/**
 * A FIFO queue's order. What AWS does was recorded in parts; these rules agree with all of them:
 *
 * 1. Within a group messages leave in the order of coming, and one in flight blocks all behind it. So what a group offers
 *    is its longest run of ready messages from the front.
 * 2. A receive takes as much as it can from one group before it goes to the next.
 * 3. Groups take turns: a group whose front has become ready goes to the end of the line.
 *
 * Invariant: a group is in the line if and only if its first message is ready. A group without messages is forgotten.
 */
export class FifoOrder implements ReadyOrder {
  readonly #groups = new Map<string, Group>();
  readonly #line = new LinkedList<Group>((group) => group.links);
  #readyCount = 0;

  get readyCount(): number {
    return this.#readyCount;
  }

  becameReady(message: Message): void {
    const group = this.#groupOf(message);
    this.#readyCount++;
    // One that was in flight has kept its place in the group.
    if (!isLinked(group, message)) group.messages.append(message);
    this.#reconsider(group);
  }

  becameHidden(message: Message): void {
    this.#readyCount--;
    this.#reconsider(this.#groupOf(message));
  }

  left(message: Message, wasReady: boolean): void {
    if (wasReady) this.#readyCount--;
    const group = this.#groupOf(message);
    group.messages.remove(message);
    this.#reconsider(group);
    if (group.messages.size === 0) this.#groups.delete(group.id);
  }

  *candidates(): Iterable<Message> {
    while (this.#line.first !== undefined) {
      const group = this.#line.first;
      // The next is found before the message is yielded, because a message that is dead-lettered leaves the group.
      let message: Message | undefined = group.messages.first;
      while (message?.place === 'ready') {
        const next: Message | undefined = group.messages.after(message);
        yield message;
        message = next;
      }
    }
  }

  *ready(): Iterable<Message> {
    for (const group of this.#groups.values()) {
      for (let message = group.messages.first, next; message !== undefined; message = next) {
        next = group.messages.after(message);
        if (message.place === 'ready') yield message;
      }
    }
  }

  #groupOf(message: Message): Group {
    const id = message.content.messageGroupId!;
    let group = this.#groups.get(id);
    if (group === undefined) {
      const messages = new LinkedList<Message>((item) => item.readyLinks);
      group = { id, messages, links: { before: undefined, after: undefined }, isOffered: false };
      this.#groups.set(id, group);
    }
    return group;
  }

  #reconsider(group: Group): void {
    const shouldBeOffered = group.messages.first?.place === 'ready';
    if (shouldBeOffered === group.isOffered) return;
    group.isOffered = shouldBeOffered;
    if (shouldBeOffered) this.#line.append(group);
    else this.#line.remove(group);
  }
}

function isLinked(group: Group, message: Message): boolean {
  return group.messages.first === message || message.readyLinks.before !== undefined;
}
