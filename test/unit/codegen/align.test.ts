import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { align } from '../../../codegen/lock/align.ts';

const sameLetter = (before: string, after: string) => (before[0] === after[0] ? (before === after ? 1 : 0) : undefined);
const pairs = (before: string[], after: string[]) =>
  align(before, after, sameLetter).map((pair) => `${before[pair.before]}=${after[pair.after]}`);

describe('aligning two sequences', () => {
  it('pairs as many as keep their order', () => {
    expect(pairs(['a', 'b', 'c'], ['a', 'c', 'b'])).toHaveLength(2);
  });

  it('takes the likelier of two, and with none likelier the later', () => {
    expect(pairs(['a1'], ['a1', 'a2'])).toEqual(['a1=a1']);
    expect(pairs(['a1'], ['a2', 'a1'])).toEqual(['a1=a1']);
    expect(pairs(['a1'], ['a2', 'a3'])).toEqual(['a1=a3']);
  });

  it('never gives up a pair for likeness', () => {
    expect(pairs(['a1', 'b1'], ['b2', 'a1', 'b1'])).toEqual(['a1=a1', 'b1=b1']);
    expect(pairs(['a1', 'a2', 'a3'], ['a3', 'x', 'a4', 'a5'])).toHaveLength(3);
  });

  it('crosses nothing, pairs nothing twice, and is no shorter than the longest common subsequence', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 });
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const found = align(before, after, sameLetter);
        for (const [index, pair] of found.entries()) {
          expect(before[pair.before]).toBe(after[pair.after]);
          if (index > 0) {
            expect(pair.before).toBeGreaterThan(found[index - 1]!.before);
            expect(pair.after).toBeGreaterThan(found[index - 1]!.after);
          }
        }
        expect(found.length).toBe(longestCommon(before, after));
      }),
    );
  });
});

/** By trying every subsequence: slow, and plainly right. */
function longestCommon(before: string[], after: string[]): number {
  let best = 0;
  for (let mask = 0; mask < 1 << before.length; mask += 1) {
    const chosen = before.filter((_, index) => mask & (1 << index));
    let at = -1;
    if (chosen.every((letter) => (at = after.indexOf(letter, at + 1)) !== -1)) best = Math.max(best, chosen.length);
  }
  return best;
}
