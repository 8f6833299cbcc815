/** Literal options of decorators, for the manifest: what can be read without running the user's code. */
import { ts } from 'ts-morph';
import { skipOuter } from '../analyse/durable.ts';
import type { SuspendingMethod } from '../analyse/suspends.ts';
import type { MethodContext } from './context.ts';
import { memberText } from './suspension.ts';

/** By activity name as the class calls it, and the workflow's own options under ''. Options that are no literals are left out. */
export function literalPolicies(m: MethodContext, source: SuspendingMethod): Record<string, unknown> {
  const policies: Record<string, unknown> = {};
  if (source.decorator) policies[''] = literalOptions(source.decorator);
  for (const member of source.owner.members) {
    if (!ts.isMethodDeclaration(member)) continue;
    const decorator = m.module.durables.decorator(member, 'activity');
    if (decorator) policies[memberText(member)] = literalOptions(decorator);
  }
  return policies;
}

function literalOptions(decorator: ts.Decorator): unknown {
  const call = decorator.expression;
  const argument = ts.isCallExpression(call) ? call.arguments[0] : undefined;
  return argument ? literal(argument) : {};
}

function literal(node: ts.Expression): unknown {
  const at = skipOuter(node);
  if (ts.isStringLiteralLike(at)) return at.text;
  if (ts.isNumericLiteral(at)) return Number(at.text.replaceAll('_', ''));
  if (at.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (at.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isArrayLiteralExpression(at)) return at.elements.map(literal);
  if (!ts.isObjectLiteralExpression(at)) return undefined;
  const entries = at.properties.flatMap((property) => {
    if (!ts.isPropertyAssignment(property) || ts.isComputedPropertyName(property.name)) return [];
    const value = literal(property.initializer);
    return value === undefined
      ? []
      : [
          [
            ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name)
              ? property.name.text
              : property.name.getText(),
            value,
          ] as const,
        ];
  });
  return Object.fromEntries(entries);
}
