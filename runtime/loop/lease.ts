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
 * 2. Most messages are done long before their lease is, so nothing is done for a quarter of it or a second. Then an attempt
 *    is covered to its timeout at once (PROTOCOL.md 9.2), because a lease lost under way doubles the run; everything else is
 *    renewed at every half of what is left.
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
}

/** An attempt for which the message must stay hidden. */
export interface Cover {
  readonly untilMs: number;
  readonly onLost: () => void;
}

/** On top of an attempt's timeout: time to send what came of it. */
const marginMs = 10_000;
const firstLookMsMax = 1_000;
const retryMsMin = 100;

export class Lease {
  readonly #terms: LeaseTerms;
  readonly #changeVisibility: (seconds: number) => Promise<VisibilityReply>;
  readonly #receivedAtMs: number;
  readonly #firstLookAtMs: number;
  #endsAtMs: number;
  /** The attempts that run. */
  readonly #covers = new Set<Cover>();
  #next: Deadline | undefined;
  #changing: Promise<void> | undefined;
  #isEnded = false;
  #isLost = false;

  constructor(terms: LeaseTerms, changeVisibility: (seconds: number) => Promise<VisibilityReply>) {
    this.#terms = terms;
    this.#changeVisibility = changeVisibility;
    const nowMs = terms.monotonic();
    const firstLookMs = Math.min(firstLookMsMax, terms.visibilityMs / 4);
    this.#receivedAtMs = nowMs;
    this.#endsAtMs = nowMs + terms.visibilityMs;
    this.#firstLookAtMs = nowMs + firstLookMs;
    this.#next = terms.deadlines.add(firstLookMs, this.#look);
  }

  /** Milliseconds since the receive. */
  get heldMs(): number {
    return this.#terms.monotonic() - this.#receivedAtMs;
  }

  /** Another worker may have the message: nothing new may be started with it. */
  get isOver(): boolean {
    return this.#isLost || this.#terms.monotonic() >= this.#endsAtMs;
  }

  /** An attempt of at most `workMs` begins, beside those that run. `onLost` is called where the lease is lost while it runs. */
  cover(workMs: number, onLost: () => void): Cover {
    const nowMs = this.#terms.monotonic();
    const cover = { untilMs: nowMs + workMs + marginMs, onLost };
    this.#covers.add(cover);
    // Later than the first look the next one may be far away.
    if (nowMs >= this.#firstLookAtMs) this.#schedule(Math.min(firstLookMsMax, (this.#endsAtMs - nowMs) / 4));
    return cover;
  }

  /** The attempt has ended. */
  uncover(cover: Cover): void {
    this.#covers.delete(cover);
  }

  /** Until when the attempts that run must be covered; 0 where none runs. */
  #wantedUntilMs(): number {
    let untilMs = 0;
    for (const cover of this.#covers) untilMs = Math.max(untilMs, cover.untilMs);
    return untilMs;
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
    this.#next = this.#terms.deadlines.add(Math.max(0, inMs), this.#look);
  }

  readonly #look = (): void => {
    const nowMs = this.#terms.monotonic();
    const leftMs = this.#endsAtMs - nowMs;
    const wantedUntilMs = this.#wantedUntilMs();
    const isCovered = wantedUntilMs > 0 && this.#endsAtMs >= wantedUntilMs;
    const isYoung = wantedUntilMs === 0 && leftMs > this.#terms.visibilityMs / 2;
    if (isCovered || isYoung) this.#schedule(isCovered ? leftMs / 2 : leftMs - this.#terms.visibilityMs / 2);
    else this.#extend(nowMs);
  };

  #extend(nowMs: number): void {
    const wantedMs = Math.max(this.#terms.visibilityMs, this.#wantedUntilMs() - nowMs);
    const seconds = Math.min(Math.ceil(wantedMs / 1_000), visibilitySecondsLeft(this.heldMs));
    const endsAtMs = nowMs + seconds * 1_000;
    // At the end of the 12 h nothing more can be had; the attempt's timeout comes first.
    if (endsAtMs <= this.#endsAtMs) return;
    this.#changing = this.#changeVisibility(seconds).then((reply) => {
      this.#changing = undefined;
      this.#take(reply, endsAtMs);
    });
  }

  #take(reply: VisibilityReply, endsAtMs: number): void {
    if (this.#isEnded) return;
    if (reply === 'lost') {
      this.#isLost = true;
      for (const cover of [...this.#covers]) cover.onLost();
      return;
    }
    if (reply === 'changed') this.#endsAtMs = endsAtMs;
    const leftMs = this.#endsAtMs - this.#terms.monotonic();
    this.#schedule(reply === 'changed' ? leftMs / 2 : Math.min(firstLookMsMax, Math.max(retryMsMin, leftMs / 4)));
  }
}
