import type { Clock } from '../ports/clock.ts';

/** Something to be done at a time; see {@link Deadlines.add}. */
export interface Deadline {
  readonly atMs: number;
  readonly act: () => void;
}

/**
 * Every timeout and heartbeat of a worker on a few sleeps of the clock.
 *
 * A message is done in microseconds and would set two timers that nobody ever hears from. Here it adds to a set and takes
 * itself out again; the clock is asked when a deadline is earlier than all that it was asked for, a few times a minute
 * under load. A sleep for a later one is left to end by itself: aborting it costs more than waking for nothing.
 *
 * Invariants
 * 1. The earliest sleep ends no later than the earliest deadline in the set.
 * 2. A deadline acts at most once, and never after `cancel`.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #monotonic: () => number;
  readonly #pending = new Set<Deadline>();
  /** Ends the sleeps. */
  readonly #closing = new AbortController();
  #isClosed = false;
  #sleepsUntilMs: number[] = [];

  constructor(clock: Clock, monotonic: () => number) {
    this.#clock = clock;
    this.#monotonic = monotonic;
  }

  /** `act` must not throw. */
  add(inMs: number, act: () => void): Deadline {
    const deadline = { atMs: this.#monotonic() + inMs, act };
    this.#pending.add(deadline);
    this.#arm(deadline.atMs);
    return deadline;
  }

  cancel(deadline: Deadline | undefined): void {
    if (deadline) this.#pending.delete(deadline);
  }

  /** Nothing acts any more. */
  close(): void {
    this.#pending.clear();
    this.#isClosed = true;
    this.#closing.abort();
  }

  #arm(atMs: number): void {
    if (this.#isClosed || this.#sleepsUntilMs.some((untilMs) => untilMs <= atMs)) return;
    this.#sleepsUntilMs.push(atMs);
    this.#clock.sleep(Math.max(0, atMs - this.#monotonic()), this.#closing.signal).then(
      () => this.#fire(atMs),
      () => undefined, // Closed.
    );
  }

  #fire(armedForMs: number): void {
    this.#sleepsUntilMs = this.#sleepsUntilMs.filter((untilMs) => untilMs !== armedForMs);
    const nowMs = this.#monotonic();
    let earliest = Infinity;
    const due: Deadline[] = [];
    for (const deadline of this.#pending)
      if (deadline.atMs <= nowMs) due.push(deadline);
      else earliest = Math.min(earliest, deadline.atMs);
    due.sort((a, b) => a.atMs - b.atMs);
    for (const deadline of due) if (this.#pending.delete(deadline)) deadline.act();
    if (earliest < Infinity) this.#arm(earliest);
  }
}
