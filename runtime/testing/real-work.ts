/**
 * Tells whether user code that runs waits for something real.
 *
 * Activities, and workflow code with an inline await, may fetch, read files or set timers; virtual time must not run out on
 * them meanwhile. But code that waits for nothing real (a promise that only its `AbortSignal` settles) waits for virtual time
 * to pass. What is real is what keeps Node's event loop alive beyond what did before the code began.
 *
 * Invariants
 * 1. The baseline is taken anew when the first of overlapping pieces of work begins and when the last attempt ends: a pool
 *    that an activity opened and left open is nobody's work. It only falls in between: what goes away must not hide what comes.
 * 2. Work that nobody announced (an inline await) is waited for only so long, because what it left open looks like it.
 * 3. Immediates are not counted: the driver waits for them anyway.
 */
import type { AttemptObserver } from '../ports/activity-context.ts';

/** Checks, a millisecond apart or more. */
const unannouncedChecksMax = 5_000;

export class RealWork implements AttemptObserver {
  readonly #resources: () => readonly string[];
  /** Whether a delivery is at work, announced or not. */
  readonly #isBusy: () => boolean;
  #announced = 0;
  #unannouncedChecks = 0;
  #baseline = new Map<string, number>();

  constructor(isBusy: () => boolean, resources: () => readonly string[] = () => process.getActiveResourcesInfo()) {
    this.#isBusy = isBusy;
    this.#resources = resources;
  }

  /** An attempt, or plain code. */
  begins(): void {
    if (this.#announced++ === 0) this.#takeBaseline();
  }

  ends(): void {
    if (--this.#announced === 0) this.#takeBaseline();
  }

  /** Messages are about to be handled, by code that may await inline. */
  mayBegin(): void {
    if (this.#announced === 0 && !this.#isBusy()) this.#takeBaseline();
  }

  /** True while work is under way that holds something real. */
  isWaiting(): boolean {
    if (this.#announced > 0) return this.#isBeyondBaseline();
    if (!this.#isBusy() || !this.#isBeyondBaseline()) return false;
    if (++this.#unannouncedChecks <= unannouncedChecksMax) return true;
    this.#takeBaseline();
    return false;
  }

  #takeBaseline(): void {
    this.#baseline = this.#count();
    this.#unannouncedChecks = 0;
  }

  #isBeyondBaseline(): boolean {
    const now = this.#count();
    let beyond = false;
    for (const [type, count] of now) if (count > (this.#baseline.get(type) ?? 0)) beyond = true;
    for (const [type, count] of this.#baseline) this.#baseline.set(type, Math.min(count, now.get(type) ?? 0));
    return beyond;
  }

  #count(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const type of this.#resources()) if (type !== 'Immediate') counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }
}
