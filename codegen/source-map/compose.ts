import {
  type GenMapping as Mapping,
  GenMapping,
  addSegment,
  setSourceContent,
  toEncodedMap,
} from '@jridgewell/gen-mapping';
import { TraceMap, decodedMappings } from '@jridgewell/trace-mapping';

import { type EditedText, originAt } from './edited-text.ts';
import { indexLines } from './line-index.ts';

/** How the map names its two ends. Paths as they shall stand in the map, with forward slashes. */
export interface MapNames {
  /** The generated file's base name. */
  readonly file: string;
  /** The written file, relative to the map. */
  readonly source: string;
}

/**
 * The map from the final text to the written one: each segment of the transpiler's map (final text → edited text) is
 * carried on through the pieces of the edited text. No second map is needed for that step, because pieces answer for
 * every offset exactly, where a map would answer for the nearest token.
 */
export function composeMap(transpiled: string, edited: EditedText, names: MapNames): string {
  const map = new GenMapping({ file: names.file });
  const editedLines = indexLines(edited.text);
  const sourceLines = indexLines(edited.source);
  for (const [line, segments] of decodedMappings(new TraceMap(transpiled)).entries()) {
    for (const segment of segments) {
      const origin = segment.length === 1 ? undefined : originAt(edited, editedLines.offsetOf(segment[2], segment[3]));
      addPlace(map, line, segment[0], origin === undefined ? undefined : sourceLines.placeOf(origin), names.source);
    }
  }
  setSourceContent(map, names.source, edited.source);
  return JSON.stringify(toEncodedMap(map));
}

/** The map from the edited text to the written one, for tools that transpile after us: a segment at each word and line. */
export function mapOfEdits(edited: EditedText, names: MapNames): string {
  const map = new GenMapping({ file: names.file });
  const editedLines = indexLines(edited.text);
  const sourceLines = indexLines(edited.source);
  for (const piece of edited.pieces) {
    for (const offset of anchors(edited.text, piece.start, piece.length)) {
      const { line, column } = editedLines.placeOf(offset);
      const origin = originAt(edited, offset);
      addPlace(map, line, column, origin === undefined ? undefined : sourceLines.placeOf(origin), names.source);
    }
  }
  setSourceContent(map, names.source, edited.source);
  return JSON.stringify(toEncodedMap(map));
}

/** A segment without a source says "text of our own" and ends the reach of the segment before it. */
function addPlace(
  map: Mapping,
  line: number,
  column: number,
  origin: { line: number; column: number } | undefined,
  source: string,
): void {
  if (origin) addSegment(map, line, column, source, origin.line, origin.column);
  else addSegment(map, line, column);
}

/** The piece's start, and in it each start of a word, of a run of blanks, of other text, and of a line. */
function* anchors(text: string, start: number, length: number): Iterable<number> {
  for (const match of text
    .slice(start, start + length)
    .matchAll(/[\p{ID_Continue}$]+|\r\n|[\n\r\u2028\u2029]|[^\S\r\n]+|./gsu))
    yield start + match.index;
}
