import type { Clock } from '../ports/clock.ts';
import { DueHeap } from './due-heap.ts';
import { refuseNoDuration } from './system-clock.ts';

interface Sleeper {
  dueAtMs: number;
  readonly order: number;
  heapIndex: number;
  wake(): void;
}

/**
 * Time that stands still until somebody moves it. No real timer is ever set.
 *
 * A driver lets the woken code run between firings, because what it does next may be due before the next sleeper:
 *
 * ```ts
 * while (clock.fireNext(untilMs)) await letTheCodeRun();
 * clock.advanceTo(untilMs);
 * ```
 *
 * Invariants
 * 1. `now` never falls.
 * 2. Sleepers wake in order of their due times, of equals the one that fell asleep first; while one wakes, `now` is its
 *    due time (or later, where it was overdue).
 * 3. A sleep of 0 or less is due now, yet still waits to be fired: only the driver moves anything on.
 * 4. An aborted sleeper leaves at once: `nextDueAt` and `pendingCount` speak of live sleepers only.
 */
export class VirtualClock implements Clock {
  readonly #sleepers = new DueHeap<Sleeper>();
  #nowMs: number;
  #order = 0;

  /** `startMs`: epoch milliseconds; default 2026-01-01T00:00:00Z. */
  constructor(startMs: number = 1_767_225_600_000) {
    this.#nowMs = startMs;
  }

  /** How many sleep. */
  get pendingCount(): number {
    return this.#sleepers.size;
  }

  now(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      refuseNoDuration(ms);
      signal?.throwIfAborted();
      const abandon = () => {
        this.#sleepers.remove(sleeper);
        reject(signal!.reason);
      };
      const wake = () => {
        signal?.removeEventListener('abort', abandon);
        resolve();
      };
      const sleeper: Sleeper = { dueAtMs: this.#nowMs + Math.max(0, ms), order: this.#order++, heapIndex: -1, wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', abandon, { once: true });
    });
  }

  /** When the next sleeper is due, in epoch milliseconds; `undefined` when nobody sleeps, or only for ever. */
  nextDueAt(): number | undefined {
    const dueAtMs = this.#sleepers.peek()?.dueAtMs;
    return dueAtMs === Infinity ? undefined : dueAtMs;
  }

  /** Moves to the first sleeper due no later than `limitMs` and wakes that one; false when there is none. */
  fireNext(limitMs: number): boolean {
    const dueAtMs = this.nextDueAt();
    if (dueAtMs === undefined || dueAtMs > limitMs) return false;
    this.#nowMs = Math.max(this.#nowMs, dueAtMs);
    this.#sleepers.pop()!.wake();
    return true;
  }

  /**
   * Wakes all that are due up to `ms` and stands there. Their code runs only after this returns, so a sleep that it begins
   * is counted from `ms`: where that matters, drive with {@link fireNext}.
   */
  advanceTo(ms: number): void {
    while (this.fireNext(ms));
    this.#nowMs = Math.max(this.#nowMs, ms);
  }
}
