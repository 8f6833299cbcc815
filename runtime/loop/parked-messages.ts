/**
 * How many messages this worker has hidden for a long place in line. Each holds one of the queue's 120,000 in-flight slots,
 * and a queue without slots goes silent; above the bound waits are chains of delayed messages.
 */
export class ParkedMessages {
  readonly #monotonic: () => number;
  readonly #countMax: number;
  #untilMs: number[] = [];

  constructor(monotonic: () => number, countMax: number) {
    this.#monotonic = monotonic;
    this.#countMax = countMax;
  }

  hasRoom(): boolean {
    if (this.#untilMs.length < this.#countMax) return true;
    const nowMs = this.#monotonic();
    this.#untilMs = this.#untilMs.filter((untilMs) => untilMs > nowMs);
    return this.#untilMs.length < this.#countMax;
  }

  add(seconds: number): void {
    this.#untilMs.push(this.#monotonic() + seconds * 1_000);
  }
}
