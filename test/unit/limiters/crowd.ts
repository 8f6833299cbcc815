/**
 * Callers of a limiter on virtual time: each comes, asks, goes away for as long as it was told, and comes back, until it is
 * granted. Knows nothing of how a limiter works.
 */
import type { LimiterPort } from '../../../runtime/ports/limiter.ts';
import type { LimitRequest } from '../../../runtime/protocol/rate-rule.ts';

export interface Caller {
  readonly arrivesMs: number;
  readonly requests: readonly LimitRequest[];
  /** How late it comes each time it was told to come, beginning again at the end. Default: never late. */
  readonly lateMs?: readonly number[];
  /** Never comes back after so many refusals. */
  readonly givesUpAfter?: number;
}

export interface Use {
  readonly atMs: number;
  readonly caller: number;
  readonly refusals: number;
}

export interface Crowd {
  readonly uses: readonly Use[];
  /** Refusals that sent a caller away for a second or longer: those that cost a receive. */
  readonly bounces: readonly number[];
}

export type MakeLimiter = (now: () => number) => LimiterPort;

export async function runCrowd(makeLimiter: MakeLimiter, callers: readonly Caller[]): Promise<Crowd> {
  const time = { nowMs: 0 };
  const limiter = makeLimiter(() => time.nowMs);
  const agenda = new Agenda();
  callers.forEach(({ arrivesMs }, caller) => agenda.add(arrivesMs, caller));
  const refusals = callers.map(() => 0);
  const bounces = callers.map(() => 0);
  const uses: Use[] = [];
  for (let next = agenda.take(); next; next = agenda.take()) {
    time.nowMs = next.atMs;
    const { caller } = next;
    const { requests, lateMs = [0], givesUpAfter = Infinity } = callers[caller]!;
    const answer = await limiter.ask(`caller-${caller}`, requests);
    if (answer.granted) uses.push({ atMs: time.nowMs, caller, refusals: refusals[caller]! });
    else {
      const late = lateMs[refusals[caller]! % lateMs.length]!;
      refusals[caller]!++;
      if (answer.waitMs >= 1_000) bounces[caller]!++;
      if (refusals[caller]! > 10_000) throw new Error(`Caller ${caller} was refused 10,000 times`);
      if (refusals[caller]! < givesUpAfter) agenda.add(time.nowMs + answer.waitMs + late, caller);
    }
  }
  return { uses, bounces };
}

/** A binary heap of (time, order of adding). */
class Agenda {
  readonly #items: { readonly atMs: number; readonly order: number; readonly caller: number }[] = [];
  #order = 0;

  add(atMs: number, caller: number): void {
    const items = this.#items;
    items.push({ atMs, order: this.#order++, caller });
    for (let at = items.length - 1; at > 0;) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(at, above)) break;
      this.#swap(at, above);
      at = above;
    }
  }

  take(): { readonly atMs: number; readonly caller: number } | undefined {
    const items = this.#items;
    if (items.length === 0) return undefined;
    this.#swap(0, items.length - 1);
    const first = items.pop();
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < items.length && this.#isBefore(child, least)) least = child;
      if (least === at) return first;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [left, right] = [this.#items[a]!, this.#items[b]!];
    return left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order);
  }

  #swap(a: number, b: number): void {
    [this.#items[a], this.#items[b]] = [this.#items[b]!, this.#items[a]!];
  }
}

/** The most uses in any window (t − per, t]. */
export function mostInAnyWindow(uses: readonly Use[], perMs: number): number {
  const times = uses.map(({ atMs }) => atMs).sort((a, b) => a - b);
  let most = 0;
  let first = 0;
  times.forEach((time, last) => {
    while (times[first]! + perMs <= time) first++;
    most = Math.max(most, last - first + 1);
  });
  return most;
}

/** When the last of `arrivals` could be granted at the earliest: first come, first served, without any loss. */
export function idealEndMs(arrivals: readonly number[], limit: number, perMs: number): number {
  const granted: number[] = [];
  for (const arrivesMs of [...arrivals].sort((a, b) => a - b)) {
    const before = granted.at(-limit);
    const freeMs = granted.length < limit ? arrivesMs : before! + perMs;
    granted.push(Math.max(arrivesMs, freeMs, granted.at(-1) ?? 0));
  }
  return granted.at(-1) ?? 0;
}
