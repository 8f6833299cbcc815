/** Offsets to lines and columns and back, 0-based, as source maps count: a line ends after `\n`, `\r\n` or `\r`. */
export interface LineIndex {
  placeOf(offset: number): { line: number; column: number };
  offsetOf(line: number, column: number): number;
}

export function indexLines(text: string): LineIndex {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(end.index + end[0].length);
  return {
    placeOf(offset) {
      const line = lastAtOrBefore(starts, offset);
      return { line, column: offset - starts[line]! };
    },
    offsetOf: (line, column) => (starts[line] ?? text.length) + column,
  };
}

function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
