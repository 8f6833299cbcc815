/**
 * Gathers the entries of one queue and one action into batch calls of up to 10.
 *
 * A batch leaves when it is full, else when the current turn of the event loop ends: whatever the messages of one receive
 * decided is there by then, and nobody waits for a timer.
 *
 * Invariants
 * 1. Entries of one batch belong to different runs. A batch whose reply is lost is sent again as a whole, and two copies of
 *    one run in it would double together (PROTOCOL.md 9.1).
 * 2. A batch's bodies together stay within `bytesMax`.
 * 3. Every entry is answered: by its own result, or, where the call gave none, by the call's error.
 */
import type { EntryResult } from '../ports/queue.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';

export type BatchReply = EntryResult | { readonly ok: false; readonly error: unknown };

interface Entry<T> {
  readonly payload: T;
  readonly run: string;
  readonly bytes: number;
  answer(reply: BatchReply): void;
}

export class Batcher<T> {
  readonly #call: (payloads: readonly T[]) => Promise<EntryResult[]>;
  readonly #bytesMax: number;
  #waiting: Entry<T>[] = [];
  #isScheduled = false;

  constructor(call: (payloads: readonly T[]) => Promise<EntryResult[]>, bytesMax = Infinity) {
    this.#call = call;
    this.#bytesMax = bytesMax;
  }

  add(payload: T, run: string, bytes = 0): Promise<BatchReply> {
    return new Promise((answer) => {
      this.#waiting.push({ payload, run, bytes, answer });
      if (this.#waiting.length >= sqsLimits.batchEntriesMax) this.#flush();
      else this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (this.#waiting.length > 0) void this.#perform(this.#takeBatch());
  }

  #takeBatch(): Entry<T>[] {
    const batch: Entry<T>[] = [];
    const rest: Entry<T>[] = [];
    const runs = new Set<string>();
    let bytes = 0;
    for (const entry of this.#waiting) {
      const fits = batch.length === 0 || bytes + entry.bytes <= this.#bytesMax;
      if (batch.length < sqsLimits.batchEntriesMax && fits && !runs.has(entry.run)) {
        batch.push(entry);
        runs.add(entry.run);
        bytes += entry.bytes;
      } else rest.push(entry);
    }
    this.#waiting = rest;
    return batch;
  }

  async #perform(batch: readonly Entry<T>[]): Promise<void> {
    let results: readonly EntryResult[];
    try {
      results = await this.#call(batch.map(({ payload }) => payload));
    } catch (error) {
      for (const entry of batch) entry.answer({ ok: false, error });
      return;
    }
    for (let at = 0; at < batch.length; at++) batch[at]!.answer(results[at] ?? { ok: false, error: unanswered() });
  }
}

/** A reply that leaves an entry out says nothing of it: unknown, never failed. */
function unanswered(): Error {
  return new Error('The reply to a batch left this entry out.');
}
