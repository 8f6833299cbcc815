import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { formatDiagnostic } from '../diagnostics/code-frame.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { jsonLine } from '../diagnostics/json-lines.ts';
import type { CliContext } from './context.ts';

/** JSON lines to standard output, or code frames to standard error. */
export function printDiagnostics(context: CliContext, diagnostics: readonly Diagnostic[], json: boolean): void {
  if (json) {
    for (const diagnostic of diagnostics) context.out.write(`${jsonLine(diagnostic)}\n`);
    return;
  }
  const sources = new Map<string, string | undefined>();
  for (const diagnostic of diagnostics) {
    const path = resolve(context.cwd, diagnostic.file);
    if (!sources.has(path)) sources.set(path, existsSync(path) ? readFileSync(path, 'utf8') : undefined);
    context.err.write(`${formatDiagnostic(diagnostic, sources.get(path), context.err.colours)}\n`);
  }
}

/** `2 errors and 1 warning`; empty where there are none. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic['severity']) => {
    const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? '' : 's'}`];
  };
  return [...count('error'), ...count('warning')].join(' and ');
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
