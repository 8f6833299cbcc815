/**
 * Tells whether user code that runs waits for something real.
 *
 * Activities, and workflow code with an inline await, may fetch, read files or set timers; virtual time must not run out on
 * them meanwhile. But code that waits for nothing real (a promise that only its `AbortSignal` settles) waits for virtual time
 * to pass. Real is a timer that this code set, and what else keeps Node's event loop alive beyond what did before it began.
 *
 * Invariants
 * 1. The baseline is taken anew when the first of overlapping pieces of work begins and when the last attempt ends: a pool
 *    that an activity opened and left open is nobody's work. It only falls in between: what goes away must not hide what comes.
 * 2. A request over a connection that was open before looks like nothing. So while there are more connections than when
 *    the environment was made, work gets a real second before it counts as waiting for virtual time.
 * 3. Work that nobody announced (an inline await) is waited for only so long, because what it left open looks like it.
 * 4. Immediates are not counted, as the driver waits for them anyway; nor timers, which are known by identity.
 */
import { monotonicNow } from '../clocks/monotonic.ts';
import { activityContextHolder, type AttemptObserver } from '../ports/activity-context.ts';
import { OwnTimers } from './own-timers.ts';

const pooledGraceMs = 1_000;
const unannouncedMsMax = 5_000;
const known: ReadonlySet<string> = new Set(['Immediate', 'Timeout']);

export interface RealWorkOptions {
  /** Kinds of what keeps Node alive, one for each. Default: what Node says. */
  readonly resources?: () => readonly string[];
  /** Milliseconds that only rise. Default: the machine's. */
  readonly monotonic?: () => number;
}

export class RealWork implements AttemptObserver {
  readonly #resources: () => readonly string[];
  readonly #monotonic: () => number;
  readonly #timers = new OwnTimers();
  readonly #original: Counts;
  #isBusy: () => boolean = () => false;
  #baseline: Counts;
  #announced = 0;
  #beganAtMs = 0;

  constructor({ resources = () => process.getActiveResourcesInfo(), monotonic = monotonicNow }: RealWorkOptions = {}) {
    this.#resources = resources;
    this.#monotonic = monotonic;
    this.#original = this.#count();
    this.#baseline = new Map(this.#original);
  }

  /** Hears of attempts from now on. `isBusy`: whether a delivery is at work, announced or not. */
  watch(isBusy: () => boolean): void {
    this.#isBusy = isBusy;
    activityContextHolder().observers.add(this);
  }

  /** User code runs in `work` and in nothing else: workers, and plain code. */
  within<T>(work: () => T): T {
    return this.#timers.within(work);
  }

  /** An attempt, or plain code. */
  begins(): void {
    if (this.#announced++ === 0) this.#takeBaseline();
    this.#beganAtMs = this.#monotonic();
  }

  ends(): void {
    if (--this.#announced === 0) this.#takeBaseline();
  }

  /** Messages are about to be handled, by code that may await inline. */
  mayBegin(): void {
    if (this.#announced === 0 && !this.#isBusy()) this.#takeBaseline();
  }

  /** True while work is under way that waits for something real. */
  isWaiting(): boolean {
    if (this.#announced > 0) return this.#isAnnouncedWaiting();
    return this.#isBusy() && this.#holdsSomething(this.#count()) && this.#runsForMs() < unannouncedMsMax;
  }

  #isAnnouncedWaiting(): boolean {
    const now = this.#count();
    return this.#holdsSomething(now) || (isBeyond(now, this.#original) && this.#runsForMs() < pooledGraceMs);
  }

  #holdsSomething(now: Counts): boolean {
    return this.#timers.isAnyPending() || this.#isBeyondBaseline(now);
  }

  #runsForMs(): number {
    return this.#monotonic() - this.#beganAtMs;
  }

  /** No more of it is seen. */
  close(): void {
    activityContextHolder().observers.delete(this);
    this.#timers.close();
  }

  #takeBaseline(): void {
    this.#timers.forget();
    this.#baseline = this.#count();
    this.#beganAtMs = this.#monotonic();
  }

  #isBeyondBaseline(now: Counts): boolean {
    if (isBeyond(now, this.#baseline)) return true;
    for (const [type, count] of this.#baseline) this.#baseline.set(type, Math.min(count, now.get(type) ?? 0));
    return false;
  }

  #count(): Counts {
    const counts: Counts = new Map();
    for (const type of this.#resources()) if (!known.has(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
    return counts;
  }
}

type Counts = Map<string, number>;

function isBeyond(now: Counts, before: Counts): boolean {
  for (const [type, count] of now) if (count > (before.get(type) ?? 0)) return true;
  return false;
}
