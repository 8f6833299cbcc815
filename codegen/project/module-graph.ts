/**
 * Which modules of the project are reached from the files given, and where each of their specifiers leads.
 *
 * Invariants
 * 1. A module is local when it is a file of the project: found without going through `node_modules`, and not a
 *    declaration. Everything else keeps its specifier and is not compiled.
 * 2. Resolution is TypeScript's own, so that what the checker saw and what Node will load are one file.
 */
import { ts } from 'ts-morph';

import { slashes } from './paths.ts';
import type { SourceProgram } from './source-program.ts';

/** A specifier that leads to a local module. */
export interface Link {
  readonly literal: ts.StringLiteralLike;
  /** Absolute, with forward slashes; a key of the graph. */
  readonly target: string;
}

export interface LocalModule {
  readonly path: string;
  /** 'commonjs': a JavaScript file without module syntax, or `.cts`. */
  readonly kind: 'module' | 'commonjs' | 'json';
  readonly sourceFile: ts.SourceFile;
  readonly links: readonly Link[];
}

/** Local modules reachable from the entries, nearest first: a stable order. */
export function walkModules(source: SourceProgram, entries: readonly string[]): ReadonlyMap<string, LocalModule> {
  const modules = new Map<string, LocalModule>();
  const open = [...entries].map(slashes);
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (modules.has(path)) continue;
    const module = readModule(source, path);
    if (!module) continue;
    modules.set(path, module);
    open.push(...module.links.map((link) => link.target));
  }
  return modules;
}

/** Declarations have no output. */
export function isSourcePath(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
}

/** One module with its links; undefined where there is no such source or JSON file. */
export function readModule(source: SourceProgram, path: string): LocalModule | undefined {
  if (!isSourcePath(path) && !path.endsWith('.json')) return undefined;
  const sourceFile = source.sourceFile(path) ?? parseAlone(source, path);
  if (!sourceFile) return undefined;
  if (path.endsWith('.json')) return { path, kind: 'json', sourceFile, links: [] };
  const kind = isCommonJs(sourceFile) ? 'commonjs' : 'module';
  return { path, kind, sourceFile, links: linksOf(source, sourceFile, kind) };
}

/** JavaScript that the program left out (`allowJs` is off, or a declaration stands for it) still has to run. */
function parseAlone(source: SourceProgram, path: string): ts.SourceFile | undefined {
  const text = source.moduleHost.readFile(path);
  return text === undefined ? undefined : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function isCommonJs(sourceFile: ts.SourceFile): boolean {
  if (/\.c[jt]s$/.test(sourceFile.fileName)) return true;
  if (!/\.jsx?$/.test(sourceFile.fileName) || ts.isExternalModule(sourceFile)) return false;
  return /\b(?:module\.exports|exports\.\w|require\s*\()/.test(sourceFile.text);
}

function linksOf(source: SourceProgram, sourceFile: ts.SourceFile, kind: 'module' | 'commonjs'): Link[] {
  const options = { ...source.options, allowJs: true, resolveJsonModule: true };
  return specifiersOf(sourceFile, kind).flatMap((literal) => {
    // Hopline is never a part of the project, also where `paths` lead to its sources.
    if (/^hopline(\/|$)/.test(literal.text)) return [];
    const mode =
      ts.getModeForUsageLocation(sourceFile, literal, options) ??
      (kind === 'module' ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS);
    const { resolvedModule } = ts.resolveModuleName(
      literal.text,
      sourceFile.fileName,
      options,
      source.moduleHost,
      undefined,
      undefined,
      mode,
    );
    const target = resolvedModule && localTarget(source, resolvedModule);
    return target === undefined ? [] : [{ literal, target }];
  });
}

/** Local files that the meaning of a module depends on, those of types included, near and far; without itself. */
export function dependenciesOf(source: SourceProgram, path: string): readonly string[] {
  const found = new Set([slashes(path)]);
  for (const from of found) {
    const sourceFile = source.sourceFile(from);
    if (!sourceFile) continue;
    for (const { fileName } of ts.preProcessFile(sourceFile.text, true, true).importedFiles) {
      const { resolvedModule } = ts.resolveModuleName(fileName, from, source.options, source.moduleHost);
      if (resolvedModule && !isExternal(resolvedModule)) found.add(resolvedModule.resolvedFileName);
    }
  }
  return [...found].slice(1);
}

function isExternal(resolved: ts.ResolvedModuleFull): boolean {
  return (resolved.isExternalLibraryImport ?? false) || resolved.resolvedFileName.includes('/node_modules/');
}

function localTarget(source: SourceProgram, resolved: ts.ResolvedModuleFull): string | undefined {
  if (isExternal(resolved)) return undefined;
  const declaration = /\.d\.([cm]?)ts$/.exec(resolved.resolvedFileName);
  if (!declaration) return resolved.resolvedFileName;
  const script = resolved.resolvedFileName.slice(0, declaration.index) + `.${declaration[1]}js`;
  return source.moduleHost.fileExists(script) ? script : undefined;
}

/** Specifiers that are still there when types are erased: imports, exports, `import('…')`, and `require('…')` in CommonJS. */
function specifiersOf(sourceFile: ts.SourceFile, kind: 'module' | 'commonjs'): ts.StringLiteralLike[] {
  const found: ts.StringLiteralLike[] = [];
  const add = (node: ts.Node | undefined) => {
    if (node && ts.isStringLiteralLike(node)) found.push(node);
  };
  for (const statement of sourceFile.statements) {
    if (ts.isImportDeclaration(statement) && !isTypeOnly(statement.importClause)) add(statement.moduleSpecifier);
    else if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) add(statement.moduleSpecifier);
    else if (ts.isImportEqualsDeclaration(statement) && !statement.isTypeOnly)
      add(ts.isExternalModuleReference(statement.moduleReference) ? statement.moduleReference.expression : undefined);
  }
  if (/\b(?:import|require)\s*\(/.test(sourceFile.text)) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isModuleCall(node, kind)) add(node.arguments[0]);
      ts.forEachChild(node, visit);
    };
    visit(sourceFile);
  }
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

function isModuleCall(call: ts.CallExpression, kind: 'module' | 'commonjs'): boolean {
  if (call.expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  return kind === 'commonjs' && ts.isIdentifier(call.expression) && call.expression.text === 'require';
}
