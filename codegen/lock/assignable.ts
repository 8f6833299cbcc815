import { ts } from 'ts-morph';

import { createSourceProgram } from '../project/source-program.ts';
import { hashedTable, unboundedTable } from './type-table.ts';

/** One slot's type then and now, each with the explanations of its time. */
export interface TypeChange {
  readonly before: string;
  readonly beforeTypes: Readonly<Record<string, string>>;
  readonly after: string;
  readonly afterTypes: Readonly<Record<string, string>>;
}

/**
 * Whether what was saved as `before` may be read as `after`: equal, or assignable by TypeScript's own rules. False where
 * that cannot be proven.
 */
export function isAssignable(change: TypeChange): boolean {
  const { before, after, beforeTypes, afterTypes } = change;
  // No text, no proof: what has no printable type may hold anything.
  if (before === '' || after === '') return false;
  if (isUnbounded(beforeTypes) || isUnbounded(afterTypes)) return false;
  if (before === after && JSON.stringify(beforeTypes) === JSON.stringify(afterTypes)) return true;
  if (hashedTable in beforeTypes || hashedTable in afterTypes) return before === after && isPlain(before);
  return typescriptAgrees(change);
}

function isUnbounded(types: Readonly<Record<string, string>>): boolean {
  return types[hashedTable] === unboundedTable;
}

/** Says all by itself, whatever the tables hold. */
function isPlain(text: string): boolean {
  return /^(?:string|number|boolean|bigint|null|undefined|unknown|Date)(?: \| (?:string|number|boolean|bigint|null|undefined|Date))*$/.test(
    text,
  );
}

const fileName = '/hopline-lock-types.ts';

function typescriptAgrees({ before, beforeTypes, after, afterTypes }: TypeChange): boolean {
  const text = `
namespace Before { ${withoutAny(`${aliases(beforeTypes)} export type $Value = ${before};`)} }
namespace After { ${aliases(afterTypes)} export type $Value = ${after}; }
declare const saved: Before.$Value;
export const read: After.$Value = saved;`;
  const source = createSourceProgram({
    strict: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
    moduleDetection: ts.ModuleDetectionKind.Force,
  });
  source.update(fileName, text);
  source.addRoots([fileName]);
  const file = source.sourceFile(fileName)!;
  // A text that is no type (a function's signature with foreign names, say) is an error too: then nothing is proven.
  return (
    source.program().getSyntacticDiagnostics(file).length + source.program().getSemanticDiagnostics(file).length === 0
  );
}

/** TypeScript lets `any` become everything; what was saved as `any` is proven to be nothing in particular. */
function withoutAny(text: string): string {
  return text.replace(/\bany\b/g, 'unknown');
}

function aliases(types: Readonly<Record<string, string>>): string {
  return Object.entries(types)
    .map(([name, text]) =>
      text.startsWith('{') ? `export interface ${name} ${text}` : `export type ${name} = ${text};`,
    )
    .join(' ');
}
