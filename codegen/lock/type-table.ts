/**
 * Types of slots as text that means the same later, when the sources have changed: named types are explained by
 * structure, because `Invoice` today and `Invoice` in last week's message may be two things.
 *
 * Invariants
 * 1. Equal text with equal explanations is one structure.
 * 2. The order is that of the slots and of the alphabet, never that in which the checker made its types.
 * 3. The table is bounded: beyond {@link tableCharactersMax} one hash stands for it, which is equal or proves nothing.
 */
import { createHash } from 'node:crypto';

import { ts } from 'ts-morph';

import type { MachineIr, Slot } from '../ir/instruction.ts';
import { isTemporary, travellingSlots } from './pin-slots.ts';

export interface TypeTable {
  /** Of a slot that travels; '' where there is none to print. */
  textOf(slot: Slot): string;
  /** Explanations of the names in those texts; undefined where none is needed. Complete after all texts were asked for. */
  explanations(): Readonly<Record<string, string>> | undefined;
}

/** A table of 8 KiB is some forty interfaces: more is nothing that a person reads in review. */
const tableCharactersMax = 8192;
const typesMax = 500;

/** Where the table was too large: the one key of the explanations. */
export const hashedTable = '#';
/** In place of the hash, where not even that could be made: equal to nothing. */
export const unboundedTable = 'unbounded';

export function createTypeTable(machine: MachineIr, sourceFile: ts.SourceFile, program: ts.Program): TypeTable {
  const printer = new TypePrinter(program);
  const texts = new Map<Slot, string>();
  for (const slot of travellingSlots(machine)) {
    const type = isTemporary(slot.kind) ? undefined : declaredType(slot, sourceFile, program.getTypeChecker());
    texts.set(slot, type ? printer.print(type) : '');
  }
  for (const [cursor, type] of cursorTypes(machine, sourceFile, program.getTypeChecker()))
    texts.set(cursor, printer.print(type));
  return { textOf: (slot) => texts.get(slot) ?? '', explanations: () => bounded(printer) };
}

