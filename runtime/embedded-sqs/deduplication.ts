/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/using-messagededuplicationid-property.html */
const intervalMs = 5 * 60 * 1000;

/** The first message of a deduplication id: what a repetition of it is answered with. */
export interface FirstSend {
  readonly messageId: string;
  readonly sequenceNumber: string;
  readonly atMs: number;
}

/**
 * Which deduplication ids a FIFO queue has accepted in the last five minutes. It outlives the messages: a repetition is
 * swallowed also after the first was deleted (recorded).
 *
 * Invariant: entries stand in the order of their times, so the expired ones are at the front.
 */
export class Deduplication {
  readonly #sends = new Map<string, FirstSend>();

  find(key: string, nowMs: number): FirstSend | undefined {
    this.#forget(nowMs);
    return this.#sends.get(key);
  }

  remember(key: string, send: FirstSend): void {
    this.#sends.set(key, send);
  }

  clear(): void {
    this.#sends.clear();
  }

  #forget(nowMs: number): void {
    for (const [key, send] of this.#sends) {
      if (send.atMs + intervalMs > nowMs) return;
      this.#sends.delete(key);
    }
  }
}
