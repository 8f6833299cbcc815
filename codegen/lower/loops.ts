/**
 * Loops with a suspension inside.
 *
 * [source]  for (const line of lines) { await ship(line); }
 * [machine] $lines = cursor(lines); head: if (!$lines.next()) → out; line = $lines.value; suspend ship; → head
 *
 * A cursor stands for the iterator: it travels as (reference, position).
 */
import { ts } from 'ts-morph';
import { skipOuter } from '../analyse/durable.ts';
import { isLoweredLoop } from '../analyse/marks.ts';
import { code } from '../ir/code.ts';
import type { Block, Code, Slot } from '../ir/instruction.ts';
import { lowerReference } from './assignments.ts';
import type { MethodContext } from './context.ts';
import { bindPattern, lowerPatternAssignment } from './destructuring.ts';
import { lowerExpression } from './expressions.ts';
import { hold } from './operands.ts';
import { beginSlots, slotsOfPattern } from './scopes.ts';
import { lowerBody, lowerDiscarded, lowerNative, lowerVariables } from './statements.ts';

export function lowerLoop(m: MethodContext, loop: ts.IterationStatement, labels: readonly string[]): void {
  if (ts.isWhileStatement(loop)) return lowerWhile(m, loop, labels);
  if (ts.isDoStatement(loop)) return lowerDo(m, loop, labels);
  if (ts.isForStatement(loop)) return lowerFor(m, loop, labels);
  if (ts.isForOfStatement(loop) || ts.isForInStatement(loop)) return lowerForEach(m, loop, labels);
  throw new Error(`No such loop: ${ts.SyntaxKind[loop.kind]}`);
}

function lowerLoopBody(
  m: MethodContext,
  loop: ts.IterationStatement,
  labels: readonly string[],
  out: Block,
  next: Block,
  step: string,
): void {
  const depth = m.finallys.length;
  m.targets.push({
    statement: loop,
    labels,
    onBreak: { block: out, depth },
    onContinue: { block: next, depth },
    isLabelledBlock: false,
  });
  m.withPath(step, () => lowerBody(m, loop.statement));
  m.targets.pop();
}

function lowerWhile(m: MethodContext, loop: ts.WhileStatement, labels: readonly string[]): void {
  const [head, body, out] = [m.newBlock('while'), m.newBlock('while body'), m.newBlock('end while')];
  m.continueIn(head);
  m.branch(
    m.withPath('while', () => lowerExpression(m, loop.expression)),
    body,
    out,
  );
  m.enter(body);
  lowerLoopBody(m, loop, labels, out, head, 'while');
  m.jump(head);
  m.enter(out);
}

function lowerDo(m: MethodContext, loop: ts.DoStatement, labels: readonly string[]): void {
  const [body, test, out] = [m.newBlock('do'), m.newBlock('do test'), m.newBlock('end do')];
  m.continueIn(body);
  lowerLoopBody(m, loop, labels, out, test, 'do');
  m.continueIn(test);
  m.branch(
    m.withPath('do', () => lowerExpression(m, loop.expression)),
    body,
    out,
  );
  m.enter(out);
}

function lowerFor(m: MethodContext, loop: ts.ForStatement, labels: readonly string[]): void {
  const boxes = lowerForInitialiser(m, loop.initializer);
  const [head, body, next, out] = [
    m.newBlock('for'),
    m.newBlock('for body'),
    m.newBlock('for step'),
    m.newBlock('end for'),
  ];
  copyBoxes(m, boxes);
  m.continueIn(head);
  if (loop.condition)
    m.branch(
      m.withPath('for', () => lowerExpression(m, loop.condition!)),
      body,
      out,
    );
  else m.jump(body);
  m.enter(body);
  lowerLoopBody(m, loop, labels, out, next, 'for');
  m.continueIn(next);
  copyBoxes(m, boxes);
  if (loop.incrementor) m.withPath('for', () => lowerDiscarded(m, loop.incrementor!));
  m.jump(head);
  m.enter(out);
}

/** Returns the boxed variables, which are made anew for each iteration with the value they had. */
function lowerForInitialiser(m: MethodContext, initialiser: ts.ForInitializer | undefined): Slot[] {
  if (!initialiser) return [];
  if (!ts.isVariableDeclarationList(initialiser)) {
    lowerDiscarded(m, initialiser);
    return [];
  }
  const isVar = (initialiser.flags & ts.NodeFlags.BlockScoped) === 0;
  const slots = isVar ? [] : initialiser.declarations.flatMap((d) => slotsOfPattern(m, d.name));
  if (capturesAny(m, initialiser, slots)) lowerBeforeFirstIteration(m, initialiser, slots);
  else {
    beginSlots(m, slots);
    lowerVariables(m, initialiser);
  }
  return slots.filter((slot) => slot.boxed);
}

/**
 * [source]  for (let i = 0, first = () => i; …; i++)
 * [machine] i₀ = { v: 0 }; first₀ = () => i₀.v; i = { v: i₀.v }; first = first₀; …
 * The initialiser has variables of its own, which no iteration changes; its closures keep those.
 */
function lowerBeforeFirstIteration(m: MethodContext, list: ts.VariableDeclarationList, slots: readonly Slot[]): void {
  m.bindings.withOwnCopies(slots, (copies) => {
    beginSlots(m, copies);
    lowerVariables(m, list);
    slots.forEach((slot, index) => {
      const copy = copies[index]!;
      m.set(slot, m.read(copy), true);
      if (copy.remake) slot.remake = copy.remake;
    });
  });
}

