import { ts } from 'ts-morph';

import type { LocalModule } from '../project/module-graph.ts';
import type { Edit } from '../source-map/edited-text.ts';
import type { OutputPaths } from './output-paths.ts';

/**
 * Each specifier of a local module becomes the relative path of the emitted file: Node knows no tsconfig `paths`, adds
 * no extension, and would load `#lib/x` as package.json has it, which is the source.
 */
export function rewriteSpecifiers(
  module: LocalModule,
  modules: ReadonlyMap<string, LocalModule>,
  output: OutputPaths,
): Edit[] {
  return module.links.flatMap(({ literal, target }) => {
    const to = modules.get(target);
    if (!to) return [];
    const edits = [replaceText(module.sourceFile, literal, output.specifier(module, to))];
    const attribute = to.kind === 'json' ? jsonAttribute(literal) : undefined;
    return attribute === undefined ? edits : [...edits, { at: literal.end, remove: 0, chunks: [{ text: attribute }] }];
  });
}

/** Between the quotes, whichever they are. */
function replaceText(sourceFile: ts.SourceFile, literal: ts.StringLiteralLike, specifier: string): Edit {
  const at = literal.getStart(sourceFile) + 1;
  const text = specifier.replace(/[\\'"`]|\$(?=\{)/g, '\\$&');
  return { at, remove: literal.end - 1 - at, chunks: [{ text }] };
}

/** TypeScript may do without `with { type: 'json' }`, Node may not. */
function jsonAttribute(literal: ts.StringLiteralLike): string | undefined {
  const { parent } = literal;
  if (ts.isCallExpression(parent)) {
    const isImport = parent.expression.kind === ts.SyntaxKind.ImportKeyword;
    return isImport && parent.arguments.length === 1 ? ", { with: { type: 'json' } }" : undefined;
  }
  const isBare = (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) && !parent.attributes;
  return isBare ? " with { type: 'json' }" : undefined;
}
