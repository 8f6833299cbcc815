import type { Clock } from '../ports/clock.ts';

/**
 * The one timer of a queue. It is set only while somebody polls: what nobody waits for is found due at the next call, so a
 * message that sleeps for a year costs nothing meanwhile.
 */
export class WakeUp {
  readonly #clock: Clock;
  readonly #wake: () => void;
  #dueAtMs = Infinity;
  #pending: AbortController | undefined;

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Wakes at `dueAtMs` instead of whenever it was set to; `Infinity` = not at all. */
  setTo(dueAtMs: number): void {
    if (dueAtMs === this.#dueAtMs) return;
    this.#pending?.abort();
    this.#pending = undefined;
    this.#dueAtMs = dueAtMs;
    if (dueAtMs !== Infinity) this.#sleepUntil(dueAtMs);
  }

  #sleepUntil(dueAtMs: number): void {
    const pending = new AbortController();
    this.#pending = pending;
    const wake = () => {
      // An abort may come after the clock has fired and before this runs.
      if (this.#pending !== pending) return;
      this.#pending = undefined;
      this.#dueAtMs = Infinity;
      this.#wake();
    };
    // The only rejection of a sleep is our own abort, which means that the time has changed.
    this.#clock.sleep(Math.max(0, dueAtMs - this.#clock.now()), pending.signal).then(wake, () => {});
  }
}
