/**
 * May a value of this type travel in a message? A lattice: safe < unknown < unsafe (with the path to the reason).
 * Coinductive: a type met again inside itself is what the rest of it says.
 *
 * `unknown` (any, unknown, open type parameters) is checked at run time when it is encoded.
 */
import { ts } from 'ts-morph';
import type { Durables } from './durable.ts';
import { isFromLibrary } from './library.ts';

export type Verdict =
  | { readonly kind: 'safe' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unsafe'; readonly path: string; readonly reason: string };

const primitives =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.BooleanLike;
const safe: Verdict = { kind: 'safe' };
const unknown: Verdict = { kind: 'unknown' };

/** Built-in objects that the codec carries. */
const carried = new Set([
  'Date',
  'RegExp',
  'URL',
  'URLSearchParams',
  'ArrayBuffer',
  'DataView',
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'EvalError',
  'URIError',
  'AggregateError',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'String',
  'Number',
  'Boolean',
  'BigInt',
]);
/** Built-in objects that hold other values. */
const containers = new Set(['Array', 'ReadonlyArray', 'Map', 'ReadonlyMap', 'Set', 'ReadonlySet']);
/** Their types list functions that plain data of that type does not have itself; the value is looked at when it is encoded. */
const lookedAt = new Set(['Object', 'PropertyDescriptor', 'TypedPropertyDescriptor']);
const refused: Record<string, string> = {
  Promise: 'a promise',
  PromiseLike: 'a promise',
  WeakMap: 'a WeakMap',
  WeakSet: 'a WeakSet',
  WeakRef: 'a WeakRef',
  Iterator: 'an iterator',
  IterableIterator: 'an iterator',
  IteratorObject: 'an iterator',
  ArrayIterator: 'an iterator',
  MapIterator: 'an iterator',
  SetIterator: 'an iterator',
  StringIterator: 'an iterator',
  RegExpStringIterator: 'an iterator',
  AsyncIterator: 'an iterator',
  Generator: 'a generator',
  AsyncGenerator: 'a generator',
  Buffer: 'a Buffer (it would come back as a Uint8Array: make one of it)',
  RegExpExecArray: 'a match with its index (take the groups that are needed)',
  RegExpMatchArray: 'a match with its index (take the groups that are needed)',
  TemplateStringsArray: 'a template strings array',
  IArguments: 'an arguments object (a rest parameter, or [...arguments])',
  AbortSignal: 'an AbortSignal',
  AbortController: 'an AbortController',
};

export class SerialCheck {
  private readonly checker: ts.TypeChecker;
  private readonly withCodec: ReadonlySet<ts.Symbol>;

  constructor(checker: ts.TypeChecker, withCodec: ReadonlySet<ts.Symbol>) {
    this.checker = checker;
    this.withCodec = withCodec;
  }

  judge(type: ts.Type): Verdict {
    return this.visit(type, '', new Set(), 0);
  }

  private visit(type: ts.Type, path: string, seen: Set<ts.Type>, depth: number): Verdict {
    if (
      type.flags &
      (ts.TypeFlags.Any |
        ts.TypeFlags.Unknown |
        ts.TypeFlags.TypeParameter |
        ts.TypeFlags.NonPrimitive |
        ts.TypeFlags.Conditional |
        ts.TypeFlags.IndexedAccess)
    )
      return unknown;
    if (type.flags & ts.TypeFlags.ESSymbolLike) return unsafe(path, 'a symbol');
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.UnionOrIntersection))) return safe;
    if (seen.has(type)) return safe;
    // Types may be generated without end; what lies so deep is checked when it is encoded.
    if (depth > 12) return unknown;
    seen.add(type);
    if (this.isSecret(type)) return unsafe(path, 'a Secret, which may not be in a message');
    if (type.isUnion()) return worst(type.types.map((t) => this.visit(t, path, seen, depth)));
    if (type.isIntersection() && type.types.some((t) => t.flags & primitives)) return safe;
    // `string[] & { … }`: the members of the built-in part are not data.
    if (type.isIntersection() && type.types.some((t) => this.isBuiltIn(t)))
      return worst(type.types.map((t) => this.visit(t, path, seen, depth)));
    return this.visitObject(type, path, seen, depth);
  }

  private visitObject(type: ts.Type, path: string, seen: Set<ts.Type>, depth: number): Verdict {
    if (type.getCallSignatures().length > 0) return unsafe(path, 'a function');
    if (type.getConstructSignatures().length > 0) return unsafe(path, 'a class');
    if (this.checker.isTupleType(type) || this.checker.isArrayType(type)) {
      return worst(
        this.checker.getTypeArguments(type as ts.TypeReference).map((t) => this.visit(t, `${path}[]`, seen, depth + 1)),
      );
    }
    const symbol = type.getSymbol();
    const name = symbol?.name ?? '';
    if (symbol && isFromLibrary(symbol)) {
      if (Object.hasOwn(refused, name)) return unsafe(path, refused[name]!);
      if (carried.has(name)) return safe;
      if (lookedAt.has(name)) return unknown;
      if (containers.has(name)) {
        return worst(
          this.checker
            .getTypeArguments(type as ts.TypeReference)
            .map((t) => this.visit(t, `${path}<>`, seen, depth + 1)),
        );
      }
    }
    if (symbol && this.withCodec.has(symbol)) return safe;
    if (symbol && symbol.flags & ts.SymbolFlags.Class) return this.visitClass(type, symbol, path);
    return this.visitMembers(type, path, seen, depth);
  }

  private visitClass(type: ts.Type, symbol: ts.Symbol, path: string): Verdict {
    if (isErrorType(type)) {
      const hidden = this.hiddenState(type);
      if (hidden) return unsafe(path === '' ? hidden.name : `${path}.${hidden.name}`, hidden.reason);
      return isAtTopLevel(symbol)
        ? safe
        : unsafe(
            path,
            `an instance of the local class ${symbol.name} (a class of the module would be recognised again)`,
          );
    }
    return unsafe(path, `an instance of class ${symbol.name} (registerCodec(${symbol.name}, …) lets it travel)`);
  }

  /** What an error would lose on its way: private names, and fields that hold functions. */
  private hiddenState(type: ts.Type): { name: string; reason: string } | undefined {
    for (const property of this.checker.getPropertiesOfType(type)) {
      const declaration = property.valueDeclaration;
      if (!declaration || !ts.isPropertyDeclaration(declaration)) continue;
      const name = declaration.name.getText();
      if (ts.isPrivateIdentifier(declaration.name)) return { name, reason: 'a private name' };
      if (this.checker.getTypeOfSymbol(property).getCallSignatures().length > 0) return { name, reason: 'a function' };
    }
    return undefined;
  }

  private visitMembers(type: ts.Type, path: string, seen: Set<ts.Type>, depth: number): Verdict {
    const verdicts: Verdict[] = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const at = path === '' ? property.name : `${path}.${property.name}`;
      if (String(property.escapedName).startsWith('__@')) {
        // A brand has no value; a real symbol key does.
        if (!(property.flags & ts.SymbolFlags.Optional)) verdicts.push(unsafe(at, 'a symbol key'));
        continue;
      }
      if (property.declarations?.some((d) => ts.isPropertyDeclaration(d) && ts.isPrivateIdentifier(d.name))) {
        verdicts.push(unsafe(at, 'a private name'));
        continue;
      }
      if (isWrittenGetter(property)) {
        verdicts.push(unsafe(at, 'a getter (a value that is computed once travels)'));
        break;
      }
      verdicts.push(this.visit(this.checker.getTypeOfSymbol(property), at, seen, depth + 1));
      if (verdicts[verdicts.length - 1]!.kind === 'unsafe') break;
    }
    for (const index of this.checker.getIndexInfosOfType(type))
      verdicts.push(this.visit(index.type, `${path}[]`, seen, depth + 1));
    return worst(verdicts);
  }

  private isBuiltIn(type: ts.Type): boolean {
    const symbol = type.getSymbol();
    return this.checker.isTupleType(type) || (symbol !== undefined && isFromLibrary(symbol));
  }

  private isSecret(type: ts.Type): boolean {
    return (
      ((type.flags & ts.TypeFlags.Object) !== 0 || type.isIntersection()) &&
      this.checker.getPropertiesOfType(type).some((p) => String(p.escapedName).startsWith('__@secretBrand'))
    );
  }
}

