/**
 * A source text with insertions and replacements, which still knows where each of its characters stood.
 *
 * Invariants
 * 1. `pieces` cover `text` without gaps, in order; none is empty.
 * 2. A piece with an `origin` stands verbatim in the source: its k-th character is the source's (origin + k)-th.
 * 3. Every offset of the result has exactly one answer: an offset of the source, or "text of our own".
 */
import type { Chunk } from '../ir/instruction.ts';

/** Chunks that take the place of `remove` characters at `at`. With `remove` 0 an insertion. */
export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly chunks: readonly Chunk[];
}

export interface Piece {
  /** Where the piece begins in the result. */
  readonly start: number;
  readonly length: number;
  readonly origin?: number;
}

export interface EditedText {
  readonly source: string;
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** Edits at one offset keep the order given; overlapping removals are a defect of the caller. */
export function applyEdits(source: string, edits: readonly Edit[]): EditedText {
  const pieces: Piece[] = [];
  let text = '';
  let at = 0;
  const add = (part: string, origin: number | undefined) => {
    if (part === '') return;
    const piece = { start: text.length, length: part.length };
    pieces.push(origin === undefined ? piece : { ...piece, origin });
    text += part;
  };
  for (const edit of [...edits].sort((a, b) => a.at - b.at)) {
    if (edit.at < at) throw new Error(`Edits overlap at offset ${edit.at}`);
    add(source.slice(at, edit.at), at);
    for (const chunk of edit.chunks) add(chunk.text, chunk.origin);
    at = edit.at + edit.remove;
  }
  add(source.slice(at), at);
  return { source, text, pieces };
}

/**
 * The same insertions with a replacement carried out in every copy of the replaced source that they hold: a module
 * specifier inside a workflow stands in the method and again in its machine. A copy that holds only a part is left alone.
 */
export function replaceInCopies(edits: readonly Edit[], replacements: readonly Edit[]): Edit[] {
  return edits.map((edit) => ({
    ...edit,
    chunks: replacements.reduce<readonly Chunk[]>(
      (chunks, replacement) => chunks.flatMap((chunk) => replaceInChunk(chunk, replacement)),
      edit.chunks,
    ),
  }));
}

function replaceInChunk(chunk: Chunk, { at, remove, chunks }: Edit): readonly Chunk[] {
  const { origin, text } = chunk;
  if (origin === undefined || at < origin || at + remove > origin + text.length) return [chunk];
  const before = { text: text.slice(0, at - origin), origin };
  const after = { text: text.slice(at + remove - origin), origin: at + remove };
  return [before, ...chunks, after].filter((part) => part.text !== '');
}

/** The source offset of a result offset; undefined in text of our own. */
export function originAt(edited: EditedText, offset: number): number | undefined {
  const piece = pieceAt(edited.pieces, offset);
  return piece?.origin === undefined ? undefined : piece.origin + (offset - piece.start);
}

/** The piece that holds the offset, by bisection: maps ask for thousands. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}
