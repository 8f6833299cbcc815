/**
 * What is made again on resuming instead of travelling: closures, local classes and enums, aliases of services, tables of
 * functions. Making it again must be unseen.
 *
 * Invariants
 * 1. Making it runs no code of the user: creating a function or a class without static state can be seen by nobody.
 * 2. It holds nothing that was written after it was made: no property of a function, no static of a class.
 * 3. What it captures is restored first, in the boxes that the others capture too.
 */
import { ts } from 'ts-morph';
import { isWritten } from '../analyse/bind.ts';
import { outermost, skipOuter } from '../analyse/durable.ts';
import { isErrorType, type SerialCheck } from '../analyse/serialisable.ts';
import type { Code, Slot } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { isOutsideName, isStable } from './operands.ts';
import { render } from './render.ts';
import { isFoundAgain, serviceAlias } from './places.ts';

/** Invariant 1, for the node that makes it. */
export function canBeMadeAgain(m: MethodContext, made: ts.Node): boolean {
  if (keepsState(m, made)) return false;
  if (ts.isArrowFunction(made) || ts.isFunctionExpression(made) || ts.isFunctionDeclaration(made)) return true;
  if (ts.isEnumDeclaration(made)) return made.members.every(({ initializer }) => !initializer || isFixed(initializer));
  return ts.isClassLike(made) && isPassiveClass(m, made);
}

function isFixed(initialiser: ts.Expression): boolean {
  const at = skipOuter(initialiser);
  if (ts.isPrefixUnaryExpression(at)) return isFixed(at.operand);
  if (ts.isBinaryExpression(at)) return isFixed(at.left) && isFixed(at.right);
  return ts.isStringLiteralLike(at) || ts.isNumericLiteral(at);
}

/** Its definition evaluates nothing, and it keeps no state. */
function isPassiveClass(m: MethodContext, made: ts.ClassLikeDeclaration): boolean {
  if (ts.getDecorators(made)?.length) return false;
  const base = made.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
  if (base && !isSteadyBase(m, skipOuter(base))) return false;
  return made.members.every((member) => {
    if (ts.canHaveDecorators(member) && ts.getDecorators(member)?.length) return false;
    if (ts.isClassStaticBlockDeclaration(member)) return false;
    if (member.name && ts.isComputedPropertyName(member.name) && !isFixed(member.name.expression)) return false;
    const isStatic = hasStatic(member);
    if (!isStatic) return true;
    if (ts.isPropertyDeclaration(member)) return !member.initializer || isFixed(member.initializer);
    return (ts.isMethodDeclaration(member) || ts.isAccessor(member)) && !writesThis(m, member);
  });
}

/** An error class of the method would not be recognised after the hop: what was thrown before is revived as its base. */
function isSteadyBase(m: MethodContext, base: ts.Expression): boolean {
  const type = m.checker.getTypeAtLocation(base);
  const isError = type.getConstructSignatures().some((made) => isErrorType(made.getReturnType()));
  if (isError) return false;
  const slot = ts.isIdentifier(base) ? m.bindings.slotOf(base) : undefined;
  return slot ? slot.remake !== undefined : isOutsideName(m, base);
}

function hasStatic(member: ts.Node): boolean {
  return (
    ts.canHaveModifiers(member) &&
    ts.getModifiers(member)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true
  );
}

function writesThis(m: MethodContext, member: ts.Node): boolean {
  const visit = (node: ts.Node): boolean => {
    if (node.kind === ts.SyntaxKind.ThisKeyword && isStateOf(m, node as ts.Expression)) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  return visit(member);
}

/** `const billing = this.billing` is found again from the instance where it cannot travel. */
export function remakeServices(m: MethodContext, serial: SerialCheck): void {
  for (const [slot, name] of m.bindings.declarations) {
    if (slot.reassigned || slot.remake) continue;
    const service = serviceAlias(m, name);
    const table = service ? undefined : functionTable(m, slot, name);
    if (service && isFoundAgain(service, serial)) slot.remake = service.place;
    if (table && serial.judge(m.checker.getTypeAtLocation(table)).kind === 'unsafe') slot.remake = render(m, table);
  }
}

/** `const by = { card: (x) => …, cash: payCash }`: a constant that is only looked up in holds the same when it is made again. */
function functionTable(m: MethodContext, slot: Slot, name: ts.Node): ts.Expression | undefined {
  const declaration = name.parent;
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer || declaration.name !== name) return undefined;
  const table = skipOuter(declaration.initializer);
  if (!ts.isObjectLiteralExpression(table) || m.marks.has(table)) return undefined;
  const isFixed = table.properties.every((property) => isFixedProperty(m, property)) && !usesOwnThis(table);
  return isFixed && isOnlyLookedUp(m, slot) ? table : undefined;
}

function isFixedProperty(m: MethodContext, property: ts.ObjectLiteralElementLike): boolean {
  if (property.name && ts.isComputedPropertyName(property.name)) return false;
  if (ts.isShorthandPropertyAssignment(property)) return isStable(m, property.name);
  if (ts.isPropertyAssignment(property)) return isStable(m, property.initializer);
  return ts.isMethodDeclaration(property);
}

