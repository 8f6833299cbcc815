/**
 * Statements. One without a suspension is emitted as written; one with a suspension is taken apart into blocks.
 */
import { ts } from 'ts-morph';
import { definiteWrites } from '../analyse/definite-writes.ts';
import { skipOuter } from '../analyse/durable.ts';
import { code, CodeBuilder, plain } from '../ir/code.ts';
import type { Code } from '../ir/instruction.ts';
import { completion, type MethodContext } from './context.ts';
import { bindPattern } from './destructuring.ts';
import { assign, lowerExpression } from './expressions.ts';
import { lowerLoop } from './loops.ts';
import { canBeMadeAgain } from './remake.ts';
import { render } from './render.ts';
import { isLifted, openScope } from './scopes.ts';
import { lowerSuspension } from './suspension.ts';
import { lowerSwitch } from './switch.ts';
import { lowerTry } from './try.ts';

/** A list of statements with a scope of its own. */
export function lowerStatements(m: MethodContext, statements: readonly ts.Statement[]): void {
  openScope(m, statements);
  for (const statement of statements) lowerStatement(m, statement);
}

/** The body of an `if` or a loop: taken apart only where it must be. */
export function lowerBody(m: MethodContext, statement: ts.Statement): void {
  if (ts.isBlock(statement) && m.marks.has(statement)) lowerStatements(m, statement.statements);
  else lowerStatement(m, statement);
}

export function lowerStatement(m: MethodContext, statement: ts.Statement, labels: readonly string[] = []): void {
  if (ts.isVariableStatement(statement)) return lowerVariables(m, statement.declarationList);
  if (ts.isReturnStatement(statement)) return lowerReturn(m, statement);
  if (ts.isExpressionStatement(statement)) return lowerDiscarded(m, statement.expression);
  if (ts.isBreakOrContinueStatement(statement)) return lowerJump(m, statement);
  if (ts.isThrowStatement(statement)) return lowerThrow(m, statement);
  if (ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) return lowerNamedDeclaration(m, statement);
  if (isErased(statement) || ts.isFunctionDeclaration(statement)) return;
  if (!m.marks.has(statement)) return lowerNative(m, statement);
  if (ts.isBlock(statement)) return lowerStatements(m, statement.statements);
  if (ts.isIfStatement(statement)) return lowerIf(m, statement);
  if (ts.isIterationStatement(statement, false)) return lowerLoop(m, statement, labels);
  if (ts.isSwitchStatement(statement)) return lowerSwitch(m, statement, labels);
  if (ts.isTryStatement(statement)) return lowerTry(m, statement);
  if (ts.isLabeledStatement(statement)) return lowerLabelled(m, statement, labels);
  m.refuse(
    statement,
    'HL1004',
    `A suspension inside this statement (${ts.SyntaxKind[statement.kind]}) is not supported.`,
    'Take the object into a constant and name it: const it = await …; it.x.',
  );
}

/** Types leave nothing behind. */
function isErased(statement: ts.Statement): boolean {
  return ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isEmptyStatement(statement);
}

export function lowerNative(m: MethodContext, statement: ts.Statement, overrides?: ReadonlyMap<ts.Node, Code>): void {
  const builder = new CodeBuilder().append(render(m, statement, overrides));
  for (const slot of definiteWrites(statement, m.bindings)) builder.writes.add(slot);
  // A source without semicolons must not run into what follows.
  if (!endsItself(statement)) builder.text(';');
  m.add({ kind: 'native', code: builder.build() });
}

function endsItself(statement: ts.Statement): boolean {
  if (statement.getText().endsWith(';')) return true;
  if (ts.isIfStatement(statement)) return endsItself(statement.elseStatement ?? statement.thenStatement);
  if (ts.isLabeledStatement(statement) || (ts.isIterationStatement(statement, false) && !ts.isDoStatement(statement)))
    return endsItself(statement.statement);
  return ts.isBlock(statement) || ts.isTryStatement(statement) || ts.isSwitchStatement(statement);
}