function bounded({ names, isUnbounded }: TypePrinter): Readonly<Record<string, string>> | undefined {
  if (names.size === 0) return undefined;
  if (isUnbounded) return { [hashedTable]: unboundedTable };
  const table = Object.fromEntries([...names].sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify(table);
  if (text.length <= tableCharactersMax) return table;
  return { [hashedTable]: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}

function declaredType(slot: Slot, sourceFile: ts.SourceFile, checker: ts.TypeChecker): ts.Type | undefined {
  if (slot.declaredAt === undefined) return undefined;
  const name = identifierAt(sourceFile, slot.declaredAt, slot.sourceName);
  return name && checker.getTypeAtLocation(name);
}

/**
 * What the loops go over. A cursor is live exactly while its loop may go on, so the live cursors of a suspension are
 * those of the loops around it, outermost first; where the numbers differ (a body that always breaks) nobody can tell.
 */
function cursorTypes(machine: MachineIr, sourceFile: ts.SourceFile, checker: ts.TypeChecker): Map<Slot, ts.Type> {
  const found = new Map<Slot, ts.Type>();
  for (const suspension of machine.suspensions) {
    const cursors = suspension.live.filter((slot) => slot.kind === 'cursor');
    const loops = loopsAround(sourceFile, suspension.at);
    if (cursors.length !== loops.length) continue;
    for (const [index, cursor] of cursors.entries())
      found.set(cursor, checker.getTypeAtLocation(loops[index]!.expression));
  }
  return found;
}

/** Loops of the innermost method whose *body* holds the offset, outermost first. */
function loopsAround(sourceFile: ts.SourceFile, offset: number): (ts.ForOfStatement | ts.ForInStatement)[] {
  let loops: (ts.ForOfStatement | ts.ForInStatement)[] = [];
  const visit = (node: ts.Node): void => {
    if (offset < node.pos || offset >= node.end) return;
    if (ts.isFunctionLike(node)) loops = [];
    if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && offset >= node.statement.pos) loops.push(node);
    ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return loops;
}

/** The declared name at or behind an offset: the offset may be that of the declaration around it. */
function identifierAt(sourceFile: ts.SourceFile, offset: number, name: string): ts.Identifier | undefined {
  let found: ts.Identifier | undefined;
  const visit = (node: ts.Node): void => {
    if (found || node.end <= offset) return;
    if (ts.isIdentifier(node) && node.text === name && node.getStart(sourceFile) >= offset) found = node;
    else ts.forEachChild(node, visit);
  };
  visit(sourceFile);
  return found;
}

/** Flags of types whose printed form says all. */
const plainFlags =
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown |
  ts.TypeFlags.Never |
  ts.TypeFlags.String |
  ts.TypeFlags.Number |
  ts.TypeFlags.BigInt |
  ts.TypeFlags.Boolean |
  ts.TypeFlags.BooleanLiteral |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null |
  ts.TypeFlags.ESSymbolLike |
  ts.TypeFlags.NonPrimitive |
  ts.TypeFlags.TemplateLiteral |
  ts.TypeFlags.TypeParameter;

class TypePrinter {
  /** Name → explanation, in the order met. */
  readonly names = new Map<string, string>();
  /** A generic type that grows with each step has no end; such a table proves nothing. */
  isUnbounded = false;
  private readonly byType = new Map<ts.Type, string>();
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;

  constructor(program: ts.Program) {
    this.program = program;
    this.checker = program.getTypeChecker();
  }

  print(type: ts.Type): string {
    if (type.flags & ts.TypeFlags.Void) return 'undefined';
    if (type.isStringLiteral() || type.isNumberLiteral()) return JSON.stringify(type.value);
    if (type.flags & ts.TypeFlags.BigIntLiteral) return this.checker.typeToString(type);
    if (type.isUnion()) return this.closing(type, () => this.union(type.types));
    if (type.flags & plainFlags) return this.checker.typeToString(type);
    if (type.isIntersection() && !type.types.every((part) => part.flags & ts.TypeFlags.Object))
      return type.types
        .map((part) => this.print(part))
        .sort()
        .join(' & ');
    return this.isBuilt(type) ? this.closing(type, () => this.object(type)) : this.object(type);
  }

  private isBuilt(type: ts.Type): boolean {
    return this.checker.isTupleType(type) || this.checker.isArrayType(type) || this.isOfLibrary(type);
  }

  /** `type Json = string | Json[]`: what is met again inside itself gets a name there, and is explained under it. */
  private closing(type: ts.Type, print: () => string): string {
    const known = this.byType.get(type);
    if (known !== undefined) return known;
    if (this.open.has(type)) {
      const name = this.freeName(type.aliasSymbol?.getName() ?? 'Recursive');
      this.byType.set(type, name);
      this.names.set(name, '');
      return name;
    }
    this.open.add(type);
    const text = print();
    this.open.delete(type);
    const name = this.byType.get(type);
    if (name === undefined) return text;
    this.names.set(name, text);
    return name;
  }

  private union(types: readonly ts.Type[]): string {
    const parts = new Set(types.map((part) => this.print(part)));
    if (parts.has('true') && parts.has('false')) {
      parts.delete('true');
      parts.delete('false');
      parts.add('boolean');
    }
    return [...parts].sort().join(' | ');
  }

  private object(type: ts.Type): string {
    const { checker } = this;
    if (checker.isTupleType(type)) return this.tuple(type as ts.TupleTypeReference);
    if (checker.isArrayType(type))
      return `Array<${this.print(checker.getTypeArguments(type as ts.TypeReference)[0]!)}>`;
    if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0)
      return checker.typeToString(type);
    if (this.isOfLibrary(type)) return this.libraryType(type);
    const name = nameOf(type);
    return name === undefined && !this.byType.has(type) ? this.anonymous(type) : this.named(type, name);
  }

  private tuple(type: ts.TupleTypeReference): string {
    const { elementFlags } = type.target;
    const parts = this.checker.getTypeArguments(type).map((part, index) => {
      const text = this.print(part);
      if (elementFlags[index]! & ts.ElementFlags.Rest) return `...Array<${text}>`;
      return elementFlags[index]! & ts.ElementFlags.Optional ? `(${text})?` : text;
    });
    return `[${parts.join(', ')}]`;
  }

  private isOfLibrary(type: ts.Type): boolean {
    const declarations = type.getSymbol()?.declarations ?? [];
    return (
      nameOf(type) !== undefined &&
      declarations.length > 0 &&
      declarations.every((declaration) => this.program.isSourceFileDefaultLibrary(declaration.getSourceFile()))
    );
  }

  private libraryType(type: ts.Type): string {
    const typeArguments = this.checker.getTypeArguments(type as ts.TypeReference);
    const name = type.getSymbol()!.getName();
    return typeArguments.length === 0 ? name : `${name}<${typeArguments.map((part) => this.print(part)).join(', ')}>`;
  }

  /** Recursion through an unnamed type has to meet a name somewhere; where it does not, the type gets one. */
  private readonly open = new Set<ts.Type>();
  private anonymous(type: ts.Type): string {
    if (this.open.has(type)) return this.named(type, 'Recursive');
    this.open.add(type);
    const text = this.structure(type);
    this.open.delete(type);
    return text;
  }

  private named(type: ts.Type, wanted = 'Recursive'): string {
    const known = this.byType.get(type);
    if (known !== undefined) return known;
    const name = this.freeName(wanted);
    this.byType.set(type, name);
    this.names.set(name, '');
    if (this.names.size <= typesMax) this.names.set(name, this.structure(type));
    else this.isUnbounded = true;
    return name;
  }

  private freeName(wanted: string): string {
    let name = libraryNames.has(wanted) ? `${wanted}$1` : wanted;
    for (let n = 2; this.names.has(name); n += 1) name = `${wanted}$${n}`;
    return name;
  }

  private structure(type: ts.Type): string {
    const index = this.checker
      .getIndexInfosOfType(type)
      .map((info) => `[key: ${this.checker.typeToString(info.keyType)}]: ${this.print(info.type)}`);
    const properties = this.checker
      .getPropertiesOfType(type)
      .filter((property) => !(property.flags & ts.SymbolFlags.Method))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((property) => this.property(property));
    const members = [...index, ...properties];
    return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`;
  }

  private property(property: ts.Symbol): string {
    const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const type = this.checker.getTypeOfSymbol(property);
    const text = this.print(optional ? this.checker.getNonNullableType(type) : type);
    const mayBeNull = optional && type.isUnion() && type.types.some((part) => part.flags & ts.TypeFlags.Null);
    const name = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(property.name)
      ? property.name
      : JSON.stringify(property.name);
    return `${name}${optional ? '?' : ''}: ${text}${mayBeNull ? ' | null' : ''}`;
  }
}

/** Types of the library that can travel: a type of the author's that has such a name gets another in the table. */
const libraryNames = new Set(
  'Array BigInt64Array BigUint64Array DataView Date Error Float32Array Float64Array Int16Array Int32Array Int8Array Map Object Partial Promise Readonly Record RegExp Set URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray'.split(
    ' ',
  ),
);

function nameOf(type: ts.Type): string | undefined {
  const alias = type.aliasSymbol?.getName();
  const symbol = type.getSymbol()?.getName();
  const name = alias ?? symbol;
  return name === undefined || name.startsWith('__') ? undefined : name;
}
