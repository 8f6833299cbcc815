/**
 * Error classes that a workflow's module can tell apart, so that an error which travelled is still `instanceof` its class
 * (G8): those declared in the file, those it imports, and those that the local modules it imports from export, because
 * a function of such a module may ask. Each by its name or as a member of what has one: a namespace, a class, an object.
 *
 * The name in messages is `<file>#<class>`, of a package `<specifier>#<class>`, of a member `<file>#<owner>.<class>`: where
 * two files have a class of one name, neither is taken for the other.
 */
import { ts } from 'ts-morph';
import { isFromLibrary, isLibrary } from '../analyse/library.ts';
import { isErrorType } from '../analyse/serialisable.ts';
import type { Names } from '../analyse/bind.ts';
import type { ReachedErrors } from '../ir/instruction.ts';
import { pathFrom } from '../project/paths.ts';

export interface Reaching {
  readonly checker: ts.TypeChecker;
  readonly names: Names;
  /** Directory that names are relative to. */
  readonly root: string;
}

const packageName = 'hopline';
/** Objects in objects: deeper nobody looks for a class, and a type may be without end. */
const depthMax = 3;

export function reachedErrors(file: ts.SourceFile, reaching: Reaching): ReachedErrors {
  const found = new Found(reaching, usedAsValues(file, reaching.checker));
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) found.addImports(statement);
    else if ((ts.isClassDeclaration(statement) || ts.isModuleDeclaration(statement)) && statement.name)
      found.addOwn(statement.name);
    else if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) found.addVariables(name);
  }
  return { classes: [...found.classes.values()], imports: found.imports };
}

class Found {
  readonly classes = new Map<ts.Symbol, { text: string; name: string }>();
  readonly imports: { local: string; specifier: ts.StringLiteral }[] = [];
  private readonly reaching: Reaching;
  private readonly used: ReadonlySet<ts.Symbol>;

  constructor(reaching: Reaching, used: ReadonlySet<ts.Symbol>) {
    this.reaching = reaching;
    this.used = used;
  }

  addOwn(name: ts.ModuleName): void {
    const symbol = this.reaching.checker.getSymbolAtLocation(name);
    if (symbol) this.addWithMembers(symbol, name.text);
  }

  /** `const Gone = class extends Error {}`, `let Gone = makeError('Gone')`, `const { Gone } = errors`. */
  addVariables(name: ts.BindingName): void {
    if (ts.isIdentifier(name)) return this.addOwn(name);
    for (const element of name.elements) if (!ts.isOmittedExpression(element)) this.addVariables(element.name);
  }

  addImports(statement: ts.ImportDeclaration): void {
    const specifier = statement.moduleSpecifier;
    const clause = statement.importClause;
    if (!ts.isStringLiteral(specifier) || specifier.text === packageName) return;
    if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return;
    const bindings = clause?.namedBindings;
    const names = [
      ...(clause?.name ? [clause.name] : []),
      ...(bindings && ts.isNamedImports(bindings)
        ? bindings.elements.filter((e) => !e.isTypeOnly).map((e) => e.name)
        : []),
    ];
    const symbols = names.map((name) => [name, this.valueOf(name)] as const);
    for (const [name, symbol] of symbols) if (symbol) this.addWithMembers(symbol, name.text, specifier.text);
    const isNamespace = bindings !== undefined && ts.isNamespaceImport(bindings) && this.isUsed(bindings.name);
    // A module of which only types are used is not loaded, and must not be because of us.
    const isLoaded = clause === undefined || isNamespace || symbols.some(([, symbol]) => symbol !== undefined);
    if (isLoaded) this.addExports(specifier, isNamespace ? bindings.name.text : undefined);
  }

  /** What a local module exports, by a namespace of our own where the file has none. */
  private addExports(specifier: ts.StringLiteral, namespace: string | undefined): void {
    const { checker, names } = this.reaching;
    const module = checker.getSymbolAtLocation(specifier);
    const source = module?.declarations?.find(ts.isSourceFile);
    if (!module || !source || source.isDeclarationFile || isInPackage(source)) return;
    const local = namespace ?? names.fresh('$errors');
    const knownBefore = this.classes.size;
    for (const [name, symbol] of this.valuesOf(module))
      this.addWithMembers(symbol, `${local}${member(name)}`, specifier.text);
    if (namespace === undefined && this.classes.size > knownBefore) this.imports.push({ local, specifier });
  }

  private isUsed(name: ts.Identifier): boolean {
    const symbol = this.reaching.checker.getSymbolAtLocation(name);
    return symbol !== undefined && this.used.has(symbol);
  }

