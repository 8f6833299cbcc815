import type { Logger } from '../ports/logger.ts';

/**
 * One line per kind of trouble and interval. A broker that is away for an hour is one fact and not a million lines.
 *
 * The line after a silence says how many were left out.
 */
export class IntervalLog {
  readonly #logger: Logger;
  readonly #monotonic: () => number;
  readonly #intervalMs: number;
  readonly #last = new Map<string, { atMs: number; leftOut: number }>();

  constructor(logger: Logger, monotonic: () => number, intervalMs: number) {
    this.#logger = logger;
    this.#monotonic = monotonic;
    this.#intervalMs = intervalMs;
  }

  report(level: 'warn' | 'error', kind: string, facts: object, text: string): void {
    const nowMs = this.#monotonic();
    const last = this.#last.get(kind);
    if (last && nowMs - last.atMs < this.#intervalMs) {
      last.leftOut++;
      return;
    }
    this.#last.set(kind, { atMs: nowMs, leftOut: 0 });
    this.#logger[level]({ ...facts, ...(last && last.leftOut > 0 && { leftOut: last.leftOut }) }, text);
  }
}
