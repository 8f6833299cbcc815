/**
 * Expressions with a suspension inside: first spill, then cut.
 *
 * Invariant: the code that `lowerExpression` returns is evaluated next, before anything else is emitted; all that the
 * source evaluates before the suspension has been emitted or held by then.
 */
import { ts } from 'ts-morph';
import { isAssignmentOperator } from '../analyse/bind.ts';
import { code, CodeBuilder, join, plain } from '../ir/code.ts';
import type { Code, Slot } from '../ir/instruction.ts';
import { lowerAssignment, lowerStep } from './assignments.ts';
import {
  lowerCall,
  lowerNew,
  lowerOptionalChain,
  lowerTaggedTemplate,
  memberText,
  primary,
  respread,
} from './calls.ts';
import { tailCalls, valuesOf } from '../analyse/marks.ts';
import type { MethodContext } from './context.ts';
import { lowerInOrder, valueOperand, type Operand } from './operands.ts';
import { isSequence, namedAsWritten, render } from './render.ts';
import { lowerSuspension } from './suspension.ts';

export function lowerExpression(m: MethodContext, node: ts.Expression): Code {
  if (!m.marks.has(node)) return isSequence(node) ? code`(${render(m, node)})` : render(m, node);
  const suspension = m.marks.suspensionAt(node);
  if (suspension) return lowerSuspension(m, node, suspension.call, suspension.durable, 'value');
  if (ts.isAwaitExpression(node)) return lowerAwait(m, node);
  return m.standsFor(node, lowerMarked(m, node));
}

function lowerMarked(m: MethodContext, node: ts.Expression): Code {
  if (ts.isParenthesizedExpression(node)) return code`(${lowerExpression(m, node.expression)})`;
  if (
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  ) {
    // The assertion bound what stands in it together.
    return code`(${lowerExpression(m, node.expression)})`;
  }
  if (ts.isBinaryExpression(node)) return lowerBinary(m, node);
  if (ts.isConditionalExpression(node)) return lowerConditional(m, node);
  if (ts.isOptionalChain(node)) return lowerOptionalChain(m, node);
  if (ts.isCallExpression(node)) return lowerCall(m, node);
  if (ts.isNewExpression(node)) return lowerNew(m, node);
  if (ts.isPropertyAccessExpression(node))
    return code`${primary(node.expression, lowerExpression(m, node.expression))}${memberText(node, undefined)}`;
  if (ts.isElementAccessExpression(node)) return lowerElementAccess(m, node);
  if (ts.isTemplateExpression(node)) return lowerTemplate(m, node);
  if (ts.isTaggedTemplateExpression(node)) return lowerTaggedTemplate(m, node);
  if (ts.isArrayLiteralExpression(node)) return lowerArray(m, node);
  if (ts.isObjectLiteralExpression(node)) return lowerObject(m, node);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return lowerUnary(m, node);
  if (ts.isTypeOfExpression(node)) return code`typeof ${unaryOperand(m, node.expression)}`;
  if (ts.isVoidExpression(node)) return code`void ${unaryOperand(m, node.expression)}`;
  if (ts.isDeleteExpression(node)) return lowerDelete(m, node);
  if (ts.isSpreadElement(node)) return code`...${lowerExpression(m, node.expression)}`;
  return m.refuse(
    node,
    'HL1001',
    `An await inside ${describe(node)} is not supported.`,
    'Await into a constant first.',
  );
}

function describe(node: ts.Node): string {
  const names: Partial<Record<ts.SyntaxKind, string>> = {
    [ts.SyntaxKind.ClassExpression]: 'a class expression',
    [ts.SyntaxKind.YieldExpression]: 'a yield',
  };
  return names[node.kind] ?? `this construct (${ts.SyntaxKind[node.kind]})`;
}

/** An await whose operand holds a suspension. Where a durable call is the operand's value, that value is awaited already. */
function lowerAwait(m: MethodContext, node: ts.AwaitExpression): Code {
  const value = lowerExpression(m, node.expression);
  const tails = tailCalls(node.expression);
  const isAwaited =
    tails.some((call) => m.marks.suspensionAt(call)) &&
    valuesOf(node.expression).every(
      (value) => m.marks.suspensionAt(value) || !m.module.durables.isThenable(m.checker.getTypeAtLocation(value)),
    );
  return isAwaited ? code`(${value})` : inlineAwait(value);
}

