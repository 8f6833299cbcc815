/** Chance, so that jitter and ids can be seeded. */
export interface RandomPort {
  /** In [0, 1). */
  next(): number;
  uuid(): string;
}