export function lowerVariables(m: MethodContext, list: ts.VariableDeclarationList): void {
  const isUsing = (list.flags & ts.NodeFlags.BlockScoped & ~(ts.NodeFlags.Let | ts.NodeFlags.Const)) !== 0;
  if (isUsing) {
    m.refuse(
      list,
      'HL1005',
      "A 'using' declaration beside a suspension would have to keep its resource across the message.",
      'Use it in a block of its own without suspensions, or in an activity.',
    );
  }
  const isVar = (list.flags & ts.NodeFlags.BlockScoped) === 0;
  for (const declaration of list.declarations) {
    if (isLifted(m, declaration)) continue;
    if (declaration.initializer) lowerInitialised(m, declaration, declaration.initializer);
    else if (!isVar && ts.isIdentifier(declaration.name))
      m.set(m.bindings.slotDeclaredBy(declaration.name), plain('undefined'));
  }
}

function lowerInitialised(m: MethodContext, declaration: ts.VariableDeclaration, initialiser: ts.Expression): void {
  if (!ts.isIdentifier(declaration.name)) return bindPattern(m, declaration.name, lowerExpression(m, initialiser));
  const slot = m.bindings.catchVariableFor(declaration.name) ?? m.bindings.slotDeclaredBy(declaration.name);
  if (m.marks.has(initialiser)) return assign(m, slot, skipOuter(initialiser), false);
  const value = render(m, initialiser);
  if (!slot.reassigned && canBeMadeAgain(m, skipOuter(initialiser))) slot.remake = value;
  m.set(slot, value);
}

function lowerNamedDeclaration(m: MethodContext, declaration: ts.ClassDeclaration | ts.EnumDeclaration): void {
  if (!declaration.name) return;
  if (m.marks.has(declaration)) {
    m.refuse(
      declaration,
      'HL1001',
      'An await inside a class declaration is not supported.',
      'Await into a constant before the class.',
    );
  }
  const parts = m.checker.getSymbolAtLocation(declaration.name)?.declarations ?? [];
  if (parts.length > 1) {
    m.refuse(
      declaration,
      'HL1004',
      `'${declaration.name.text}' is declared in ${parts.length} parts beside a suspension.`,
      'Write it in one part, or declare it in the module.',
    );
  }
  const slot = m.bindings.slotDeclaredBy(declaration.name);
  const isPlainClass = ts.isClassDeclaration(declaration) && !ts.getDecorators(declaration)?.length;
  const made = isPlainClass
    ? render(m, declaration)
    : code`(() => { ${render(m, declaration)} return ${declaration.name.text}; })()`;
  if (canBeMadeAgain(m, declaration)) slot.remake = made;
  m.set(slot, made);
}

/** [source] x = await f(); · f(); */
export function lowerDiscarded(m: MethodContext, expression: ts.Expression): void {
  const suspension = m.marks.suspensionAt(skipOuter(expression));
  if (suspension) {
    lowerSuspension(m, skipOuter(expression), suspension.call, suspension.durable, 'discard');
    return;
  }
  const at = skipOuter(expression);
  if (ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const target = skipOuter(at.left);
    const slot = ts.isIdentifier(target) ? m.bindings.slotOf(target) : undefined;
    if (slot && !slot.checked)
      return m.marks.has(at.right) ? assign(m, slot, skipOuter(at.right), false) : m.set(slot, render(m, at.right));
  }
  if (!m.marks.has(expression)) {
    const builder = new CodeBuilder().append(render(m, expression));
    for (const slot of definiteWrites(expression, m.bindings)) builder.writes.add(slot);
    return m.native(builder.build());
  }
  m.native(lowerExpression(m, expression));
}

