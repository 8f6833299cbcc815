/**
 * Code that runs without a call being written: accessors, iterators, conversions to text and numbers. Each question is
 * about a type and answers true when in doubt.
 */
import { ts } from 'ts-morph';
import { isFromLibrary, isLibrary } from './library.ts';

const unknowns = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive;
const nothing = ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void | ts.TypeFlags.Never;
const primitive =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.ESSymbolLike |
  nothing;
/** Of the language's own objects, those that give the same text everywhere; a Date's depends on the zone of the host. */
const steadyText = /^(\w*Error|RegExp|URL|URLSearchParams|String|Number|Boolean|BigInt)$/;

export function isPrimitive(type: ts.Type, checker: ts.TypeChecker): boolean {
  return everyPart(type, checker, (part) => (part.flags & primitive) !== 0);
}

export function isAccessor(symbol: ts.Symbol | undefined, kind: 'get' | 'set'): boolean {
  const test = kind === 'get' ? ts.isGetAccessorDeclaration : ts.isSetAccessorDeclaration;
  return (symbol?.declarations ?? []).some((declaration) => test(declaration) && !isLibrary(declaration));
}

/** Copying its properties calls accessors. */
export function copyRunsCode(type: ts.Type, checker: ts.TypeChecker): boolean {
  return !everyPart(type, checker, (part) =>
    checker.getPropertiesOfType(part).every((property) => !isAccessor(property, 'get')),
  );
}

/** `for…of`, spread, array patterns, `new Map(…)`. */
export function iterationRunsCode(type: ts.Type, checker: ts.TypeChecker): boolean {
  return !everyPart(type, checker, (part) => {
    if (part.flags & unknowns) return false;
    if (part.flags & primitive) return true;
    return checker
      .getPropertiesOfType(part)
      .every((property) => !isWellKnown(property, 'iterator') || isFromLibrary(property));
  });
}

/** Templates, `+` with text, `String(…)`. */
export function textRunsCode(type: ts.Type, checker: ts.TypeChecker, seen = new Set<ts.Type>()): boolean {
  return !everyPart(type, checker, (part) => {
    if (part.flags & primitive || seen.has(part)) return true;
    seen.add(part);
    if (checker.isArrayType(part) || checker.isTupleType(part))
      return checker.getTypeArguments(part as ts.TypeReference).every((item) => !textRunsCode(item, checker, seen));
    return isLibraryObject(part, steadyText);
  });
}

/** Arithmetic and comparison. */
export function numberRunsCode(type: ts.Type, checker: ts.TypeChecker): boolean {
  return !everyPart(
    type,
    checker,
    (part) => (part.flags & primitive) !== 0 || isLibraryObject(part, /^(Date|Number|BigInt|Boolean)$/),
  );
}

/** `JSON.stringify`: accessors and `toJSON`, however deep. */
export function jsonRunsCode(type: ts.Type, checker: ts.TypeChecker): boolean {
  const seen = new Set<ts.Type>();
  const isPlain = (each: ts.Type, depth: number): boolean =>
    everyPart(each, checker, (part) => {
      if (part.flags & primitive) return true;
      if (part.flags & unknowns || depth > 6) return false;
      if (seen.has(part)) return true;
      seen.add(part);
      if (checker.isArrayType(part) || checker.isTupleType(part))
        return checker.getTypeArguments(part as ts.TypeReference).every((item) => isPlain(item, depth + 1));
      const symbol = part.getSymbol();
      if (symbol && isFromLibrary(symbol)) return true;
      if (symbol && symbol.flags & ts.SymbolFlags.Class) return false;
      return (
        checker
          .getPropertiesOfType(part)
          .every(
            (property) =>
              !isAccessor(property, 'get') &&
              property.name !== 'toJSON' &&
              (isFunction(checker.getTypeOfSymbol(property)) || isPlain(checker.getTypeOfSymbol(property), depth + 1)),
          ) && checker.getIndexInfosOfType(part).every((index) => isPlain(index.type, depth + 1))
      );
    });
  return !isPlain(type, 0);
}

/** `x instanceof C` asks the class where it says so itself. */
export function instanceofRunsCode(type: ts.Type, checker: ts.TypeChecker): boolean {
  return checker
    .getPropertiesOfType(type)
    .some((property) => isWellKnown(property, 'hasInstance') && !isFromLibrary(property));
}

export function isFunction(type: ts.Type): boolean {
  return type.getCallSignatures().length > 0;
}

function isLibraryObject(type: ts.Type, names: RegExp): boolean {
  const symbol = type.getSymbol();
  return symbol !== undefined && names.test(symbol.name) && isFromLibrary(symbol);
}

function isWellKnown(property: ts.Symbol, name: string): boolean {
  return String(property.escapedName).startsWith(`__@${name}`);
}

function everyPart(type: ts.Type, checker: ts.TypeChecker, holds: (part: ts.Type) => boolean): boolean {
  const known = type.flags & ts.TypeFlags.Instantiable ? (checker.getBaseConstraintOfType(type) ?? type) : type;
  if (known.flags & ts.TypeFlags.Instantiable) return false;
  if (known.isUnion()) return known.types.every((part) => everyPart(part, checker, holds));
  // `string & { brand }` is text.
  if (known.isIntersection() && known.types.some((part) => part.flags & primitive)) return true;
  return holds(known);
}
