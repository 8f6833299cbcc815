import type { Clock } from '../ports/clock.ts';

/** Something to be done at a time; see {@link Deadlines.add}. */
export interface Deadline {
  readonly atMs: number;
  readonly act: () => void;
}

/**
 * Every timeout and heartbeat of a worker on one sleep of the clock.
 *
 * A message is done in microseconds and would set two timers that nobody ever hears from. Here it adds to a set and takes
 * itself out again; the clock is asked once per earliest deadline, about once a second under load.
 *
 * Invariants
 * 1. `armedAtMs` ≤ every deadline in the set, or nothing is armed and the set is empty.
 * 2. A deadline acts at most once, and never after `cancel`.
 */
export class Deadlines {
  readonly #clock: Clock;
  readonly #monotonic: () => number;
  readonly #pending = new Set<Deadline>();
  #armedAtMs = Infinity;
  #disarm: AbortController | undefined;
  #closed = false;

  constructor(clock: Clock, monotonic: () => number) {
    this.#clock = clock;
    this.#monotonic = monotonic;
  }

  /** `act` must not throw. */
  add(inMs: number, act: () => void): Deadline {
    const deadline = { atMs: this.#monotonic() + inMs, act };
    this.#pending.add(deadline);
    if (deadline.atMs < this.#armedAtMs && !this.#closed) this.#arm(deadline.atMs);
    return deadline;
  }

  cancel(deadline: Deadline | undefined): void {
    if (deadline) this.#pending.delete(deadline);
  }

  /** Nothing acts any more. */
  close(): void {
    this.#closed = true;
    this.#pending.clear();
    this.#disarm?.abort();
  }

  #arm(atMs: number): void {
    this.#disarm?.abort();
    const disarm = new AbortController();
    this.#disarm = disarm;
    this.#armedAtMs = atMs;
    this.#clock.sleep(Math.max(0, atMs - this.#monotonic()), disarm.signal).then(
      () => this.#fire(),
      () => undefined, // Disarmed: an earlier deadline came, or the worker has stopped.
    );
  }

  #fire(): void {
    this.#armedAtMs = Infinity;
    const nowMs = this.#monotonic();
    const due = [...this.#pending].filter(({ atMs }) => atMs <= nowMs).sort((a, b) => a.atMs - b.atMs);
    for (const deadline of due) if (this.#pending.delete(deadline)) deadline.act();
    let next = Infinity;
    for (const { atMs } of this.#pending) next = Math.min(next, atMs);
    if (next < this.#armedAtMs && !this.#closed) this.#arm(next);
  }
}
