import { ts } from 'ts-morph';

import { diagnosticAt } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { LocalModule } from './module-graph.ts';

/** What the transpiler would let through and Node would fail on, since output is ES modules, one file at a time. */
export function nodeDiagnostics(module: LocalModule, program: ts.Program): Diagnostic[] {
  if (module.kind !== 'module') return [];
  const { sourceFile } = module;
  const isKnown = program.getSourceFile(module.path) === sourceFile;
  return [
    ...sourceFile.statements.flatMap((statement) => commonJsSyntax(sourceFile, statement)),
    ...(isKnown ? ambientConstEnums(sourceFile, program.getTypeChecker()) : []),
  ];
}

function commonJsSyntax(sourceFile: ts.SourceFile, statement: ts.Statement): Diagnostic[] {
  if (ts.isExportAssignment(statement) && statement.isExportEquals)
    return [
      diagnosticAt(sourceFile, statement, 'HL7004', '`export =` has no form in ES modules, which the output is.', {
        hint: 'Write `export default …` or named exports.',
      }),
    ];
  const isRequire =
    ts.isImportEqualsDeclaration(statement) &&
    !statement.isTypeOnly &&
    ts.isExternalModuleReference(statement.moduleReference);
  if (!isRequire) return [];
  const name = statement.name.text;
  const specifier = statement.moduleReference.expression.getText(sourceFile);
  return [
    diagnosticAt(
      sourceFile,
      statement,
      'HL7004',
      '`import … = require()` has no form in ES modules, which the output is.',
      {
        hint: `Write \`import ${name} from ${specifier};\` (with "esModuleInterop") or \`import * as ${name} from ${specifier};\`.`,
      },
    ),
  ];
}

/** An ambient `const enum` exists only while types are looked at; files are emitted one by one, where nobody looks. */
function ambientConstEnums(sourceFile: ts.SourceFile, checker: ts.TypeChecker): Diagnostic[] {
  return sourceFile.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || statement.importClause?.phaseModifier !== undefined) return [];
    const bindings = statement.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) return [];
    return bindings.elements
      .filter(
        (element) => !element.isTypeOnly && isAmbientConstEnum(checker.getSymbolAtLocation(element.name), checker),
      )
      .map((element) =>
        diagnosticAt(
          sourceFile,
          element,
          'HL7004',
          `'${element.name.text}' is a const enum of a declaration file: at run time it is not there.`,
          { hint: 'Write its values as constants of your own.' },
        ),
      );
  });
}

function isAmbientConstEnum(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): boolean {
  if (!symbol || !(symbol.flags & ts.SymbolFlags.Alias)) return false;
  const target = checker.getAliasedSymbol(symbol);
  if (!(target.flags & ts.SymbolFlags.ConstEnum)) return false;
  return (target.declarations ?? []).every((declaration) => declaration.getSourceFile().isDeclarationFile);
}
