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
import { serviceAlias } from './suspension.ts';

export function checkTravellers(m: MethodContext, machine: MachineIr, serial: SerialCheck): void {
  remakeServices(m, serial);
  dropUnfitRemakes(m);
  analyseLiveness(machine);
  const reported = new Set<Slot>();
  for (const suspension of machine.suspensions) {
    for (const slot of suspension.live) {
      if (slot.remake || reported.has(slot)) continue;
      const declared = m.bindings.declarations.get(slot);
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
  const path =
    verdict.path === ''
      ? slot.sourceName
      : verdict.path.startsWith('[') || verdict.path.startsWith('<')
        ? slot.sourceName + verdict.path
        : `${slot.sourceName}.${verdict.path}`;
  const used = firstUseAfter(m, slot, suspension.at);
  m.reportAt(
    declared,
    'HL2001',
    `'${slot.sourceName}' would have to travel in the message across '${suspension.label}', but '${path}' is ${verdict.reason}.`,
    [
      { at: declared, label: 'declared here' },
      { at: suspension.at, label: 'suspended here' },
      ...(used ? [{ at: used, label: 'used here after resuming' }] : []),
    ],
    'Take out what is needed before the suspension, or make it again after it.',
  );
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
    if (service && serial.judge(m.checker.getTypeAtLocation(service)).kind === 'unsafe')
      slot.remake = render(m, service);
  }
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
