/**
 * Keeps one message hidden while it is in hand.
 *
 * ```
 * received ──► kept ──► covered (an attempt runs) ──► kept ──► ended
 *                └──────────┴──► lost: the broker says that the receipt is no longer ours
 * ```
 *
 * Invariants
 * 1. After `end` no further change of visibility is begun; what it returns resolves when one that was under way is answered.
 *    So nothing touches a receipt after its delete (the late heartbeat is every SQS consumer's old bug).
 * 2. Most messages are done long before their lease is: the first change comes after a quarter of it or a second. From then
 *    an attempt is covered to its timeout at once (PROTOCOL.md 9.2), because a lease lost under way doubles the run.
 * 3. No change reaches beyond 12 h after the receive.
 */
import { visibilitySecondsLeft } from '../engine/visibility-bounce.ts';
import type { Deadline, Deadlines } from './deadlines.ts';

export type VisibilityReply = 'changed' | 'lost' | 'unknown';

export interface LeaseTerms {
  readonly deadlines: Deadlines;
  readonly monotonic: () => number;
  /** What the queue gives at a receive. */
  readonly visibilityMs: number;
  changeVisibility(seconds: number): Promise<VisibilityReply>;
}

/** On top of an attempt's timeout: time to send what came of it. */
const marginMs = 10_000;
const settleMsMax = 1_000;

export class Lease {
  readonly #terms: LeaseTerms;
  readonly #receivedAtMs: number;
  #endsAtMs: number;
  #wantedUntilMs = 0;
  #next: Deadline | undefined;
  #changing: Promise<void> | undefined;
  #isEnded = false;
  #isLost = false;
  #onLost: (() => void) | undefined;

  constructor(terms: LeaseTerms) {
    this.#terms = terms;
    this.#receivedAtMs = terms.monotonic();
    this.#endsAtMs = this.#receivedAtMs + terms.visibilityMs;
    this.keep();
  }

  /** Milliseconds since the receive. */
  get heldMs(): number {
    return this.#terms.monotonic() - this.#receivedAtMs;
  }

  /** Another worker may have the message: nothing new may be started with it. */
  get isOver(): boolean {
    return this.#isLost || this.#terms.monotonic() >= this.#endsAtMs;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** Hidden again at every half of what is left. */
  keep(): void {
    this.#onLost = undefined;
    this.#wantedUntilMs = 0;
    this.#schedule((this.#endsAtMs - this.#terms.monotonic()) / 2);
  }

  /** An attempt of at most `workMs` begins. `onLost` is called where the lease is lost while it runs. */
  cover(workMs: number, onLost: () => void): void {
    const nowMs = this.#terms.monotonic();
    this.#onLost = onLost;
    this.#wantedUntilMs = nowMs + workMs + marginMs;
    const leftMs = this.#endsAtMs - nowMs;
    this.#schedule(this.#endsAtMs >= this.#wantedUntilMs ? leftMs / 2 : Math.min(settleMsMax, leftMs / 4));
  }

  /** The same message was received again: from now on its newest receipt counts, and its lease begins anew. */
  renewedByBroker(): void {
    this.#endsAtMs = Math.max(this.#endsAtMs, this.#terms.monotonic() + this.#terms.visibilityMs);
  }

  /** Undefined where nothing is under way. */
  end(): Promise<void> | undefined {
    this.#isEnded = true;
    this.#terms.deadlines.cancel(this.#next);
    this.#next = undefined;
    return this.#changing;
  }

  #schedule(inMs: number): void {
    if (this.#isEnded) return;
    this.#terms.deadlines.cancel(this.#next);
    this.#next = this.#terms.deadlines.add(Math.max(0, inMs), () => this.#extend());
  }

  #extend(): void {
    const nowMs = this.#terms.monotonic();
    const wantedMs = Math.max(this.#terms.visibilityMs, this.#wantedUntilMs - nowMs);
    const seconds = Math.min(Math.ceil(wantedMs / 1_000), visibilitySecondsLeft(this.heldMs));
    if (seconds < 1 || nowMs + seconds * 1_000 <= this.#endsAtMs) return;
    this.#changing = this.#terms.changeVisibility(seconds).then((reply) => {
      this.#changing = undefined;
      this.#take(reply, nowMs + seconds * 1_000);
    });
  }

  #take(reply: VisibilityReply, endsAtMs: number): void {
    if (this.#isEnded) return;
    const leftMs = this.#endsAtMs - this.#terms.monotonic();
    if (reply === 'lost') {
      this.#isLost = true;
      this.#onLost?.();
    } else if (reply === 'changed') {
      this.#endsAtMs = endsAtMs;
      this.#schedule((endsAtMs - this.#terms.monotonic()) / 2);
    } else this.#schedule(Math.min(settleMsMax, Math.max(100, leftMs / 4)));
  }
}
