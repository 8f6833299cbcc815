import type { Diagnostic } from './diagnostic.ts';

/** One diagnostic as one line of JSON, keys always in the same order: for editors and scripts. */
export function jsonLine(diagnostic: Diagnostic): string {
  const { code, severity, file, line, column, message, spans, hint } = diagnostic;
  return JSON.stringify({ code, severity, file, line, column, message, spans, hint });
}
