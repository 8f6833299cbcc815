import type { VirtualClock } from '../../runtime/clocks/virtual-clock.ts';
import type { TimerLane } from '../../runtime/testing/timer-lane.ts';

/** When something may happen next: now, at a time, or never by itself. */
export type NextMoment =
  { readonly kind: 'now' } | { readonly kind: 'at'; readonly atMs: number } | { readonly kind: 'never' };

/**
 * Moves virtual time for tests of the loop, whose activities wait for nothing real.
 *
 * Where no worker holds a message the polls in between are passed over: a year of sleep is a few steps. At one moment the
 * queue wakes before the workers, as a reply comes before the guard that waits for it.
 */
export class VirtualDrive {
  readonly #clock: VirtualClock;
  readonly #workers: TimerLane;
  readonly #next: () => NextMoment;

  constructor(clock: VirtualClock, workers: TimerLane, next: () => NextMoment) {
    this.#clock = clock;
    this.#workers = workers;
    this.#next = next;
  }

  /** True when `isReached` came true; false at `untilMs`, or where nothing is left that could happen. */
  async drive(isReached: () => boolean, untilMs = Infinity): Promise<boolean> {
    for (;;) {
      await settle();
      if (isReached()) return true;
      if (this.#clock.fireNext(this.#clock.now()) || this.#workers.fireDue()) continue;
      const stopMs = this.#nextStopMs();
      if (stopMs > untilMs || stopMs === Infinity) {
        if (untilMs !== Infinity) this.#clock.advanceTo(untilMs);
        await settle();
        return isReached();
      }
      this.#clock.advanceTo(stopMs);
    }
  }

  #nextStopMs(): number {
    const next = this.#next();
    if (next.kind === 'at') return next.atMs;
    if (next.kind === 'never') return Infinity;
    return Math.min(this.#clock.nextDueAt() ?? Infinity, this.#workers.nextDueAt() ?? Infinity);
  }
}

/** Promises are done when a turn is; immediates may follow each other. */
async function settle(): Promise<void> {
  do await new Promise<void>((resolve) => setImmediate(resolve));
  while (process.getActiveResourcesInfo().includes('Immediate'));
}
