import { DueHeap } from '../clocks/due-heap.ts';
import { refuseNoDuration } from '../clocks/system-clock.ts';
import type { Clock } from '../ports/clock.ts';

interface Sleeper {
  dueAtMs: number;
  readonly order: number;
  heapIndex: number;
  wake(): void;
}

/**
 * Timers on another clock's time that wait to be fired, also when they are overdue.
 *
 * Workers sleep here and the queue sleeps on the clock itself, so the driver can move time past the timers of workers that
 * hold nothing (long polls and their guards, some of them every few seconds of a sleeping year) and let the queue speak first.
 *
 * Invariants
 * 1. `now` is the base clock's.
 * 2. Sleepers wake only in {@link fireDue}, by due time, of equals the one that fell asleep first; never before they are due.
 * 3. An aborted sleeper leaves at once.
 */
export class TimerLane implements Clock {
  readonly #base: Pick<Clock, 'now'>;
  readonly #sleepers = new DueHeap<Sleeper>();
  #order = 0;

  constructor(base: Pick<Clock, 'now'>) {
    this.#base = base;
  }

  now(): number {
    return this.#base.now();
  }

  get pendingCount(): number {
    return this.#sleepers.size;
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
      const sleeper: Sleeper = { dueAtMs: this.now() + Math.max(0, ms), order: this.#order++, heapIndex: -1, wake };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', abandon, { once: true });
    });
  }

  /** When the next sleeper is due, perhaps in the past; `undefined` when nobody sleeps, or only for ever. */
  nextDueAt(): number | undefined {
    const dueAtMs = this.#sleepers.peek()?.dueAtMs;
    return dueAtMs === Infinity ? undefined : dueAtMs;
  }

  /** Wakes the next sleeper that is due by now; false when there is none. */
  fireDue(): boolean {
    const dueAtMs = this.nextDueAt();
    if (dueAtMs === undefined || dueAtMs > this.now()) return false;
    this.#sleepers.pop()!.wake();
    return true;
  }

  /** Nobody wakes any more. */
  clear(): void {
    this.#sleepers.clear();
  }
}
