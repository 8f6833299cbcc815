/**
 * What a value graph may be at most, equally for writing and for reading: whatever is written can be read again.
 * Time and memory of both are linear in the text under these bounds, whoever wrote it (DESIGN.md §7).
 */
export const valueBounds = {
  /** Levels of nesting along the way that the codec walks: depth first, keys in order. Recursion over 1,000 levels needs a tenth of Node's default stack. */
  depthMax: 1_000,
  /** Values in one graph. A body of 1 MiB holds at most half as many. */
  valuesMax: 1_000_000,
  /** Holes in all arrays of one graph together: a few characters may claim an array of four thousand million elements. */
  holesMax: 100_000,
  /** Digits of one bigint: reading one takes more than linear time. */
  bigintDigitsMax: 100_000,
} as const;
