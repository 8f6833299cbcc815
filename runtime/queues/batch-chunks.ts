import { sqsLimits } from '../protocol/sqs-limits.ts';

/** Part of a batch with the places of its entries in the whole. */
export interface Chunk<T> {
  readonly entries: readonly T[];
  readonly from: number;
}

/**
 * Cuts a batch into requests that SQS takes: at most 10 entries and, together, `bytesMax`. The order stays. What alone is
 * over it goes alone: SQS refuses it by name.
 */
export function batchChunks<T>(entries: readonly T[], bytesOf: (entry: T) => number, bytesMax: number): Chunk<T>[] {
  const chunks: Chunk<T>[] = [];
  let from = 0;
  let bytes = 0;
  for (let at = 0; at < entries.length; at++) {
    const own = bytesOf(entries[at]!);
    const isFull = at - from === sqsLimits.batchEntriesMax || (at > from && bytes + own > bytesMax);
    if (isFull) {
      chunks.push({ entries: entries.slice(from, at), from });
      from = at;
      bytes = 0;
    }
    bytes += own;
  }
  if (from < entries.length) chunks.push({ entries: entries.slice(from), from });
  return chunks;
}
