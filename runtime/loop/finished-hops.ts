/**
 * What this process knows to be done: run → highest hop whose successor was acknowledged, or with which it ended (PROTOCOL.md 9.3).
 *
 * Bounded, least recently used first out: forgetting costs a duplicate, never a run.
 *
 * Invariant: a renewal or a hand-back is not recorded here. It carries the same hop, which is still to be done.
 */
export class FinishedHops {
  readonly #hops = new Map<string, number>();
  readonly #sizeMax: number;

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  record(incarnation: string, hop: number): void {
    const known = this.#hops.get(incarnation);
    this.#hops.delete(incarnation);
    this.#hops.set(incarnation, known === undefined ? hop : Math.max(known, hop));
    if (this.#hops.size <= this.#sizeMax) return;
    const [oldest] = this.#hops.keys();
    this.#hops.delete(oldest!);
  }

  has(incarnation: string, hop: number): boolean {
    const known = this.#hops.get(incarnation);
    return known !== undefined && hop <= known;
  }
}
