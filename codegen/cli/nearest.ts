/** The candidate that was probably meant: at most a third of its letters away; undefined where none is. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, away: distance(typed.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, away }) => away <= Math.max(1, candidate.length / 3))
    .sort((a, b) => a.away - b.away || (a.candidate < b.candidate ? -1 : 1));
  return best?.candidate;
}

/** Levenshtein's: insertions, deletions and replacements, each 1. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