/** A method that uses `this` may keep state in the table. */
function usesOwnThis(table: ts.ObjectLiteralExpression): boolean {
  const visit = (node: ts.Node, own: boolean): boolean => {
    if (own && node.kind === ts.SyntaxKind.ThisKeyword) return true;
    const inner = own || (ts.isFunctionLike(node) && !ts.isArrowFunction(node));
    return ts.forEachChild(node, (child) => visit(child, inner) || undefined) === true;
  };
  return visit(table, false);
}

function isOnlyLookedUp(m: MethodContext, slot: Slot): boolean {
  let only = true;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node !== m.bindings.declarations.get(slot) && m.bindings.slotOf(node) === slot) {
      const access = node.parent;
      const isAccess = ts.isPropertyAccessExpression(access) || ts.isElementAccessExpression(access);
      only &&= isAccess && access.expression === node && !isPlaceWritten(access);
    }
    ts.forEachChild(node, visit);
  };
  visit(m.method.body);
  return only;
}

/**
 * What is given its function by an assignment, or by a `var`, may be read while it has none: then it also travels whether it
 * has one. It may outlive an iteration whose box the function holds: then it is not made again. True where that was so.
 */
export function remakeLate(m: MethodContext, early: ReadonlySet<Slot>): boolean {
  let dropped = false;
  for (const slot of m.bindings.slots) {
    if (slot.kind === 'var' && early.has(slot)) slot.late = true;
    if (!slot.remake || !(slot.late || slot.kind === 'var')) continue;
    if ([...slot.remake.reads].every((read) => !read.boxed || m.bindings.livesWithin(slot, read))) continue;
    delete slot.remake;
    dropped = true;
  }
  return dropped;
}

/** [source] let f; … f = () => 1; in one place only. */
export function remakeAssigned(m: MethodContext, slot: Slot, given: ts.Expression, value: Code): void {
  if (!slot.givenOnce || slot.checked || !canBeMadeAgain(m, given)) return;
  slot.remake = value;
  slot.late = true;
}

/** Invariant 2: `f.count = 1`, `Object.assign(f, …)`, `Shape.made += 1`. */
export function dropUnfitRemakes(m: MethodContext): void {
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const slot = m.bindings.slotOf(node);
      if (slot?.remake && (isStateOf(m, node) || isKeptElsewhere(m, node))) delete slot.remake;
    }
    ts.forEachChild(node, visit);
  };
  visit(m.method.body);
}

/** `const g = f` and a write to `g`: the function has a second name. */
function isKeptElsewhere(m: MethodContext, node: ts.Identifier): boolean {
  const at = outermost(node);
  const user = at.parent;
  const isAlias = ts.isVariableDeclaration(user) && user.initializer === at && ts.isIdentifier(user.name);
  if (!isAlias) return false;
  const alias = m.bindings.symbolOf(user.name);
  let written = false;
  const visit = (each: ts.Node): void => {
    if (ts.isIdentifier(each) && each !== user.name && m.bindings.symbolOf(each) === alias)
      written ||= isStateOf(m, each) || isKeptElsewhere(m, each);
    ts.forEachChild(each, visit);
  };
  visit(m.method.body);
  return written;
}

/** A function or class that writes to itself by the name that only it knows. */
function keepsState(m: MethodContext, made: ts.Node): boolean {
  const name = (ts.isFunctionExpression(made) || ts.isClassLike(made)) && made.name;
  const own = name && m.checker.getSymbolAtLocation(name);
  const visit = (node: ts.Node): boolean => {
    if (own && ts.isIdentifier(node) && node !== name && m.bindings.symbolOf(node) === own && isStateOf(m, node))
      return true;
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'constructor' && isStateOf(m, node)) return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) === true;
  };
  return visit(made);
}

/** State is put on what the expression names: a member is written or deleted, or what writes to its argument is given it. */
function isStateOf(m: MethodContext, named: ts.Expression): boolean {
  const at = outermost(named);
  const user = at.parent;
  // `f.count = 1`, `by.card.count = 1`, `Box.prototype.size = …`.
  if ((ts.isPropertyAccessExpression(user) || ts.isElementAccessExpression(user)) && user.expression === at)
    return isPlaceWritten(user) || isStateOf(m, user);
  if (!ts.isCallExpression(user) || user.expression === at) return false;
  const isWritten =
    user.arguments[0] === at &&
    /^(Object|Reflect)\.(assign|define|set|freeze|seal|preventExtensions|deleteProperty)/.test(
      user.expression.getText(),
    );
  return isWritten || m.module.writes.writtenThroughArgument(user, user.arguments.indexOf(at)) !== undefined;
}

function isPlaceWritten(place: ts.Expression): boolean {
  const at = outermost(place);
  return ts.isDeleteExpression(at.parent) || isWritten(at);
}