function capturesAny(m: MethodContext, list: ts.VariableDeclarationList, slots: readonly Slot[]): boolean {
  const visit = (node: ts.Node, nested: boolean): boolean => {
    if (nested && ts.isIdentifier(node) && slots.includes(m.bindings.slotOf(node)!)) return true;
    const inner = nested || ts.isFunctionLike(node) || ts.isClassLike(node);
    return ts.forEachChild(node, (child) => visit(child, inner) || undefined) === true;
  };
  return visit(list, false);
}

function copyBoxes(m: MethodContext, boxes: readonly Slot[]): void {
  for (const slot of boxes) m.set(slot, m.read(slot), true);
}

function lowerForEach(m: MethodContext, loop: ts.ForOfStatement | ts.ForInStatement, labels: readonly string[]): void {
  const isOf = ts.isForOfStatement(loop);
  if (isOf && loop.awaitModifier) {
    m.refuse(
      loop,
      'HL1401',
      "A 'for await' with a suspension inside would have to keep its iterator in the message.",
      'Collect the items in an activity and loop over the array.',
    );
  }
  if (!isLoweredLoop(loop, m.marks)) {
    return lowerNative(m, loop, new Map([[loop.expression, lowerExpression(m, loop.expression)]]));
  }
  const cursor = m.bindings.temp(isOf ? 'items' : 'keys', 'cursor');
  m.heldNodes.set(cursor, (isOf ? viewOf(m, skipOuter(loop.expression))?.base : undefined) ?? loop.expression);
  m.set(
    cursor,
    isOf
      ? m.standsFor(loop, cursorOver(m, loop))
      : code`${m.module.emitted.support}.keyCursor(${lowerExpression(m, loop.expression)})`,
    true,
  );
  const label = isOf ? 'for of' : 'for in';
  const [head, body, out] = [m.newBlock(label), m.newBlock(`${label} body`), m.newBlock(`end ${label}`)];
  m.continueIn(head);
  m.branch(code`${m.read(cursor)}.next()`, body, out);
  m.enter(body);
  m.withPath('for', () => bindItem(m, loop.initializer, code`${m.read(cursor)}.value`));
  lowerLoopBody(m, loop, labels, out, head, 'for');
  m.jump(head);
  m.enter(out);
}

function bindItem(m: MethodContext, initialiser: ts.ForInitializer, item: Code): void {
  if (ts.isVariableDeclarationList(initialiser)) {
    const name = initialiser.declarations[0]!.name;
    if (initialiser.flags & ts.NodeFlags.BlockScoped) beginSlots(m, slotsOfPattern(m, name));
    return bindPattern(m, name, item);
  }
  const target = skipOuter(initialiser);
  // The item is taken before the target is evaluated, and does not wait in the cursor.
  if (m.marks.has(target)) item = hold(m, item, 'item');
  if (ts.isArrayLiteralExpression(target) || ts.isObjectLiteralExpression(target))
    m.native(lowerPatternAssignment(m, target, item));
  else m.native(lowerReference(m, target, false, false).write(item));
}

/** What a loop may go over: the cursor decides at run time, the compiler refuses what it can see. */
function cursorOver(m: MethodContext, loop: ts.ForOfStatement): Code {
  const expression = skipOuter(loop.expression);
  const view = viewOf(m, expression);
  if (view) return code`${m.module.emitted.support}.cursor(${lowerExpression(m, view.base)}, '${view.kind}')`;
  requireWalkable(m, loop.expression, m.checker.getTypeAtLocation(loop.expression));
  return code`${m.module.emitted.support}.cursor(${lowerExpression(m, loop.expression)})`;
}

/** `xs.entries()`, `map.keys()`: the iterator is not made; the cursor stands for it. */
function viewOf(m: MethodContext, expression: ts.Expression): { base: ts.Expression; kind: string } | undefined {
  if (!ts.isCallExpression(expression) || expression.arguments.length > 0) return undefined;
  const callee = skipOuter(expression.expression);
  if (
    !ts.isPropertyAccessExpression(callee) ||
    callee.questionDotToken ||
    !/^(entries|keys|values)$/.test(callee.name.text)
  )
    return undefined;
  const type = m.checker.getTypeAtLocation(callee.expression);
  return isWalkable(m, type) && !(type.flags & ts.TypeFlags.StringLike)
    ? { base: callee.expression, kind: callee.name.text }
    : undefined;
}

const walkable = /^(Readonly)?(Array|Map|Set)$|^(Int|Uint|Float|BigInt|BigUint)\d+(Clamped)?Array$/;

function isWalkable(m: MethodContext, type: ts.Type): boolean {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
  if (type.flags & ts.TypeFlags.StringLike) return true;
  if (type.isUnion()) return type.types.every((t) => isWalkable(m, t));
  if (type.flags & ts.TypeFlags.TypeParameter)
    return isWalkable(m, m.checker.getBaseConstraintOfType(type) ?? m.checker.getAnyType());
  if (type.isIntersection()) return type.types.some((t) => isWalkable(m, t));
  return m.checker.isArrayLikeType(type) || walkable.test(type.getSymbol()?.name ?? '');
}

function requireWalkable(m: MethodContext, node: ts.Expression, type: ts.Type): void {
  if (isWalkable(m, type)) return;
  m.refuse(
    node,
    'HL1402',
    `This loop has a suspension inside and goes over '${m.checker.typeToString(type)}', whose iterator cannot travel in a message.`,
    `Collect it first: [...${node.getText()}].`,
  );
}
