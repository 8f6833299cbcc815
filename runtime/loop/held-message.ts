/**
 * One message in hand.
 *
 * Invariants
 * 1. `receiptHandle` is the newest that was given for the message: SQS may ignore an older one.
 * 2. Every message ends: deleted, hidden, handed back, or left to its lease. Then those who wait for its end go on.
 */
import type { MessageFacts } from '../engine/admission.ts';
import type { ReceivedMessage } from '../ports/queue.ts';
import type { Lane } from './lane.ts';
import { Lease, type LeaseTerms } from './lease.ts';

export class HeldMessage {
  readonly lane: Lane;
  readonly message: ReceivedMessage;
  readonly lease: Lease;
  receiptHandle: string;
  /** Incarnation of its run, once known: what batches and copies go by. */
  run: string;
  /** Hop on which it works, for those who hold all messages. */
  claimedHop: string | undefined;
  /** Called once, when nothing is left to be done about it but its delete: another message may have its room. */
  onRoom: (() => void) | undefined;
  /** Called when the grace period of a stop is over: by each attempt that runs. */
  readonly onGiveUp = new Set<() => void>();
  readonly #receivedAtMs: number;
  #receiveCount: number;
  #hasGivenUp = false;
  #onEnd: (() => void)[] | undefined;
  #leaving: Set<AbortController> | undefined;

  constructor(lane: Lane, message: ReceivedMessage, terms: LeaseTerms) {
    this.lane = lane;
    this.message = message;
    this.receiptHandle = message.receiptHandle;
    this.run = message.messageId;
    this.#receiveCount = message.receiveCount;
    // A whole second may be rounded off the broker's date; its other stamps are exact, and none lies in its future.
    this.#receivedAtMs = Math.max(message.receivedAtMs, message.firstReceivedAtMs, message.sentAtMs);
    this.lease = new Lease(terms, this.#changeVisibility);
  }

  readonly #changeVisibility = (seconds: number) =>
    this.lane.writer.changeVisibility(this.receiptHandle, seconds, this.run);

  /** The broker's clock. */
  nowMs(): number {
    return Math.max(this.lane.queue.brokerNow(), Math.floor(this.#receivedAtMs + this.lease.heldMs));
  }

  facts(): MessageFacts {
    const { lease, message } = this;
    return {
      receiveCount: this.#receiveCount,
      sentAtMs: message.sentAtMs,
      nowMs: this.nowMs(),
      heldMs: lease.heldMs,
    };
  }

  /** SQS gave the same message again, to us: one delivery, newer receipt. */
  adopt(again: ReceivedMessage): void {
    this.receiptHandle = again.receiptHandle;
    this.#receiveCount = Math.max(this.#receiveCount, again.receiveCount);
    this.lease.renewedByBroker();
  }

  /**
   * Waits with the message in hand and nothing begun. False where it was asked to leave meanwhile: the worker stops, or
   * wants to be alone with another message.
   */
  async waitUnlessLeaving(wait: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    const leaving = new AbortController();
    this.#leaving ??= new Set();
    this.#leaving.add(leaving);
    try {
      await wait(leaving.signal);
    } catch (error) {
      if (!leaving.signal.aborted) throw error;
    } finally {
      this.#leaving.delete(leaving);
    }
    return !leaving.signal.aborted;
  }

  leave(): void {
    for (const leaving of this.#leaving ?? []) leaving.abort();
  }

  /** Resolves when the message has ended, or rejects when `signal` aborts. */
  untilEnded(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      (this.#onEnd ??= []).push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  markEnded(): void {
    this.#makeRoom();
    void this.lease.end();
    for (const resolve of this.#onEnd ?? []) resolve();
  }

  giveUp(): void {
    this.#hasGivenUp = true;
    for (const giveUp of [...this.onGiveUp]) giveUp();
  }

  /** Whether a write about this message is still ours to make. */
  isWorthwhile(): boolean {
    return !this.#hasGivenUp && !this.lease.isOver;
  }

  delete(): Promise<void> {
    this.#makeRoom();
    const changing = this.lease.end();
    if (changing) return changing.then(() => this.lane.writer.delete(this.receiptHandle, this));
    return this.lane.writer.delete(this.receiptHandle, this);
  }

  #makeRoom(): void {
    const { onRoom } = this;
    this.onRoom = undefined;
    onRoom?.();
  }

  /** Hidden for `seconds` from now; 0 = visible at once. Not where the lease is over: an old receipt would free another worker's. */
  async hide(seconds: number): Promise<void> {
    await this.lease.end();
    if (!this.lease.isOver) await this.lane.writer.changeVisibility(this.receiptHandle, seconds, this.run);
  }
}
