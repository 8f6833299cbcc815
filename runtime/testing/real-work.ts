/**
 * Tells whether an activity that runs waits for something real.
 *
 * Activities are the user's code: they may fetch, read files or set timers, and virtual time must not run their timeout out
 * while they do. But one that waits for nothing real (a promise that only its `AbortSignal` settles) is waiting for virtual
 * time to pass. What is real is what keeps Node's event loop alive beyond what did before the activity began.
 *
 * Invariants
 * 1. The baseline is taken when the first of overlapping activities begins, and only falls while any runs: what was there
 *    before and goes away must not hide what comes.
 * 2. Immediates are not counted: the driver waits for them anyway.
 */
export class RealWork {
  readonly #resources: () => readonly string[];
  #running = 0;
  #baseline = new Map<string, number>();

  constructor(resources: () => readonly string[] = () => process.getActiveResourcesInfo()) {
    this.#resources = resources;
  }

  get isRunning(): boolean {
    return this.#running > 0;
  }

  begin(): void {
    if (this.#running++ === 0) this.#baseline = this.#count();
  }

  end(): void {
    this.#running--;
  }

  /** True while some activity runs and holds something real. */
  isWaiting(): boolean {
    if (this.#running === 0) return false;
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
