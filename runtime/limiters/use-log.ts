/**
 * When a limit was used, for as long as it counts. A use counts until it leaves: `perMs` after it was made.
 *
 * Up to 1,000 uses each is kept. Above, uses are counted in parts of the window, and each counts as if made at the end of
 * its part: rounded against us, so the limit holds, at the price of half a percent of it.
 */
export interface UseLog {
  /** Uses that count at `atMs`, now or later. */
  countAt(atMs: number): number;
  /** When the use at `index` leaves, of those that count at `atMs`, oldest first. */
  leavesMs(index: number, atMs: number): number;
  /** Not before any use that was added. */
  add(atMs: number, count?: number): void;
  /** Forgets what has left. */
  forget(nowMs: number): void;
  /** What counts still, as moments and counts that give the same or a stricter log when added to another. */
  uses(): Iterable<readonly [atMs: number, count: number]>;
}

const exactUsesMax = 1_000;
const partsOfWindow = 200;

export function createUseLog(limit: number, perMs: number): UseLog {
  return new CountedLog(perMs, limit > exactUsesMax ? perMs / partsOfWindow : 0);
}

/** `sums[i]` uses had been added before entry i, so that counting is a subtraction. */
class CountedLog implements UseLog {
  readonly #perMs: number;
  readonly #partMs: number;
  /** Moment at which a use of the entry counts as made, rising. */
  #moments: number[] = [];
  #sums: number[] = [];
  #total = 0;
  /** First entry that has not been forgotten. */
  #first = 0;

  constructor(perMs: number, partMs: number) {
    this.#perMs = perMs;
    this.#partMs = partMs;
  }

  countAt(atMs: number): number {
    return this.#total - this.#sumBefore(this.#firstAt(atMs));
  }

  leavesMs(index: number, atMs: number): number {
    const wanted = this.#sumBefore(this.#firstAt(atMs)) + index;
    // The last entry that begins no later than the wanted use.
    const at = search(this.#first, this.#moments.length, (entry) => this.#sums[entry]! > wanted) - 1;
    return this.#moments[at]! + this.#perMs;
  }

  add(atMs: number, count = 1): void {
    const last = this.#moments.at(-1);
    const rounded = this.#partMs === 0 ? atMs : (Math.floor(atMs / this.#partMs) + 1) * this.#partMs;
    // An entry taken over from a rounded log may lie ahead.
    const moment = last === undefined ? rounded : Math.max(last, rounded);
    if (moment !== last) {
      this.#moments.push(moment);
      this.#sums.push(this.#total);
    }
    this.#total += count;
  }

  forget(nowMs: number): void {
    this.#first = this.#firstAt(nowMs);
    if (this.#first <= 64 || this.#first * 2 < this.#moments.length) return;
    this.#moments = this.#moments.slice(this.#first);
    this.#sums = this.#sums.slice(this.#first);
    this.#first = 0;
  }

  *uses(): Iterable<readonly [number, number]> {
    for (let at = this.#first; at < this.#moments.length; at++)
      yield [this.#moments[at]!, this.#sumBefore(at + 1) - this.#sums[at]!];
  }

  #firstAt(atMs: number): number {
    return search(this.#first, this.#moments.length, (entry) => this.#moments[entry]! + this.#perMs > atMs);
  }

  #sumBefore(entry: number): number {
    return entry < this.#sums.length ? this.#sums[entry]! : this.#total;
  }
}

/** The first of `from`…`to` that passes, where all after it pass too; `to` if none does. */
function search(from: number, to: number, passes: (index: number) => boolean): number {
  while (from < to) {
    const middle = (from + to) >> 1;
    if (passes(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
