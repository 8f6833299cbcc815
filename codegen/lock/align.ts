/** A pair that stays: positions in the old and in the new sequence. */
export interface Aligned {
  readonly before: number;
  readonly after: number;
}

/**
 * The best pairing of two sequences that keeps their order. `likeness` says how alike two elements are: undefined where
 * they must not be paired, else a number ≥ 0. The most pairs win; among equally many, the greatest sum of likeness;
 * among those, pairs further back, because things are more often added in front of their like than behind.
 */
export function align<B, A>(
  before: readonly B[],
  after: readonly A[],
  likeness: (before: B, after: A) => number | undefined,
): readonly Aligned[] {
  const best = scores(before, after, likeness);
  const pairs: Aligned[] = [];
  let b = before.length;
  let a = after.length;
  while (b > 0 && a > 0) {
    const like = likeness(before[b - 1]!, after[a - 1]!);
    if (like !== undefined && best[b]![a]! === best[b - 1]![a - 1]! + pairWeight + like) {
      pairs.unshift({ before: b - 1, after: a - 1 });
      b -= 1;
      a -= 1;
    } else if (best[b]![a]! === best[b - 1]![a]!) b -= 1;
    else a -= 1;
  }
  return pairs;
}

/** More than any sum of likeness, so that no likeness is ever worth a pair: 2^20 elements of likeness < 2^10. */
const pairWeight = 2 ** 30;

function scores<B, A>(
  before: readonly B[],
  after: readonly A[],
  likeness: (before: B, after: A) => number | undefined,
): readonly (readonly number[])[] {
  const best = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let b = 1; b <= before.length; b += 1) {
    for (let a = 1; a <= after.length; a += 1) {
      const like = likeness(before[b - 1]!, after[a - 1]!);
      const paired = like === undefined ? 0 : best[b - 1]![a - 1]! + pairWeight + like;
      best[b]![a] = Math.max(best[b - 1]![a]!, best[b]![a - 1]!, paired);
    }
  }
  return best;
}
