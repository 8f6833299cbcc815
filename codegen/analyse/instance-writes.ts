/**
 * Writes to the workflow's instance: `this.n = 1`, `this.data.n = 1`, `this.list.push(x)`, the same through a variable that
 * holds a part of it, and methods of the class that do so. The instance is rebuilt in every process.
 */
import { ts } from 'ts-morph';
import { isAssignmentOperator } from './bind.ts';
import { memberName, skipOuter, type Durables } from './durable.ts';
import { isFromLibrary } from './library.ts';

/** Methods of the language's collections that change them. */
const changing = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'set',
  'add',
  'delete',
  'clear',
]);

export class InstanceWrites {
  private readonly durables: Durables;
  private readonly ofMethods = new Map<ts.Node, ts.Expression | undefined>();

  constructor(durables: Durables) {
    this.durables = durables;
  }

  /** The place of the instance that the node itself writes, or undefined. */
  writtenBy(node: ts.Node, method: ts.MethodDeclaration): ts.Expression | undefined {
    const target = writtenTarget(node);
    if (target) return this.isMemberOfInstance(target, method) ? target : undefined;
    if (!ts.isCallExpression(node)) return undefined;
    const callee = skipOuter(node.expression);
    if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return undefined;
    if (this.isChangingMethod(callee) && this.isPartOfInstance(callee.expression, method)) return callee.expression;
    return skipOuter(callee.expression).kind === ts.SyntaxKind.ThisKeyword
      ? this.writtenByMethod(this.durables.methodDeclaration(callee))
      : undefined;
  }

  /** By a method of the class that is called as plain code. */
  private writtenByMethod(method: ts.MethodDeclaration | undefined): ts.Expression | undefined {
    if (!method?.body || this.isDurable(method)) return undefined;
    if (this.ofMethods.has(method)) return this.ofMethods.get(method);
    this.ofMethods.set(method, undefined);
    let found: ts.Expression | undefined;
    const visit = (node: ts.Node): void => {
      found ??= this.writtenBy(node, method);
      if (!found) ts.forEachChild(node, visit);
    };
    visit(method.body);
    this.ofMethods.set(method, found);
    return found;
  }

  private isDurable(method: ts.MethodDeclaration): boolean {
    return (
      this.durables.decorator(method, 'activity') !== undefined ||
      this.durables.decorator(method, 'workflow') !== undefined ||
      this.durables.suspending.has(method)
    );
  }

  private isChangingMethod(callee: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
    const key = memberName(callee);
    if (key === undefined || !changing.has(key)) return false;
    const { checker } = this.durables;
    const type = checker.getNonNullableType(checker.getTypeAtLocation(callee.expression));
    const symbol = checker.getPropertyOfType(type, key);
    return symbol !== undefined && isFromLibrary(symbol);
  }

  private isMemberOfInstance(target: ts.Expression, method: ts.MethodDeclaration): boolean {
    const at = skipOuter(target);
    if (!ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return false;
    return this.isPartOfInstance(at.expression, method);
  }

  /** `this`, `this.a.b`, or a variable that was set to one of them. */
  private isPartOfInstance(expression: ts.Expression, method: ts.MethodDeclaration): boolean {
    const at = skipOuter(expression);
    if (at.kind === ts.SyntaxKind.ThisKeyword) return isInstance(at, method);
    if (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at))
      return this.isPartOfInstance(at.expression, method);
    if (!ts.isIdentifier(at)) return false;
    const initialiser = sourceOf(this.durables.checker.getSymbolAtLocation(at)?.valueDeclaration, method);
    return initialiser !== undefined && initialiser !== at && this.isPartOfInstance(initialiser, method);
  }
}

/** What a variable of the method is first set to; of a pattern's variable, what the pattern takes apart. */
function sourceOf(declaration: ts.Node | undefined, method: ts.MethodDeclaration): ts.Expression | undefined {
  let at = declaration;
  if (!at || at.pos < method.pos || at.end > method.end) return undefined;
  while (ts.isBindingElement(at)) at = at.parent.parent;
  return ts.isVariableDeclaration(at) ? at.initializer : undefined;
}

/** Not the `this` of a function or class inside. */
function isInstance(node: ts.Node, method: ts.MethodDeclaration): boolean {
  for (let at = node.parent; at !== method; at = at.parent) {
    if (ts.isClassLike(at) || (ts.isFunctionLike(at) && !ts.isArrowFunction(at))) return false;
  }
  return true;
}

export function writtenTarget(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind)) return skipOuter(node.left);
  if (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
  ) {
    return skipOuter(node.operand);
  }
  return ts.isDeleteExpression(node) ? skipOuter(node.expression) : undefined;
}
