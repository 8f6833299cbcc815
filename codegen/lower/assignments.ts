/**
 * Assignments with a suspension in the target or on the right.
 *
 * Order, as ECMAScript has it: base, key (made a property key once), old value of a compound, then the right side.
 */
import { ts } from 'ts-morph';
import { skipOuter } from '../analyse/durable.ts';
import { code, CodeBuilder } from '../ir/code.ts';
import type { Code } from '../ir/instruction.ts';
import { memberText, primary } from './calls.ts';
import type { MethodContext } from './context.ts';
import { lowerPatternAssignment } from './destructuring.ts';
import { assign, goesOn, lowerExpression } from './expressions.ts';
import { hold, isOutsideName, isServicePath, lowerInOrder, valueOperand, type Operand } from './operands.ts';
import { render, writable } from './render.ts';

/** Where a value goes: text that may be read once and written once. */
export interface Reference {
  readonly read: Code;
  write(value: Code): Code;
}

export function lowerAssignment(m: MethodContext, node: ts.BinaryExpression): Code {
  const operator = node.operatorToken.kind;
  const target = skipOuter(node.left);
  if (operator === ts.SyntaxKind.EqualsToken) return lowerPlainAssignment(m, node, target);
  if (isLogicalAssignment(operator)) return lowerLogicalAssignment(m, node, target);
  const rightMarked = m.marks.has(node.right);
  const reference = lowerReference(m, target, rightMarked, true);
  if (!rightMarked) return code`(${reference.read} ${node.operatorToken.getText()} ${render(m, node.right)})`;
  const old = hold(m, reference.read, 'old');
  const right = lowerExpression(m, node.right);
  const binary = node.operatorToken.getText().slice(0, -1);
  return code`(${reference.write(code`${old} ${binary} (${right})`)})`;
}

function lowerPlainAssignment(m: MethodContext, node: ts.BinaryExpression, target: ts.Expression): Code {
  if (ts.isArrayLiteralExpression(target) || ts.isObjectLiteralExpression(target)) {
    return lowerPatternAssignment(m, target, lowerExpression(m, node.right));
  }
  const reference = lowerReference(m, target, m.marks.has(node.right), false);
  return code`(${reference.write(lowerExpression(m, node.right))})`;
}

function isLogicalAssignment(operator: ts.SyntaxKind): boolean {
  return (
    operator === ts.SyntaxKind.AmpersandAmpersandEqualsToken ||
    operator === ts.SyntaxKind.BarBarEqualsToken ||
    operator === ts.SyntaxKind.QuestionQuestionEqualsToken
  );
}

/** [source] a.b ??= await f() · [machine] $1 = a; $2 = $1.b; if ($2 == null) { $2 = f…; $1.b = $2 } */
function lowerLogicalAssignment(m: MethodContext, node: ts.BinaryExpression, target: ts.Expression): Code {
  const reference = lowerReference(m, target, m.marks.has(node.right), true);
  const result = m.temp('either');
  m.set(result, reference.read, true);
  const write = m.newBlock('assign');
  const out = m.newBlock('end of operator');
  m.branch(goesOn(node.operatorToken.kind, m.read(result)), write, out);
  m.enter(write);
  assign(m, result, node.right);
  m.native(reference.write(m.read(result)));
  m.continueIn(out);
  return m.read(result);
}

/** [source] a[await k()]++ */
export function lowerStep(m: MethodContext, node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Code {
  const reference = lowerReference(m, skipOuter(node.operand), false, true);
  const operator = ts.tokenToString(node.operator)!;
  return ts.isPrefixUnaryExpression(node) ? code`${operator}${reference.read}` : code`${reference.read}${operator}`;
}

/**
 * Evaluates base and key. `suspends`: a suspension follows before the write, so both are held. `twice`: it is read and
 * written, so the key is made a property key once.
 */
export function lowerReference(m: MethodContext, target: ts.Expression, suspends: boolean, twice: boolean): Reference {
  const at = skipOuter(target);
  if (ts.isIdentifier(at)) return nameReference(m, at);
  if (ts.isPropertyAccessExpression(at)) return place(propertyPlace(m, at, suspends));
  if (ts.isElementAccessExpression(at)) return place(elementPlace(m, at, suspends, twice));
  return m.refuse(
    target,
    'HL1002',
    `An assignment to '${target.getText()}' across an await is not supported.`,
    'Await into a constant first.',
  );
}

function nameReference(m: MethodContext, name: ts.Identifier): Reference {
  const slot = m.bindings.slotOf(name);
  return {
    // Not as a place: read before its initialisation it throws.
    read: slot ? new CodeBuilder().read(slot, m.module.emitted.support).build() : render(m, name),
    write(value) {
      const builder = new CodeBuilder();
      if (slot?.boxed) builder.reads.add(slot);
      builder
        .text(slot ? (slot.boxed ? `${slot.name}.v` : slot.name) : name.text)
        .text(' = ')
        .append(slot?.checked ? writable(m.module.emitted.support, slot, value) : value);
      if (slot) builder.writes.add(slot);
      else builder.impure = true;
      return builder.build();
    },
  };
}

function place(text: Code): Reference {
  return { read: text, write: (value) => code`${text} = ${value}` };
}

function propertyPlace(m: MethodContext, at: ts.PropertyAccessExpression, suspends: boolean): Code {
  if (isNamed(m, at.expression)) return code`${render(m, at.expression)}${memberText(at, undefined)}`;
  const base = lowerExpression(m, at.expression);
  return code`${primary(at.expression, suspends ? holdBase(m, at.expression, base) : base)}${memberText(at, undefined)}`;
}

function elementPlace(m: MethodContext, at: ts.ElementAccessExpression, suspends: boolean, twice: boolean): Code {
  const named = isNamed(m, at.expression);
  const baseOperand: Operand = named
    ? { marked: false, stable: true, lower: () => render(m, at.expression) }
    : valueOperand(m, at.expression);
  const [base, key] = lowerInOrder(m, [baseOperand, valueOperand(m, at.argumentExpression)]);
  if (!suspends) return code`${primary(at.expression, base!)}[${key!}]`;
  const heldBase = named ? base! : holdBase(m, at.expression, base!);
  const heldKey = ts.isLiteralExpression(skipOuter(at.argumentExpression))
    ? key!
    : hold(m, propertyKey(m, at, key!, twice), 'key');
  return code`${primary(at.expression, heldBase)}[${heldKey}]`;
}

function propertyKey(m: MethodContext, at: ts.ElementAccessExpression, key: Code, twice: boolean): Code {
  const type = m.checker.getTypeAtLocation(at.argumentExpression);
  const isKey = (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0;
  return isKey || !twice ? key : code`${m.module.emitted.support}.key(${key})`;
}

function isNamed(m: MethodContext, base: ts.Expression): boolean {
  return base.kind === ts.SyntaxKind.SuperKeyword || isServicePath(m, base) || isOutsideName(m, base);
}

function holdBase(m: MethodContext, node: ts.Expression, base: Code): Code {
  return ts.isIdentifier(skipOuter(node)) && valueOperand(m, node).stable ? base : hold(m, base, 'base', node);
}
