import { ts } from 'ts-morph';

import { diagnosticForFile, placeOf } from './create.ts';
import type { Diagnostic } from './diagnostic.ts';

/** "Declared but never used" and the like: said, but no reason to distrust the types. */
const unusedCodes = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205]);

/**
 * TypeScript's own errors of one file, as `TS2322`. Types decide what may travel in a message, so a file that does not
 * type-check is not compiled.
 */
export function typescriptDiagnostics(program: ts.Program, sourceFile: ts.SourceFile): Diagnostic[] {
  const syntactic = program.getSyntacticDiagnostics(sourceFile);
  return (syntactic.length > 0 ? syntactic : program.getSemanticDiagnostics(sourceFile))
    .filter(({ category }) => category === ts.DiagnosticCategory.Error)
    .map(fromTypescript);
}

export function fromTypescript(diagnostic: ts.Diagnostic): Diagnostic {
  const { file, start, code } = diagnostic;
  return {
    ...diagnosticForFile(file?.fileName ?? '', 'HL9000', ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')),
    ...(file && start !== undefined ? placeOf(file, start) : {}),
    code: `TS${code}`,
    severity: unusedCodes.has(code) ? 'warning' : 'error',
  };
}
