import type { RandomPort } from '../ports/random.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';
import type { Deadline, Deadlines } from './deadlines.ts';

interface Waiter {
  readonly wanted: number;
  readonly weight: number;
  resolve(slots: number): void;
  timeout?: Deadline;
}

/** How long a poll waits for a full batch of slots before it is content with less. */
const patienceMs = 20;

/**
 * Room for messages. A receive takes room for all that it may bring before it is made, so that whatever comes can start at
 * once and no message waits out its lease in a buffer.
 *
 * A message has its slot until nothing is left to do but its delete. Waiting for that answer, too, would leave a third of a
 * distant queue's time unused.
 *
 * Invariants
 * 1. Slots taken by receives and messages together never pass the capacity.
 * 2. A receive for a full batch costs as much as one for a single message, so a poll waits a moment for ten slots; it takes
 *    fewer rather than wait for a long activity.
 * 3. Where several queues wait, the next is drawn by weight.
 */
export class Slots {
  readonly #deadlines: Deadlines;
  readonly #random: RandomPort;
  #waiters: Waiter[] = [];
  #free: number;

  constructor(capacity: number, deadlines: Deadlines, random: RandomPort) {
    this.#free = capacity;
    this.#deadlines = deadlines;
    this.#random = random;
  }

  /** Resolves with 1 to `wanted` slots (at most ten), or 0 after {@link close}. */
  acquire(wanted: number, weight: number): Promise<number> {
    const count = Math.min(wanted, sqsLimits.batchEntriesMax);
    if (this.#free >= count && this.#waiters.length === 0) {
      this.#free -= count;
      return Promise.resolve(count);
    }
    return new Promise((resolve) => {
      const waiter: Waiter = { wanted: count, weight, resolve };
      this.#waiters.push(waiter);
      this.#beContentLater(waiter);
    });
  }

  release(slots: number): void {
    this.#free += slots;
    while (this.#waiters.length > 0) {
      const waiter = this.#drawWaiter();
      if (this.#free < waiter.wanted) return;
      this.#serve(waiter, waiter.wanted);
    }
  }

  /** Every waiter gets 0. */
  close(): void {
    for (const waiter of [...this.#waiters]) this.#serve(waiter, 0);
  }

  #beContentLater(waiter: Waiter): void {
    waiter.timeout = this.#deadlines.add(patienceMs, () => {
      if (this.#free > 0) this.#serve(waiter, Math.min(this.#free, waiter.wanted));
      else this.#beContentLater(waiter);
    });
  }

  #serve(waiter: Waiter, slots: number): void {
    this.#deadlines.cancel(waiter.timeout);
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
    this.#free -= slots;
    waiter.resolve(slots);
  }

  #drawWaiter(): Waiter {
    let ticket = this.#random.next() * this.#waiters.reduce((sum, { weight }) => sum + weight, 0);
    for (const waiter of this.#waiters) if ((ticket -= waiter.weight) < 0) return waiter;
    return this.#waiters[this.#waiters.length - 1]!;
  }
}
