/**
 * Results of a function without state, kept by all that it was given: what was transpiled in an earlier build of this
 * process is not transpiled again where nothing of it has changed.
 *
 * Invariants
 * 1. The key is a digest of every input, so that nothing has to be told of a change.
 * 2. What is kept has a limit; what was not asked for longest goes first.
 */
import { createHash } from 'node:crypto';

export class LatestResults<T> {
  private readonly results = new Map<string, T>();
  private readonly sizeMax: number;
  private readonly sizeOf: (result: T) => number;
  private size = 0;

  constructor(sizeMax: number, sizeOf: (result: T) => number) {
    this.sizeMax = sizeMax;
    this.sizeOf = sizeOf;
  }

  /** @param inputs all that the work depends on, as JSON */
  get(inputs: unknown, work: () => T, isKept: (result: T) => boolean): T {
    const key = createHash('sha256').update(JSON.stringify(inputs)).digest('base64');
    const known = this.results.get(key);
    const result = known ?? work();
    if (known !== undefined) this.remove(key, known);
    if (isKept(result)) this.add(key, result);
    return result;
  }

  private add(key: string, result: T): void {
    this.results.set(key, result);
    this.size += this.sizeOf(result);
    for (const [oldest, each] of this.results) {
      if (this.size <= this.sizeMax) break;
      this.remove(oldest, each);
    }
  }

  private remove(key: string, result: T): void {
    this.results.delete(key);
    this.size -= this.sizeOf(result);
  }
}
