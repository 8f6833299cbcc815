/**
 * What lives across a suspension must be able to travel. Services and closures are made again instead; everything else
 * is judged by its type, and a refusal shows where it is declared, suspended and used again.
 */
import { ts } from 'ts-morph';
import { skipOuter } from '../analyse/durable.ts';
import { analyseLiveness } from '../analyse/liveness.ts';
import type { SerialCheck } from '../analyse/serialisable.ts';
import type { MachineIr, Slot, Suspension } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { render } from './render.ts';
import { isStable } from './operands.ts';
import { serviceAlias } from './suspension.ts';

export function checkTravellers(m: MethodContext, machine: MachineIr, serial: SerialCheck): void {
  remakeServices(m, serial);
  dropUnfitRemakes(m);
  analyseLiveness(machine);
  const reported = new Set<Slot>();
  for (const suspension of machine.suspensions) {
    for (const slot of suspension.live) {
      if (slot.remake || reported.has(slot)) continue;
      const declared = m.bindings.declarations.get(slot) ?? m.heldNodes.get(slot);
      if (!declared) continue;
      const verdict = serial.judge(m.checker.getTypeAtLocation(declared));
      if (verdict.kind !== 'unsafe') continue;
      reported.add(slot);
      refuseTraveller(m, slot, declared, suspension, verdict);
    }
  }
}

function refuseTraveller(
  m: MethodContext,
  slot: Slot,
  declared: ts.Node,
  suspension: Suspension,
  verdict: { path: string; reason: string },
): void {
  const name = m.heldNodes.get(slot)?.getText() ?? slot.sourceName;
  const used = firstUseAfter(m, slot, suspension.at);
  m.reportAt(
    declared,
    'HL2001',
    `'${name}' would have to travel in the message across '${suspension.label}', but '${pathFrom(name, verdict.path)}' is ${verdict.reason}.`,
    [
      { at: declared, label: m.heldNodes.has(slot) ? 'evaluated here' : 'declared here' },
      { at: suspension.at, label: 'suspended here' },
      ...(used ? [{ at: used, label: 'used here after resuming' }] : []),
    ],
    'Take out what is needed before the suspension, or make it again after it.',
  );
}

function pathFrom(name: string, path: string): string {
  return path === '' ? name : /^[[<]/.test(path) ? name + path : `${name}.${path}`;
}

function firstUseAfter(m: MethodContext, slot: Slot, at: number): ts.Node | undefined {
  let found: ts.Node | undefined;
  let earliest: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node !== m.bindings.declarations.get(slot) && m.bindings.slotOf(node) === slot) {
      earliest ??= node;
      if (!found && node.getStart() > at) found = node;
    }
    ts.forEachChild(node, visit);
  };
  visit(m.method.body!);
  return found ?? earliest;
}

/** `const billing = this.billing` is found again from the instance where it cannot travel. */
function remakeServices(m: MethodContext, serial: SerialCheck): void {
  for (const [slot, name] of m.bindings.declarations) {
    if (slot.reassigned || slot.remake) continue;
    const service = serviceAlias(m, name);
    const made = service ?? functionTable(m, slot, name);
    if (made && serial.judge(m.checker.getTypeAtLocation(made)).kind === 'unsafe') slot.remake = render(m, made);
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
      only &&=
        isAccess && access.expression === node && !isMemberWritten(node) && !ts.isDeleteExpression(access.parent);
    }
    ts.forEachChild(node, visit);
  };
  visit(m.method.body!);
  return only;
}

/** A function that carries state of its own (`f.count = 1`), or a class with statics that are written, is not made again. */
function dropUnfitRemakes(m: MethodContext): void {
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const slot = m.bindings.slotOf(node);
      if (slot?.remake && isMemberWritten(node)) delete slot.remake;
    }
    ts.forEachChild(node, visit);
  };
  visit(m.method.body!);
}

function isMemberWritten(id: ts.Identifier): boolean {
  const access = id.parent;
  if (!(ts.isPropertyAccessExpression(access) || ts.isElementAccessExpression(access)) || access.expression !== id)
    return false;
  const parent = access.parent;
  if (ts.isBinaryExpression(parent)) {
    return (
      skipOuter(parent.left) === access &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  }
  return ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent);
}
