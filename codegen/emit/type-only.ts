import { ts } from 'ts-morph';

import type { Edit } from '../source-map/edited-text.ts';

/**
 * Files are transpiled one by one, where nobody can know that `export { Invoice }` names a type of another file. The
 * checker knows: such names get the word `type`, and the transpiler erases them. (Not needed where the tsconfig makes
 * authors write it.)
 */
export function markTypes(sourceFile: ts.SourceFile, program: ts.Program): Edit[] {
  const { isolatedModules, verbatimModuleSyntax } = program.getCompilerOptions();
  if (isolatedModules || verbatimModuleSyntax) return [];
  const checker = program.getTypeChecker();
  return sourceFile.statements
    .flatMap((statement) => namesOf(statement))
    .filter((name) => !name.isTypeOnly && namesOnlyType(checker, name))
    .map((name) => ({ at: name.getStart(sourceFile), remove: 0, chunks: [{ text: 'type ' }] }));
}

/** Names whose fate a lone file cannot tell: re-exported ones always, imported ones where decorator metadata keeps them. */
function namesOf(statement: ts.Statement): readonly (ts.ExportSpecifier | ts.ImportSpecifier)[] {
  if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) {
    const clause = statement.exportClause;
    return clause && ts.isNamedExports(clause) ? clause.elements : [];
  }
  if (ts.isImportDeclaration(statement) && statement.importClause?.phaseModifier === undefined) {
    const bindings = statement.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
  }
  return [];
}

function namesOnlyType(checker: ts.TypeChecker, name: ts.ExportSpecifier | ts.ImportSpecifier): boolean {
  const symbol = ts.isExportSpecifier(name)
    ? checker.getExportSpecifierLocalTargetSymbol(name)
    : checker.getSymbolAtLocation(name.name);
  if (!symbol) return false;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  if (checker.isUnknownSymbol(target)) return false;
  return (target.flags & ts.SymbolFlags.Type) !== 0 && (target.flags & ts.SymbolFlags.Value) === 0;
}