/** In an object literal; what an interface calls a getter may be a plain property. */
function isWrittenGetter(property: ts.Symbol): boolean {
  return (property.declarations ?? []).some(
    (declaration) => ts.isGetAccessorDeclaration(declaration) && ts.isObjectLiteralExpression(declaration.parent),
  );
}

function unsafe(path: string, reason: string): Verdict {
  return { kind: 'unsafe', path, reason };
}

function worst(verdicts: readonly Verdict[]): Verdict {
  return verdicts.find((v) => v.kind === 'unsafe') ?? verdicts.find((v) => v.kind === 'unknown') ?? safe;
}

export function isErrorType(type: ts.Type): boolean {
  const symbol = type.getSymbol();
  if (symbol?.name === 'Error' && isFromLibrary(symbol)) return true;
  // `class Gone extends Tagged(Error)`: a mixin gives an intersection.
  if (type.isIntersection()) return type.types.some(isErrorType);
  // Of `Api<string>`, its declaration says what it extends.
  const declared = (type as Partial<ts.TypeReference>).target ?? type;
  return (declared.getBaseTypes() ?? []).some(isErrorType);
}

/** Not inside a function: another process makes the same class of it. */
function isAtTopLevel(symbol: ts.Symbol): boolean {
  const declaration = symbol.valueDeclaration;
  if (!declaration) return true;
  return ts.findAncestor(declaration.parent, (node) => ts.isFunctionLike(node)) === undefined;
}

const codecsOfPrograms = new WeakMap<ts.Program, ReadonlySet<ts.Symbol>>();

/** Classes that somewhere in the program are given to `registerCodec`. Looked for once in each program. */
export function classesWithCodec(program: ts.Program, durables: Durables): ReadonlySet<ts.Symbol> {
  let found = codecsOfPrograms.get(program);
  if (!found) codecsOfPrograms.set(program, (found = findClassesWithCodec(program, durables)));
  return found;
}

function findClassesWithCodec(program: ts.Program, durables: Durables): Set<ts.Symbol> {
  const found = new Set<ts.Symbol>();
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile || !file.text.includes('registerCodec')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && durables.sdkName(node.expression) === 'registerCodec' && node.arguments[0]) {
        let symbol = durables.checker.getSymbolAtLocation(node.arguments[0]);
        if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = durables.checker.getAliasedSymbol(symbol);
        if (symbol) found.add(symbol);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}