  /** The class or value behind an imported name; undefined for what the file uses as a type alone. */
  private valueOf(name: ts.Identifier): ts.Symbol | undefined {
    const { checker } = this.reaching;
    if (!this.isUsed(name)) return undefined;
    let symbol = checker.getSymbolAtLocation(name);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    return symbol && symbol.flags & ts.SymbolFlags.Value ? symbol : undefined;
  }

  /** `path`: the names from the root, which a module declares, to the symbol. */
  private addWithMembers(symbol: ts.Symbol, text: string, specifier?: string, path: readonly ts.Symbol[] = []): void {
    if (path.includes(symbol)) return;
    const full = [...path, symbol];
    this.add(symbol, text, specifier, full);
    if (full.length > depthMax) return;
    if (symbol.flags & ts.SymbolFlags.ValueModule) {
      // A module behind `export * as errors` declares roots of its own.
      const from = symbol.valueDeclaration && ts.isSourceFile(symbol.valueDeclaration) ? [] : full;
      for (const [name, each] of this.valuesOf(symbol))
        this.addWithMembers(each, `${text}${member(name)}`, specifier, from);
    }
    for (const each of this.dataOf(symbol))
      this.addWithMembers(each, `${text}?.${optionalMember(each.name)}`, specifier, full);
  }

  /** What a module or namespace exports, behind aliases. */
  private valuesOf(module: ts.Symbol): [string, ts.Symbol][] {
    const { checker } = this.reaching;
    return checker.getExportsOfModule(module).flatMap((each): [string, ts.Symbol][] => {
      const symbol = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
      return symbol.flags & ts.SymbolFlags.Value ? [[each.name, symbol]] : [];
    });
  }

  /** Static fields of a class, properties of an object: what is there to be read without running anybody's code. */
  private dataOf(symbol: ts.Symbol): ts.Symbol[] {
    const { checker } = this.reaching;
    if (isFromLibrary(symbol) || symbol.declarations?.some((at) => at.getSourceFile().isDeclarationFile)) return [];
    const isHolder = (ts.SymbolFlags.Class | ts.SymbolFlags.Variable | ts.SymbolFlags.Property) & symbol.flags;
    if (!isHolder && !symbol.declarations?.some(ts.isExportAssignment)) return [];
    const properties = checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol));
    return properties.filter((each) => each.flags & ts.SymbolFlags.Property && isData(each));
  }

  private add(symbol: ts.Symbol, text: string, specifier: string | undefined, path: readonly ts.Symbol[]): void {
    if (!this.isErrorClass(symbol) || this.classes.has(symbol)) return;
    const file = path[0]!.declarations![0]!.getSourceFile();
    const place =
      specifier !== undefined && (file.isDeclarationFile || isInPackage(file))
        ? specifier
        : pathFrom(this.reaching.root, file.fileName);
    this.classes.set(symbol, { text, name: `${place}#${path.map(({ name }) => name).join('.')}` });
  }

  private isErrorClass(symbol: ts.Symbol): boolean {
    const { checker } = this.reaching;
    if (isFromLibrary(symbol) || symbol.declarations?.some(isAmbientHere)) return false;
    if (symbol.flags & ts.SymbolFlags.Class) return isErrorType(checker.getDeclaredTypeOfSymbol(symbol));
    return checker
      .getTypeOfSymbol(symbol)
      .getConstructSignatures()
      .some((form) => isErrorType(form.getReturnType()));
  }
}

/** Symbols of the file's names that stand where values do. An import that has none of them is erased. */
function usedAsValues(file: ts.SourceFile, checker: ts.TypeChecker): Set<ts.Symbol> {
  const used = new Set<ts.Symbol>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isIdentifier(node)) {
      const isShorthand = ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node;
      const symbol = isShorthand
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
      if (symbol) used.add(symbol);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return used;
}

/** `export { Odd as 'odd-error' }`. */
function member(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** `errors?.Gone`: what a type promises need not be there when the worker starts. */
function optionalMember(name: string): string {
  const text = member(name);
  return text.startsWith('.') ? text.slice(1) : text;
}

/** Not an accessor; not the prototype of a class; not by a symbol or private name. */
function isData(property: ts.Symbol): boolean {
  // Of a mapped type the properties are declared nowhere: `Record<'Gone' | 'Late', ErrorClass>`.
  return (
    !String(property.escapedName).startsWith('__') &&
    (property.declarations ?? []).every((at) => dataKinds.has(at.kind) && !isLibrary(at))
  );
}

const dataKinds: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.PropertyDeclaration,
]);

/** `declare class`: nobody knows whether it is there. */
function isAmbientHere(declaration: ts.Declaration): boolean {
  const isAmbient = (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Ambient) !== 0;
  return isAmbient && !declaration.getSourceFile().isDeclarationFile;
}

function isInPackage(file: ts.SourceFile): boolean {
  return file.fileName.includes('/node_modules/');
}