function inlineAwait(value: Code): Code {
  const builder = new CodeBuilder().text('await ').append(value);
  builder.awaits = true;
  builder.impure = true;
  return builder.build();
}

function unaryOperand(m: MethodContext, node: ts.Expression): Code {
  return lowerExpression(m, node);
}

function lowerUnary(m: MethodContext, node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Code {
  const isStep = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
  if (isStep) return lowerStep(m, node);
  return code`${ts.tokenToString(node.operator)!} ${unaryOperand(m, node.operand)}`;
}

function lowerDelete(m: MethodContext, node: ts.DeleteExpression): Code {
  if (ts.isOptionalChain(node.expression)) {
    return lowerOptionalChain(m, node.expression, (place) => code`delete ${place}`, 'true');
  }
  return code`delete ${lowerExpression(m, node.expression)}`;
}

function lowerElementAccess(m: MethodContext, node: ts.ElementAccessExpression): Code {
  if (node.expression.kind === ts.SyntaxKind.SuperKeyword)
    return code`super[${lowerExpression(m, node.argumentExpression)}]`;
  const [base, key] = lowerInOrder(m, [valueOperand(m, node.expression), valueOperand(m, node.argumentExpression)]);
  return code`${primary(node.expression, base!)}[${key!}]`;
}

function lowerBinary(m: MethodContext, node: ts.BinaryExpression): Code {
  const operator = node.operatorToken.kind;
  if (isAssignmentOperator(operator)) return lowerAssignment(m, node);
  if (operator === ts.SyntaxKind.CommaToken) {
    m.native(lowerExpression(m, node.left));
    return lowerExpression(m, node.right);
  }
  if (isShortCircuit(operator)) return lowerShortCircuit(m, node);
  if (ts.isPrivateIdentifier(node.left)) return code`${node.left.text} in ${lowerExpression(m, node.right)}`;
  const [left, right] = lowerInOrder(m, [valueOperand(m, node.left), valueOperand(m, node.right)]);
  return code`${left!} ${node.operatorToken.getText()} ${right!}`;
}

export function isShortCircuit(operator: ts.SyntaxKind): boolean {
  return (
    operator === ts.SyntaxKind.AmpersandAmpersandToken ||
    operator === ts.SyntaxKind.BarBarToken ||
    operator === ts.SyntaxKind.QuestionQuestionToken
  );
}

/** The condition under which `a && b`, `a || b`, `a ?? b` go on to `b`. */
export function goesOn(operator: ts.SyntaxKind, left: Code): Code {
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.AmpersandAmpersandEqualsToken)
    return left;
  if (operator === ts.SyntaxKind.BarBarToken || operator === ts.SyntaxKind.BarBarEqualsToken) return code`!${left}`;
  return code`${left} === null || ${left} === undefined`;
}

/** [source] a() && (await f()) · [machine] $1 = a(); if ($1) $1 = f… */
function lowerShortCircuit(m: MethodContext, node: ts.BinaryExpression): Code {
  const left = lowerExpression(m, node.left);
  if (!m.marks.has(node.right)) {
    return new CodeBuilder()
      .append(left)
      .text(` ${node.operatorToken.getText()} `)
      .appendMaybe(render(m, node.right))
      .build();
  }
  const result = m.temp('either');
  m.set(result, namedAsWritten(node.left, left), true);
  const right = m.newBlock('right operand');
  const out = m.newBlock('end of operator');
  m.branch(goesOn(node.operatorToken.kind, m.read(result)), right, out);
  m.enter(right);
  assign(m, result, node.right);
  m.continueIn(out);
  return m.read(result);
}

/** Sets a temporary to the value of an expression, without a second temporary where the expression is a suspension. */
export function assign(m: MethodContext, slot: Slot, node: ts.Expression, fresh = true): void {
  const suspension = m.marks.suspensionAt(node);
  if (!suspension) return m.set(slot, namedAsWritten(node, lowerExpression(m, node)), fresh);
  const value = lowerSuspension(m, node, suspension.call, suspension.durable, { slot, fresh });
  if (!value.reads.has(slot)) m.set(slot, value, fresh);
}

