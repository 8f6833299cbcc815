import { ts } from 'ts-morph';

import type { DiagnosticCode } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/** Another place of the same file that belongs to the diagnostic. */
export interface SpanAt {
  readonly at: ts.Node | number;
  readonly label: string;
}

export interface DiagnosticDetails {
  readonly spans?: readonly SpanAt[];
  /** What to type next. */
  readonly hint?: string;
  /** Default 'error'. */
  readonly severity?: Diagnostic['severity'];
}

/** A diagnostic at a node (its first token, not the comments before it) or at a 0-based offset. The file is absolute until the compiler hands it out. */
export function diagnosticAt(
  sourceFile: ts.SourceFile,
  at: ts.Node | number,
  code: DiagnosticCode,
  message: string,
  details: DiagnosticDetails = {},
): Diagnostic {
  const diagnostic: Diagnostic = {
    code,
    severity: details.severity ?? 'error',
    file: sourceFile.fileName,
    ...placeOf(sourceFile, at),
    message,
  };
  if (details.spans?.length)
    diagnostic.spans = details.spans.map((span) => ({ ...placeOf(sourceFile, span.at), label: span.label }));
  if (details.hint !== undefined) diagnostic.hint = details.hint;
  return diagnostic;
}

/** 1-based line and column, columns counted in UTF-16 code units as editors do. */
export function placeOf(sourceFile: ts.SourceFile, at: ts.Node | number): { line: number; column: number } {
  const offset = typeof at === 'number' ? at : at.getStart(sourceFile);
  const { line, character } = sourceFile.getLineAndCharacterOfPosition(Math.min(offset, sourceFile.text.length));
  return { line: line + 1, column: character + 1 };
}

/** A diagnostic about a whole file, for what has no place inside it. */
export function diagnosticForFile(
  file: string,
  code: DiagnosticCode,
  message: string,
  details: Omit<DiagnosticDetails, 'spans'> = {},
): Diagnostic {
  const diagnostic: Diagnostic = {
    code,
    severity: details.severity ?? 'error',
    file,
    line: 1,
    column: 1,
    message,
  };
  if (details.hint !== undefined) diagnostic.hint = details.hint;
  return diagnostic;
}
