/**
 * What lives across a suspension must be able to travel. Services and closures are made again instead; everything else
 * is judged by its type, and a refusal shows where it is declared, suspended and used again.
 */
import { ts } from 'ts-morph';
import { analyseLiveness } from '../analyse/liveness.ts';
import type { SerialCheck } from '../analyse/serialisable.ts';
import type { MachineIr, Slot, Suspension } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { dropUnfitRemakes, remakeServices } from './remake.ts';

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
      const verdict = ts.isClassDeclaration(declared.parent)
        ? ({ kind: 'unsafe', path: '', reason: 'a class' } as const)
        : serial.judge(m.checker.getTypeAtLocation(declared));
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
  visit(m.method.body);
  return found ?? earliest;
}
