/** Entering a lowered scope: boxes are made, checked variables become unset, function declarations are hoisted. */
import { ts } from 'ts-morph';
import { identifiersIn } from '../analyse/bind.ts';
import { skipOuter } from '../analyse/expressions.ts';
import { plain } from '../ir/code.ts';
import type { Slot } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { render } from './render.ts';

/** Begins the life of the variables that these statements declare. */
export function openScope(m: MethodContext, statements: readonly ts.Statement[]): void {
  const slots = statements.flatMap((statement) => declaredSlots(m, statement));
  beginSlots(m, slots);
  for (const statement of statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name && statement.body && !isLifted(m, statement))
      hoist(m, statement);
  }
}

export function beginSlots(m: MethodContext, slots: readonly Slot[]): void {
  for (const slot of slots) {
    const initial = slot.checked ? `${m.module.emitted.support}.unset` : 'undefined';
    if (slot.boxed || slot.checked) m.set(slot, plain(initial), true);
  }
}

export function slotsOfPattern(m: MethodContext, name: ts.BindingName): Slot[] {
  return identifiersIn(name).map((id) => m.bindings.slotDeclaredBy(id));
}

function declaredSlots(m: MethodContext, statement: ts.Statement): Slot[] {
  if (ts.isVariableStatement(statement) && statement.declarationList.flags & ts.NodeFlags.BlockScoped) {
    return statement.declarationList.declarations.flatMap((d) => (isLifted(m, d) ? [] : slotsOfPattern(m, d.name)));
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement);
  return isNamed && statement.name && m.bindings.isSlot(statement.name)
    ? [m.bindings.slotDeclaredBy(statement.name)]
    : [];
}

/** It has a machine of its own, and nobody holds it: there is nothing to declare. */
export function isLifted(m: MethodContext, declaration: ts.VariableDeclaration | ts.FunctionDeclaration): boolean {
  const made = ts.isFunctionDeclaration(declaration) ? declaration : declaration.initializer;
  const { locals } = m.module.durables;
  return made !== undefined && locals.isLifted(ts.isExpression(made) ? skipOuter(made) : made);
}

function hoist(m: MethodContext, declaration: ts.FunctionDeclaration): void {
  const slot = m.bindings.slotDeclaredBy(declaration.name!);
  const made = render(m, declaration);
  if (!slot.reassigned) slot.remake = made;
  m.set(slot, made);
}
