/**
 * Durable operations that are not called where they stand: `this.charge.bind(this)`, `const { charge } = this.billing`,
 * `this[name](…)`, `xs.map(sleep)`. Whoever calls the value later runs it as plain code, without checkpoint or retry.
 */
import { ts } from 'ts-morph';
import { literalKeys, memberName, outermost, skipOuter, type Durables } from './durable.ts';

/** The name of the operation that the node takes as a value, or undefined. */
export function durableTakenAsValue(node: ts.Node, durables: Durables): string | undefined {
  if (ts.isIdentifier(node)) return timerTaken(node, durables);
  if (ts.isBindingElement(node)) return boundMember(node, durables);
  if (ts.isBinaryExpression(node)) return assignedMember(node, durables);
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined;
  const key = memberName(node);
  const call = callOf(node);
  if (key === undefined && call && durables.classify(call)) return undefined;
  if (key === undefined) return computedMember(node as ts.ElementAccessExpression, durables);
  if (isCalledOrAsked(node)) return undefined;
  const type = durables.checker.getTypeAtLocation(node.expression);
  return durables.isDurableMember(type, key) ? node.getText() : undefined;
}

function timerTaken(node: ts.Identifier, durables: Durables): string | undefined {
  const at = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return undefined;
  if (ts.isTypeQueryNode(node.parent) || ts.isTypeReferenceNode(node.parent)) return undefined;
  if (isCalledOrAsked(at)) return undefined;
  const name = durables.sdkName(at);
  const isTimer = name === 'sleep' || name === 'sleepUntil' || name === 'rateLimit';
  return isTimer ? name : functionTaken(node, durables);
}

/** `const later = poll`; not `Promise.all(ids.map(poll))`. A member is looked at where its object is. */
function functionTaken(node: ts.Identifier, durables: Durables): string | undefined {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return undefined;
  if (durables.locals.isMapper(outermost(node))) return undefined;
  const isShorthand = ts.isShorthandPropertyAssignment(parent) && parent.name === node;
  const symbol = isShorthand
    ? durables.checker.getShorthandAssignmentValueSymbol(parent)
    : durables.checker.getSymbolAtLocation(node);
  const isOfModule = symbol?.declarations?.every(
    (declaration) => !ts.findAncestor(declaration.parent, ts.isFunctionLike),
  );
  return symbol && isOfModule && durables.isSuspending(symbol) ? node.text : undefined;
}

/** `const { charge } = this.billing`. */
function boundMember(node: ts.BindingElement, durables: Durables): string | undefined {
  if (!ts.isObjectBindingPattern(node.parent) || node.dotDotDotToken) return undefined;
  const name = node.propertyName ?? node.name;
  if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return undefined;
  const type = durables.checker.getTypeAtLocation(node.parent);
  return durables.isDurableMember(type, name.text) ? name.text : undefined;
}

/** `({ charge } = this.billing)`. */
function assignedMember(node: ts.BinaryExpression, durables: Durables): string | undefined {
  const pattern = skipOuter(node.left);
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isObjectLiteralExpression(pattern)) return undefined;
  const type = durables.checker.getTypeAtLocation(node.right);
  const names = pattern.properties.map((property) => property.name?.getText());
  return names.find((name) => name !== undefined && durables.isDurableMember(type, name));
}

/** `this[name]`: refused where the name may be that of a durable operation. An assertion on `this` hides nothing. */
function computedMember(node: ts.ElementAccessExpression, durables: Durables): string | undefined {
  const { checker } = durables;
  const types = [node.expression, skipOuter(node.expression)].map((each) => checker.getTypeAtLocation(each));
  const keys = literalKeys(checker.getTypeAtLocation(node.argumentExpression));
  if (!keys && !mayBeFunction(checker.getTypeAtLocation(node))) return undefined;
  const isDurable = types.some((type) =>
    (keys ?? namesOf(type, checker)).some((name) => durables.isDurableMember(type, name)),
  );
  return isDurable ? node.getText() : undefined;
}

function namesOf(type: ts.Type, checker: ts.TypeChecker): string[] {
  return checker.getPropertiesOfType(checker.getNonNullableType(type)).map((property) => property.name);
}

function mayBeFunction(type: ts.Type): boolean {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Instantiable)) return true;
  return type.isUnion() ? type.types.some(mayBeFunction) : type.getCallSignatures().length > 0;
}

function callOf(callee: ts.Expression): ts.CallExpression | undefined {
  const at = outermost(callee);
  return ts.isCallExpression(at.parent) && at.parent.expression === at ? at.parent : undefined;
}

/** Called here, or only asked whether it is there. */
function isCalledOrAsked(node: ts.Expression): boolean {
  const at = outermost(node);
  const user = at.parent;
  if (ts.isCallExpression(user)) return user.expression === at;
  if (ts.isTypeOfExpression(user)) return true;
  if (ts.isPrefixUnaryExpression(user)) return user.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isIfStatement(user) || ts.isWhileStatement(user)) return user.expression === at;
  if (ts.isConditionalExpression(user)) return user.condition === at;
  if (!ts.isBinaryExpression(user)) return false;
  const operator = user.operatorToken.kind;
  const isCompared =
    operator === ts.SyntaxKind.EqualsEqualsToken ||
    operator === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    operator === ts.SyntaxKind.ExclamationEqualsToken ||
    operator === ts.SyntaxKind.ExclamationEqualsEqualsToken;
  return isCompared || (operator === ts.SyntaxKind.AmpersandAmpersandToken && user.left === at);
}
