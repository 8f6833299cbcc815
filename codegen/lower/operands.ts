/**
 * Left to right across a suspension: what is evaluated before one is held in a temporary, because the process that
 * evaluated it is gone when the rest is.
 */
import { ts } from 'ts-morph';
import { skipOuter } from '../analyse/durable.ts';
import { isPrimitive } from '../analyse/hidden-code.ts';
import { code, textOf } from '../ir/code.ts';
import type { Code } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { lowerExpression } from './expressions.ts';

export interface Operand {
  readonly marked: boolean;
  /** Gives the same later, so that it need not be held. */
  readonly stable: boolean;
  lower(): Code;
  /** For the type of what is held. */
  readonly node?: ts.Expression;
  /** What is stored, where that is not the value itself: `[...xs]` for a spread. */
  hold?(code: Code): Code;
}

/** Lowers in order; every operand before the last suspension is held. `seen` is told each value as soon as it may be used. */
export function lowerInOrder(
  m: MethodContext,
  operands: readonly Operand[],
  seen?: (value: Code, index: number) => void,
): Code[] {
  const last = operands.findLastIndex((operand) => operand.marked);
  return operands.map((operand, index) => {
    const value = inPlace(m, operand, index < last);
    seen?.(value, index);
    return value;
  });
}

function inPlace(m: MethodContext, operand: Operand, isBeforeSuspension: boolean): Code {
  const value = operand.lower();
  if (!isBeforeSuspension) return value;
  if (operand.node && isAmbient(m, operand.node)) m.native(value);
  if (operand.node && isSetOnce(m, operand.node)) {
    // Read when it is its turn, because it may throw; behind that it is and stays the same.
    m.native(value);
    return value;
  }
  const isFixed = operand.stable && !(operand.node && isFieldWithValue(m, operand.node));
  if (isFixed && operand.node && isOfMaybeNothing(m, operand.node)) m.native(code`void ${value}`);
  if (isFixed || (!operand.hold && isTemporary(m, value))) return value;
  return operand.hold ? hold(m, operand.hold(value)) : hold(m, value, 'held', operand.node);
}

export function valueOperand(m: MethodContext, node: ts.Expression, hold?: (code: Code) => Code): Operand {
  return {
    marked: m.marks.has(node),
    stable: isStable(m, node),
    lower: () => lowerExpression(m, node),
    node,
    ...(hold ? { hold } : {}),
  };
}

export function hold(m: MethodContext, value: Code, hint = 'held', node?: ts.Expression): Code {
  const slot = m.temp(hint);
  if (node) m.heldNodes.set(slot, node);
  m.set(slot, value, true);
  return m.read(slot);
}

/** `declare const x`: nobody knows whether it is there, and a missing name throws when it is its turn. */
function isAmbient(m: MethodContext, node: ts.Expression): boolean {
  const at = skipOuter(node);
  if (!ts.isIdentifier(at)) return false;
  const declaration = m.checker.getSymbolAtLocation(at)?.valueDeclaration;
  return (
    declaration !== undefined &&
    (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Ambient) !== 0 &&
    declaration.getSourceFile() === m.module.file
  );
}

/** `this.n`: what it is now counts, an activity may change it. An object there is the same one later. */
function isFieldWithValue(m: MethodContext, node: ts.Expression): boolean {
  const at = skipOuter(node);
  return (
    ts.isPropertyAccessExpression(at) && isServicePath(m, at) && isPrimitive(m.checker.getTypeAtLocation(at), m.checker)
  );
}

/** `this.conf.rates`: where `conf` is missing it throws, when it is its turn. */
function isOfMaybeNothing(m: MethodContext, node: ts.Expression): boolean {
  const at = skipOuter(node);
  if (!ts.isPropertyAccessExpression(at) || !isServicePath(m, at)) return false;
  return mayBeNothing(m, at.expression) || isOfMaybeNothing(m, at.expression);
}

/** Where the base is missing, a member of it fails before what stands behind is evaluated. */
export function mayBeNothing(m: MethodContext, base: ts.Expression): boolean {
  const at = skipOuter(base);
  if (at.kind === ts.SyntaxKind.ThisKeyword || at.kind === ts.SyntaxKind.SuperKeyword) return false;
  const type = m.checker.getTypeAtLocation(at);
  const isOpen = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
  return isOpen || m.checker.getNonNullableType(type) !== type;
}

/** A variable that may not be initialised yet, and is never written again when it is. */
function isSetOnce(m: MethodContext, node: ts.Expression): boolean {
  const at = skipOuter(node);
  const slot = ts.isIdentifier(at) ? m.bindings.slotOf(at) : undefined;
  return slot !== undefined && slot.checked && !slot.reassigned;
}

/** A read of one temporary of ours, which nobody else writes. */
function isTemporary(m: MethodContext, value: Code): boolean {
  if (value.reads.size !== 1) return false;
  const [slot] = value.reads;
  return slot!.kind === 'temp' && textOf(value) === slot!.name;
}

/** The value cannot change while others are evaluated, and another process comes to the same. */
export function isStable(m: MethodContext, node: ts.Expression): boolean {
  const at = skipOuter(node);
  if (at.kind === ts.SyntaxKind.ThisKeyword || at.kind === ts.SyntaxKind.SuperKeyword) return true;
  if (at.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isLiteralExpression(at) && !ts.isRegularExpressionLiteral(at)) return true;
  if (
    at.kind === ts.SyntaxKind.TrueKeyword ||
    at.kind === ts.SyntaxKind.FalseKeyword ||
    at.kind === ts.SyntaxKind.NullKeyword
  )
    return true;
  if (ts.isArrowFunction(at) || ts.isFunctionExpression(at)) return true;
  if (ts.isIdentifier(at)) return isStableName(m, at);
  return isServicePath(m, at);
}

function isStableName(m: MethodContext, name: ts.Identifier): boolean {
  if (name.text === 'undefined') return true;
  const slot = m.bindings.slotOf(name);
  if (slot) return !slot.checked && (slot.remake !== undefined || (!slot.reassigned && slot.kind !== 'var'));
  let symbol = m.checker.getSymbolAtLocation(name);
  // A name that nothing declares throws when it is read, so it is read when it is its turn.
  if (!symbol) return false;
  if (symbol.flags & ts.SymbolFlags.Alias) symbol = m.checker.getAliasedSymbol(symbol);
  const declaration = symbol.valueDeclaration;
  const isLet =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) === 0;
  const isOwn =
    declaration !== undefined &&
    declaration !== m.method &&
    declaration.pos >= m.method.pos &&
    declaration.end <= m.method.end &&
    declaration.getSourceFile() === m.module.file;
  return !isOwn && (!isLet || declaration.getSourceFile().isDeclarationFile);
}

/** `this.a.b`: rebuilt by the factory in every process, and never written by a workflow. */
export function isServicePath(m: MethodContext, node: ts.Expression): boolean {
  const at = skipOuter(node);
  if (at.kind === ts.SyntaxKind.ThisKeyword) return true;
  if (!ts.isPropertyAccessExpression(at) || at.questionDotToken) return false;
  return isServicePath(m, at.expression);
}

/** A name that is looked up again after the suspension: a module's function, a global, a namespace. */
export function isOutsideName(m: MethodContext, node: ts.Expression): boolean {
  const at = skipOuter(node);
  if (ts.isPropertyAccessExpression(at)) return isOutsideName(m, at.expression);
  return ts.isIdentifier(at) && !m.bindings.slotOf(at) && isStableName(m, at);
}
