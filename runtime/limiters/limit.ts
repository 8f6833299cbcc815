/**
 * One limit for one key: what was used, and who waits (DESIGN.md §5, PROTOCOL.md 10).
 *
 * Invariants
 * 1. A use is granted only where fewer than `limit` uses count at that moment, by the log of actual uses alone. The line
 *    never grants; it only says when to come and who goes first.
 * 2. Who comes at its time goes before who comes without a place or too early: what is free is kept for places that are due.
 *    A place is due from its time until it lapses, 2 s later.
 * 3. What is free beyond that is given to whoever asks. Those who wait cannot be called, and a place may belong to a message
 *    that went to another process.
 */
import { Line } from './line.ts';
import { createUseLog, type UseLog } from './use-log.ts';

const lapseMs = 2_000;
/** Rounds of looking for a slot between others; a line that needs more is joined at its end. */
const slotSearchMax = 16;

export class Limit {
  /** Who waits for this limit, slot after slot. */
  readonly #line = new Line();
  /** Who waits longer because of another limit that it asks for together with this one. Nobody queues behind them. */
  readonly #guests = new Line();
  #log: UseLog | undefined;
  #limit = 0;
  #perMs = 0;
  #pausedUntilMs = -Infinity;

  /** The rule as of this question. One name has one rule; between two deployments it may change, and what was used stays used. */
  setRule(limit: number, perMs: number): void {
    if (this.#log && limit === this.#limit && perMs === this.#perMs) return;
    const log = createUseLog(limit, perMs);
    for (const [atMs, count] of this.#log?.uses() ?? []) log.add(atMs, count);
    this.#log = log;
    this.#limit = limit;
    this.#perMs = perMs;
  }

  pause(untilMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, untilMs);
  }

  forget(nowMs: number): void {
    this.#log?.forget(nowMs);
    this.#line.dropBefore(nowMs - lapseMs);
    this.#guests.dropBefore(nowMs - lapseMs);
  }

  /** True where nothing would be lost by forgetting this limit altogether. */
  isIdle(nowMs: number): boolean {
    this.forget(nowMs);
    return (
      this.#pausedUntilMs <= nowMs &&
      this.#line.size + this.#guests.size === 0 &&
      (this.#log?.countAt(nowMs) ?? 0) === 0
    );
  }

  admits(place: string, nowMs: number): boolean {
    const free = this.#limit - this.#log!.countAt(nowMs);
    if (free <= 0 || nowMs < this.#pausedUntilMs) return false;
    return this.#isDue(place, nowMs) || free > this.#countUpTo(nowMs);
  }

  #isDue(place: string, nowMs: number): boolean {
    const atMs = this.#timeOf(place);
    return atMs !== undefined && atMs <= nowMs;
  }

  #timeOf(place: string): number | undefined {
    return this.#line.timeOf(place) ?? this.#guests.timeOf(place);
  }

  #countUpTo(atMs: number): number {
    return this.#line.countUpTo(atMs) + this.#guests.countUpTo(atMs);
  }

  #leave(place: string): void {
    this.#line.remove(place);
    this.#guests.remove(place);
  }

  use(place: string, nowMs: number): void {
    this.#leave(place);
    this.#log!.add(nowMs);
  }

  /** When `place` should come. It stands in no line until {@link keep} is called. */
  comesAt(place: string, nowMs: number): number {
    const fromMs = Math.max(nowMs, this.#pausedUntilMs);
    const toldMs = this.#timeOf(place);
    if (toldMs !== undefined && toldMs > fromMs) return toldMs;
    this.#leave(place);
    return toldMs === undefined ? this.#endOfLine(fromMs) : this.#nextSlot(fromMs);
  }

  /** Keeps `place` at `atMs`: as a slot of this limit, or as that of another which it has to wait for. */
  keep(place: string, atMs: number, isSlot: boolean): void {
    if (this.#timeOf(place) === atMs) return;
    this.#leave(place);
    (isSlot ? this.#line : this.#guests).set(place, atMs);
  }

  /** Behind all who wait: one window after whoever stands `limit` places ahead. */
  #endOfLine(fromMs: number): number {
    const waiting = this.#line.size;
    const byLog = this.#slotMs(waiting, fromMs);
    if (waiting < this.#limit) return byLog;
    return Math.max(byLog, this.#line.timeAt(waiting - this.#limit) + this.#perMs);
  }

  /** For one that came at its time and found it taken, because others came late: behind those only who come before it. */
  #nextSlot(fromMs: number): number {
    let ahead = this.#countUpTo(fromMs);
    for (let round = 0; round < slotSearchMax; round++) {
      const slotMs = this.#slotMs(ahead, fromMs);
      const before = this.#countUpTo(slotMs);
      if (before <= ahead) return slotMs;
      ahead = before;
    }
    return this.#endOfLine(fromMs);
  }

  /** When the use after `ahead` others can be made, if they make theirs as soon as they can from `fromMs` on. */
  #slotMs(ahead: number, fromMs: number): number {
    const free = this.#limit - this.#log!.countAt(fromMs);
    const windows = Math.floor(ahead / this.#limit);
    const index = ahead % this.#limit;
    const firstMs = index < free ? fromMs : this.#log!.leavesMs(index - free, fromMs);
    return firstMs + windows * this.#perMs;
  }
}
