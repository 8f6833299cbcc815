/** What an expression is, whatever stands around it. */
import { ts } from 'ts-morph';

/** Through parentheses, assertions, `satisfies` and `!`. */
export function skipOuter(expression: ts.Expression): ts.Expression {
  let at = expression;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isSatisfiesExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isTypeAssertionExpression(at)
  ) {
    at = at.expression;
  }
  return at;
}

/** With the parentheses and assertions around it: the other way than {@link skipOuter}. */
export function outermost(node: ts.Expression): ts.Expression {
  let at = node;
  while (ts.isExpression(at.parent) && skipOuter(at.parent) === skipOuter(at)) at = at.parent;
  return at;
}

/** The static name of a member access, or undefined where it is computed. */
export function memberName(access: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | undefined {
  if (ts.isPropertyAccessExpression(access)) return access.name.text;
  const argument = skipOuter(access.argumentExpression);
  return ts.isStringLiteralLike(argument) ? argument.text : undefined;
}

/** What a type of literals lists. */
export function literalKeys(type: ts.Type): string[] | undefined {
  const parts = type.isUnion() ? type.types : [type];
  return parts.every((part) => part.isStringLiteral()) ? parts.map((part) => part.value) : undefined;
}