function lowerIf(m: MethodContext, statement: ts.IfStatement): void {
  const test = lowerExpression(m, statement.expression);
  const then = m.newBlock('then');
  const out = m.newBlock('end if');
  const otherwise = statement.elseStatement ? m.newBlock('else') : out;
  m.branch(test, then, otherwise);
  m.enter(then);
  m.withPath('if.then', () => lowerBody(m, statement.thenStatement));
  m.jump(out);
  if (statement.elseStatement) {
    m.enter(otherwise);
    m.withPath('if.else', () => lowerBody(m, statement.elseStatement!));
    m.jump(out);
  }
  m.enter(out);
}

function lowerLabelled(m: MethodContext, statement: ts.LabeledStatement, labels: readonly string[]): void {
  const all = [...labels, statement.label.text];
  const inner = statement.statement;
  if (ts.isIterationStatement(inner, false) || ts.isLabeledStatement(inner)) return lowerStatement(m, inner, all);
  const out = m.newBlock('end of label');
  m.targets.push({
    statement: inner,
    labels: all,
    onBreak: { block: out, depth: m.finallys.length },
    isLabelledBlock: true,
  });
  lowerStatement(m, inner);
  m.targets.pop();
  m.continueIn(out);
}

function lowerJump(m: MethodContext, statement: ts.BreakOrContinueStatement): void {
  const target = m.findTarget(statement);
  if (!target) throw new Error(`No target for '${statement.getText()}'`);
  m.jump(m.wayTo(ts.isContinueStatement(statement) ? target.onContinue! : target.onBreak));
  m.enter(m.newBlock('unreachable'));
}

function lowerThrow(m: MethodContext, statement: ts.ThrowStatement): void {
  m.end({ kind: 'throw', code: lowerExpression(m, statement.expression) });
  m.enter(m.newBlock('unreachable'));
}

export function lowerReturn(m: MethodContext, statement: ts.ReturnStatement): void {
  const suspension = m.marks.suspensionAt(statement);
  const value = suspension
    ? lowerSuspension(m, statement, suspension.call, suspension.durable, 'value')
    : statement.expression && lowerExpression(m, statement.expression);
  returnLowered(m, statement.expression, value, suspension !== undefined);
}

/** The body of an arrow: `async (id) => await check(id)`. */
export function lowerReturnedExpression(m: MethodContext, expression: ts.Expression): void {
  const isSuspension = m.marks.suspensionAt(skipOuter(expression)) !== undefined;
  returnLowered(m, expression, lowerExpression(m, expression), isSuspension);
}

function returnLowered(
  m: MethodContext,
  expression: ts.Expression | undefined,
  value: Code | undefined,
  isSuspension: boolean,
): void {
  const mayBeThenable =
    !isSuspension && expression !== undefined && m.module.durables.isThenable(m.checker.getTypeAtLocation(expression));
  returnValue(m, value && mayBeThenable ? awaited(m, expression, value) : value, mayBeThenable);
  m.enter(m.newBlock('unreachable'));
}

/** Returning a promise awaits it, unseen. */
function awaited(m: MethodContext, expression: ts.Expression, value: Code): Code {
  const type = m.checker.getTypeAtLocation(expression);
  const isUnknown = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) !== 0;
  return isUnknown ? value : { ...value, awaits: true };
}

export function returnValue(m: MethodContext, value: Code | undefined, mayBeThenable: boolean): void {
  const scope = m.finallys[m.finallys.length - 1];
  if (scope) {
    m.set(scope.value, value ?? plain('undefined'));
    m.set(scope.kind, plain(String(completion.returned)));
    scope.returns = true;
    scope.returnsThenable ||= mayBeThenable;
    m.jump(scope.entry);
  } else if (mayBeThenable && m.handler) {
    m.set(m.returnValue, value ?? plain('undefined'));
    m.jump(m.wayToReturn(true));
  } else {
    m.end({ kind: 'return', code: value, mayBeThenable });
  }
}