function lowerConditional(m: MethodContext, node: ts.ConditionalExpression): Code {
  const test = lowerExpression(m, node.condition);
  if (!m.marks.has(node.whenTrue) && !m.marks.has(node.whenFalse)) {
    return new CodeBuilder()
      .append(test)
      .text(' ? ')
      .appendMaybe(render(m, node.whenTrue))
      .text(' : ')
      .appendMaybe(render(m, node.whenFalse))
      .build();
  }
  const result = m.temp('chosen');
  const [yes, no, out] = [m.newBlock('when true'), m.newBlock('when false'), m.newBlock('end of choice')];
  m.branch(test, yes, no);
  m.enter(yes);
  m.withPath('?.then', () => assign(m, result, node.whenTrue));
  m.jump(out);
  m.enter(no);
  m.withPath('?.else', () => assign(m, result, node.whenFalse));
  m.continueIn(out);
  return m.read(result);
}

/** Each part becomes a string when it is its turn: a held part is held as a string. */
function lowerTemplate(m: MethodContext, node: ts.TemplateExpression): Code {
  const spans = node.templateSpans;
  const operands = spans.map((span): Operand => ({
    ...valueOperand(m, span.expression, (value) => code`\`\${${value}}\``),
    stable: ts.isLiteralExpression(span.expression),
  }));
  const values = lowerInOrder(m, operands);
  return render(m, node, new Map(spans.map((span, index) => [span.expression, values[index]!])));
}

function lowerArray(m: MethodContext, node: ts.ArrayLiteralExpression): Code {
  const operands = node.elements.map((element): Operand => {
    if (ts.isOmittedExpression(element)) return { marked: false, stable: true, lower: () => plain('') };
    if (!ts.isSpreadElement(element)) return valueOperand(m, element);
    return {
      marked: m.marks.has(element),
      stable: false,
      lower: () => m.standsFor(element, code`...${lowerExpression(m, element.expression)}`),
      hold: (spread) => code`[${spread}]`,
    };
  });
  const values = lowerInOrder(m, operands).map((value, index) => respread(node.elements[index]!, value));
  const endsWithHole = node.elements.length > 0 && ts.isOmittedExpression(node.elements[node.elements.length - 1]!);
  return code`[${join(values, ', ')}${endsWithHole ? ',' : ''}]`;
}

function lowerObject(m: MethodContext, node: ts.ObjectLiteralExpression): Code {
  const operands: Operand[] = [];
  const places: { property: ts.ObjectLiteralElementLike; key?: number; value?: number }[] = [];
  for (const property of node.properties) {
    const place: { property: ts.ObjectLiteralElementLike; key?: number; value?: number } = { property };
    if (property.name && ts.isComputedPropertyName(property.name)) {
      place.key =
        operands.push(
          valueOperand(m, property.name.expression, (key) => code`${m.module.emitted.support}.key(${key})`),
        ) - 1;
    }
    const value = valueOf(m, property);
    if (value) place.value = operands.push(value) - 1;
    places.push(place);
  }
  const values = lowerInOrder(m, operands);
  const parts = places.map(({ property, key, value }) =>
    propertyText(
      m,
      property,
      key === undefined ? undefined : values[key],
      value === undefined ? undefined : values[value],
    ),
  );
  return code`{ ${join(parts, ', ')} }`;
}

function valueOf(m: MethodContext, property: ts.ObjectLiteralElementLike): Operand | undefined {
  if (ts.isPropertyAssignment(property)) return valueOperand(m, property.initializer);
  if (ts.isShorthandPropertyAssignment(property)) {
    return { marked: false, stable: false, lower: () => render(m, property.name) };
  }
  if (!ts.isSpreadAssignment(property)) return undefined;
  return {
    marked: m.marks.has(property),
    stable: false,
    lower: () => m.standsFor(property, code`...${lowerExpression(m, property.expression)}`),
    hold: (spread) => code`{ ${spread} }`,
  };
}

function propertyText(
  m: MethodContext,
  property: ts.ObjectLiteralElementLike,
  key: Code | undefined,
  value: Code | undefined,
): Code {
  if (ts.isSpreadAssignment(property)) return value!.chunks[0]?.text === '...' ? value! : code`...${value!}`;
  if (ts.isPropertyAssignment(property))
    return code`${key ? code`[${key}]` : plain(property.name.getText())}: ${value!}`;
  if (ts.isShorthandPropertyAssignment(property)) {
    const name = property.name.text === '__proto__' ? '["__proto__"]' : property.name.text;
    return code`${name}: ${value!}`;
  }
  // Methods and accessors are made when the object is: making a function cannot be seen.
  const name = property.name;
  return key && ts.isComputedPropertyName(name)
    ? render(m, property, new Map([[name.expression, key]]))
    : render(m, property);
}
