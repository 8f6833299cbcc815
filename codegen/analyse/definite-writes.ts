/** Slots that a native piece always writes when it completes normally: they need not live before it. */
import { ts } from 'ts-morph';
import type { Slot } from '../ir/instruction.ts';
import type { Bindings } from './bind.ts';
import { skipOuter } from './durable.ts';

export function definiteWrites(node: ts.Node, bindings: Bindings): Set<Slot> {
  if (ts.isExpressionStatement(node)) return definiteWrites(node.expression, bindings);
  if (ts.isBlock(node)) return union(node.statements.map((s) => definiteWrites(s, bindings)));
  if (ts.isIfStatement(node)) {
    if (!node.elseStatement) return definiteWrites(node.expression, bindings);
    return union([
      definiteWrites(node.expression, bindings),
      both(definiteWrites(node.thenStatement, bindings), definiteWrites(node.elseStatement, bindings)),
    ]);
  }
  if (ts.isVariableStatement(node)) {
    return union(
      node.declarationList.declarations.map((d) =>
        d.initializer && ts.isIdentifier(d.name) ? target(d.name, bindings) : new Set<Slot>(),
      ),
    );
  }
  if (!ts.isExpression(node)) return new Set();
  const at = skipOuter(node);
  if (!ts.isBinaryExpression(at)) return new Set();
  if (at.operatorToken.kind === ts.SyntaxKind.CommaToken)
    return union([definiteWrites(at.left, bindings), definiteWrites(at.right, bindings)]);
  if (at.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return new Set();
  return union([target(at.left, bindings), definiteWrites(at.right, bindings)]);
}

function target(node: ts.Expression, bindings: Bindings): Set<Slot> {
  const at = skipOuter(node);
  const slot = ts.isIdentifier(at) ? bindings.slotOf(at) : undefined;
  return new Set(slot && !slot.boxed ? [slot] : []);
}

function union(sets: readonly Set<Slot>[]): Set<Slot> {
  return new Set(sets.flatMap((set) => [...set]));
}

function both(a: Set<Slot>, b: Set<Slot>): Set<Slot> {
  return new Set([...a].filter((slot) => b.has(slot)));
}
