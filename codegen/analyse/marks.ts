/**
 * Which nodes of a method contain a suspension. What has no mark is emitted as written: native loops, try and closures
 * stay native. Nested functions are not entered; a durable call in one is refused elsewhere (misuse.ts).
 */
import { ts } from 'ts-morph';
import { skipOuter, type DurableCall, type Durables } from './durable.ts';

export interface Marks {
  has(node: ts.Node): boolean;
  /** The durable call that this node (an `await`, or a `return` of a bare call) suspends at. */
  suspensionAt(node: ts.Node): { call: ts.CallExpression; durable: DurableCall } | undefined;
}

const suspending: ReadonlySet<DurableCall['kind']> = new Set(['timer', 'activity', 'helper', 'choice']);

export function isSuspension(call: DurableCall | undefined): call is DurableCall {
  return call !== undefined && suspending.has(call.kind);
}

export function markSuspensions(body: ts.Node, durables: Durables): Marks {
  const marked = new Set<ts.Node>();
  const suspensions = new Map<ts.Node, { call: ts.CallExpression; durable: DurableCall }>();
  const visit = (node: ts.Node): boolean => {
    if (node !== body && (ts.isFunctionLike(node) || isPropertyInitialiserOfClass(node))) return visitName(node);
    let has = suspensions.has(node);
    const operand = ts.isAwaitExpression(node)
      ? node.expression
      : ts.isReturnStatement(node) && node.expression && !insideTry(node, body)
        ? node.expression
        : undefined;
    const call = operand && skipOuter(operand);
    if (call && ts.isCallExpression(call)) {
      const durable = durables.classify(call);
      if (isSuspension(durable)) {
        suspensions.set(node, { call, durable });
        has = true;
      }
      if (durable?.kind === 'inline') return false;
    } else if (call) {
      // `await (paid ? this.ship(x) : this.refund(x))`: the call that is chosen is the one awaited.
      for (const tail of tailCalls(call)) {
        const durable = durables.classify(tail);
        if (isSuspension(durable)) suspensions.set(tail, { call: tail, durable });
      }
    }
    ts.forEachChild(node, (child) => {
      if (visit(child)) has = true;
    });
    if (has) marked.add(node);
    return has;
  };
  // A computed name is evaluated where the object or class is made.
  const visitName = (node: ts.Node): boolean => {
    const name = computedNameOf(node);
    if (!name || !visit(name)) return false;
    marked.add(node);
    return true;
  };
  visit(body);
  return { has: (node) => marked.has(node), suspensionAt: (node) => suspensions.get(node) };
}

/** Calls whose value is the value of the expression: branches of `?:`, right sides of `,` `&&` `||` `??`. */
export function tailCalls(expression: ts.Expression): ts.CallExpression[] {
  const at = skipOuter(expression);
  if (ts.isCallExpression(at)) return [at];
  if (ts.isConditionalExpression(at)) return [...tailCalls(at.whenTrue), ...tailCalls(at.whenFalse)];
  if (!ts.isBinaryExpression(at)) return [];
  const passes = [
    ts.SyntaxKind.CommaToken,
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
  ];
  return passes.includes(at.operatorToken.kind) ? tailCalls(at.right) : [];
}

export function computedNameOf(node: ts.Node): ts.ComputedPropertyName | undefined {
  const name = (ts.isFunctionLike(node) || ts.isPropertyDeclaration(node)) && node.name;
  return name && ts.isComputedPropertyName(name) ? name : undefined;
}

function isPropertyInitialiserOfClass(node: ts.Node): boolean {
  return ts.isPropertyDeclaration(node) || ts.isClassStaticBlockDeclaration(node);
}

/** `return f()` inside a try differs from `return await f()`: the local catch does not see its rejection. */
export function insideTry(node: ts.Node, body: ts.Node): boolean {
  for (let at = node.parent; at && at !== body; at = at.parent) {
    if (ts.isTryStatement(at)) return true;
  }
  return false;
}

/** A loop is taken apart only if something inside it repeats a suspension; `for (const x of await f())` is not. */
export function isLoweredLoop(loop: ts.IterationStatement, marks: Marks): boolean {
  if (ts.isForOfStatement(loop) || ts.isForInStatement(loop))
    return marks.has(loop.statement) || marks.has(loop.initializer);
  return marks.has(loop);
}
