/**
 * All messages that the worker holds, and who of them may start.
 *
 * Invariants
 * 1. One hop of one run is worked on by one message at a time. The same message received again is the same delivery with a
 *    newer receipt; another message with the same hop waits, and finds the hop done or does it.
 * 2. A suspect starts only while nothing else is held, so that what kills the worker kills nothing but itself (G3). While
 *    there is one nothing is received, and what arrives from a receive that was open is given back.
 */
import type { Envelope } from '../protocol/envelope.ts';
import type { HeldMessage } from './held-message.ts';

export class MessagesInHand {
  readonly #held = new Set<HeldMessage>();
  readonly #byHop = new Map<string, HeldMessage>();
  #suspect: HeldMessage | undefined;
  #whenAlone: (() => void) | undefined;
  readonly #whenCalm: (() => void)[] = [];
  readonly #whenEmpty: (() => void)[] = [];

  get size(): number {
    return this.#held.size;
  }

  [Symbol.iterator](): IterableIterator<HeldMessage> {
    return this.#held[Symbol.iterator]();
  }

  add(held: HeldMessage): void {
    this.#held.add(held);
  }

  remove(held: HeldMessage): void {
    this.#held.delete(held);
    if (held.claimedHop !== undefined) this.#byHop.delete(held.claimedHop);
    if (this.#suspect === held) this.#release();
    if (this.#suspect && this.#held.size === 1) this.#whenAlone?.();
    held.markEnded();
    if (this.#held.size === 0) for (const resolve of this.#whenEmpty.splice(0)) resolve();
  }

  /** Resolves when nothing is held. */
  untilEmpty(): Promise<void> {
    if (this.#held.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenEmpty.push(resolve));
  }

  /** Who works on this hop of this run, if anybody. */
  workingOn(envelope: Envelope): HeldMessage | undefined {
    return this.#byHop.get(hopKey(envelope));
  }

  /** Until it is removed. */
  claimHop(envelope: Envelope, held: HeldMessage): void {
    held.claimedHop = hopKey(envelope);
    this.#byHop.set(held.claimedHop, held);
  }

  get hasSuspect(): boolean {
    return this.#suspect !== undefined;
  }

  /** Resolves when `held` is the only message; rejects when `signal` aborts. The caller has seen that there is no suspect yet. */
  isolate(held: HeldMessage, signal: AbortSignal): Promise<void> {
    this.#suspect = held;
    for (const other of this.#held) if (other !== held) other.leave();
    if (this.#held.size === 1) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#whenAlone = resolve;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  /** Resolves when there is no suspect. */
  untilCalm(): Promise<void> | undefined {
    if (!this.#suspect) return undefined;
    return new Promise((resolve) => this.#whenCalm.push(resolve));
  }

  #release(): void {
    this.#suspect = undefined;
    this.#whenAlone = undefined;
    for (const resolve of this.#whenCalm.splice(0)) resolve();
  }
}

function hopKey({ incarnation, hop }: Envelope): string {
  return `${incarnation}:${hop}`;
}
