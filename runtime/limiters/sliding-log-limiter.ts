/**
 * Limits of one process: sliding logs of actual uses, and places in line (DESIGN.md §5, PROTOCOL.md 10).
 *
 * Invariants
 * 1. Time is monotonic and belongs to this limiter alone; no wall clock enters.
 * 2. Several limits are granted together or not at all (10.4); no use is logged for a refusal.
 * 3. Memory is bounded by the limits that are in use: each question looks after two others and forgets those that are idle.
 */
import type { LimiterPort } from '../ports/limiter.ts';
import type { LimitRequest } from '../protocol/rate-rule.ts';
import { Limit } from './limit.ts';

export interface SlidingLogLimiterOptions {
  /** Monotonic milliseconds; fractions count. */
  readonly now: () => number;
}

export function createSlidingLogLimiter(options: SlidingLogLimiterOptions): LimiterPort {
  return new SlidingLogLimiter(options);
}

const sweptByQuestion = 2;

export class SlidingLogLimiter implements LimiterPort {
  readonly #now: () => number;
  readonly #limits = new Map<string, Limit>();
  #sweep: Iterator<[string, Limit]> | undefined;
  #lastMs = -Infinity;

  constructor({ now }: SlidingLogLimiterOptions) {
    this.#now = now;
  }

  /** Limits that are remembered. */
  get size(): number {
    return this.#limits.size;
  }

  async ask(
    place: string,
    requests: readonly LimitRequest[],
  ): Promise<{ granted: true } | { granted: false; waitMs: number }> {
    const nowMs = this.#time();
    // A limit that is declared on an activity and awaited before it too is one limit, and used once.
    const limits = [...new Set(requests.map((request) => this.#limitFor(request)))];
    for (const limit of limits) limit.forget(nowMs);
    const refusing = limits.filter((limit) => !limit.admits(place, nowMs));
    if (refusing.length === 0) {
      for (const limit of limits) limit.use(place, nowMs);
      this.#forgetIdle(nowMs);
      return { granted: true };
    }
    const slots = new Map(refusing.map((limit) => [limit, limit.comesAt(place, nowMs)]));
    const atMs = Math.max(...slots.values());
    for (const limit of limits) limit.keep(place, atMs, slots.get(limit) === atMs);
    this.#forgetIdle(nowMs);
    return { granted: false, waitMs: waitUntil(atMs, nowMs) };
  }

  pause(request: Pick<LimitRequest, 'name' | 'key'>, forMs: number): void {
    this.#limitOf(request).pause(this.#time() + forMs);
  }

  #time(): number {
    return (this.#lastMs = Math.max(this.#lastMs, this.#now()));
  }

  #limitFor(request: LimitRequest): Limit {
    const limit = this.#limitOf(request);
    limit.setRule(request.limit, request.perMs);
    return limit;
  }

  #limitOf({ name, key }: Pick<LimitRequest, 'name' | 'key'>): Limit {
    const id = `${name.length}:${name}${key}`;
    let limit = this.#limits.get(id);
    if (!limit) {
      limit = new Limit();
      this.#limits.set(id, limit);
    }
    return limit;
  }

  #forgetIdle(nowMs: number): void {
    for (let looked = 0; looked < sweptByQuestion; looked++) {
      this.#sweep ??= this.#limits.entries();
      const next = this.#sweep.next();
      if (next.done) this.#sweep = undefined;
      else if (next.value[1].isIdle(nowMs)) this.#limits.delete(next.value[0]);
    }
  }
}

/** Never short by a rounding: who waits exactly as told must not come a millionth early. */
function waitUntil(atMs: number, nowMs: number): number {
  let waitMs = atMs - nowMs;
  while (nowMs + waitMs < atMs) waitMs += Math.max(Number.MIN_VALUE, Math.abs(atMs) * Number.EPSILON);
  return waitMs;
}
