/**
 * Which nodes of a method contain a suspension. What has no mark is emitted as written: native loops, try and closures
 * stay native. Nested functions are not entered; a durable call in one is refused elsewhere (misuse.ts).
 */
import { ts } from 'ts-morph';
import { skipOuter, type DurableCall, type Durables } from './durable.ts';

export interface Marks {
  has(node: ts.Node): boolean;
  /** The durable call that this node (an `await`, or a `return` of a bare call) suspends at. */
  /** A durable call that becomes a branch of a group. */
  isBranch(call: ts.CallExpression): boolean;
  suspensionAt(node: ts.Node): { call: ts.CallExpression; durable: DurableCall } | undefined;
}

const suspending: ReadonlySet<DurableCall['kind']> = new Set(['timer', 'activity', 'helper', 'choice', 'group']);

export function isSuspension(call: DurableCall | undefined): call is DurableCall {
  return call !== undefined && suspending.has(call.kind);
}

export function markSuspensions(body: ts.Node, durables: Durables): Marks {
  const marked = new Set<ts.Node>();
  const branches = new Set<ts.CallExpression>();
  const suspensions = new Map<ts.Node, { call: ts.CallExpression; durable: DurableCall }>();
  const visit = (node: ts.Node): boolean => {
    if (node !== body && (ts.isFunctionLike(node) || isPropertyInitialiserOfClass(node))) return visitName(node);
    let has = suspensions.has(node) || overridesCompletion(node);
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
        if (durable.kind === 'group') for (const site of durable.sites) branches.add(site);
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
  // The body of an arrow that is an expression is returned.
  for (const call of ts.isBlock(body) ? [] : tailCalls(body as ts.Expression)) {
    const durable = durables.classify(call);
    if (!isSuspension(durable)) continue;
    suspensions.set(call, { call, durable });
    if (durable.kind === 'group') for (const site of durable.sites) branches.add(site);
  }
  visit(body);
  return {
    has: (node) => marked.has(node),
    isBranch: (call) => branches.has(call),
    suspensionAt: (node) => suspensions.get(node),
  };
}

/** Calls whose value is the value of the expression. */
export function tailCalls(expression: ts.Expression): ts.CallExpression[] {
  return tailsOf(expression).filter(ts.isCallExpression);
}

/** What the value of the expression may be: branches of `?:`, both sides of `&&` `||` `??`, the right side of `,`. */
export function valuesOf(expression: ts.Expression): ts.Expression[] {
  const at = skipOuter(expression);
  if (ts.isConditionalExpression(at)) return [...valuesOf(at.whenTrue), ...valuesOf(at.whenFalse)];
  if (!ts.isBinaryExpression(at) || !passing.has(at.operatorToken.kind)) return [at];
  const isComma = at.operatorToken.kind === ts.SyntaxKind.CommaToken;
  return isComma ? valuesOf(at.right) : [...valuesOf(at.left), ...valuesOf(at.right)];
}

const passing: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** As {@link valuesOf}, but for left sides: there a suspension stops in the middle. */
function tailsOf(expression: ts.Expression): ts.Expression[] {
  const at = skipOuter(expression);
  if (ts.isConditionalExpression(at)) return [...tailsOf(at.whenTrue), ...tailsOf(at.whenFalse)];
  return ts.isBinaryExpression(at) && passing.has(at.operatorToken.kind) ? tailsOf(at.right) : [at];
}

/**
 * `finally { for (;;) { try { return 2; } finally { break; } } }` cancels a jump while another is pending outside. Native
 * jumps out share one place for where they go; taken apart, each has its own.
 */
function overridesCompletion(node: ts.Node): boolean {
  if (!ts.isTryStatement(node) || !node.finallyBlock) return false;
  return holds(
    node.finallyBlock,
    (inner) => ts.isTryStatement(inner) && inner.finallyBlock !== undefined && holds(inner.finallyBlock, isAbrupt),
  );
}

function isAbrupt(node: ts.Node): boolean {
  return ts.isReturnStatement(node) || ts.isBreakOrContinueStatement(node);
}

function holds(within: ts.Node, test: (node: ts.Node) => boolean): boolean {
  if (ts.isFunctionLike(within) || ts.isClassLike(within)) return false;
  return test(within) || ts.forEachChild(within, (child) => holds(child, test) || undefined) === true;
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
