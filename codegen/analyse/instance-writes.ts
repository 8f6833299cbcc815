/**
 * Writes to the workflow's instance: `this.n = 1`, `this.data.n = 1`, `this.list.push(x)`, the same through a variable that
 * holds a part of it, and methods of the class that do so. The instance is rebuilt in every process.
 */
import { ts } from 'ts-morph';
import { isAssignmentOperator } from './bind.ts';
import { memberName, skipOuter, type Durables } from './durable.ts';
import { isFunctionWithBody, type FunctionWithBody } from './functions.ts';
import { isFromLibrary } from './library.ts';
import { serviceParameters } from './services.ts';
import { variableSources, type VariableSources } from './variable-sources.ts';

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

/** What these give is a part of what they are called on. */
const givesElement = new Set(['at', 'find', 'findLast', 'get', 'values', 'entries', 'keys']);
const writesFirst = /^(Object|Reflect)\.(assign|define\w+|set\w*|freeze|seal|deleteProperty)$/;

export class InstanceWrites {
  private readonly durables: Durables;
  private readonly sources = new Map<ts.Node, VariableSources>();
  private readonly services = new Map<ts.Node, ReadonlySet<ts.Declaration | undefined>>();
  private readonly asking = new Set<ts.Symbol>();
  private readonly ofMethods = new Map<ts.Node, ts.Expression | undefined>();

  constructor(durables: Durables) {
    this.durables = durables;
  }

  /** The place of the instance that the node itself writes, or undefined. */
  writtenBy(node: ts.Node, method: FunctionWithBody): ts.Expression | undefined {
    const target = writtenTargets(node).find((each) => this.isMemberOfInstance(each, method));
    if (target || !ts.isCallExpression(node)) return target;
    const [first] = node.arguments;
    if (first && writesFirst.test(node.expression.getText()) && this.isPartOfInstance(first, method)) return first;
    const callee = skipOuter(node.expression);
    if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return undefined;
    if (this.isChangingMethod(callee) && this.isPartOfInstance(callee.expression, method)) return callee.expression;
    const base = skipOuter(callee.expression).kind;
    return base === ts.SyntaxKind.ThisKeyword || base === ts.SyntaxKind.SuperKeyword
      ? this.writtenByMethod(this.durables.methodDeclaration(callee))
      : undefined;
  }

  /** By a method of the class that is called as plain code. */
  private writtenByMethod(method: ts.MethodDeclaration | undefined): ts.Expression | undefined {
    if (!method || !isFunctionWithBody(method) || this.isDurable(method)) return undefined;
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

  private isDurable(method: FunctionWithBody & ts.MethodDeclaration): boolean {
    return (
      this.durables.decorator(method, 'activity') !== undefined ||
      this.durables.decorator(method, 'workflow') !== undefined ||
      this.durables.suspends.has(method)
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

  private isMemberOfInstance(target: ts.Expression, method: FunctionWithBody): boolean {
    const at = skipOuter(target);
    if (!ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return false;
    return this.isPartOfInstance(at.expression, method);
  }

  /** `this`, `this.a.b`, an element of one, or a variable that is somewhere set to one of them. */
  private isPartOfInstance(expression: ts.Expression, method: FunctionWithBody): boolean {
    const at = skipOuter(expression);
    if (at.kind === ts.SyntaxKind.ThisKeyword) return isInstance(at, method);
    if (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at))
      return this.isPartOfInstance(at.expression, method);
    if (ts.isConditionalExpression(at))
      return this.isPartOfInstance(at.whenTrue, method) || this.isPartOfInstance(at.whenFalse, method);
    if (ts.isBinaryExpression(at))
      return this.isPartOfInstance(at.left, method) || this.isPartOfInstance(at.right, method);
    if (ts.isCallExpression(at)) {
      const callee = skipOuter(at.expression);
      return (
        ts.isPropertyAccessExpression(callee) &&
        givesElement.has(callee.name.text) &&
        this.isPartOfInstance(callee.expression, method)
      );
    }
    return ts.isIdentifier(at) && this.isVariableOfInstance(at, method);
  }

  private isVariableOfInstance(name: ts.Identifier, method: FunctionWithBody): boolean {
    const symbol = this.symbolOf(name);
    if (!symbol || this.asking.has(symbol)) return false;
    if (this.servicesOf(method).has(symbol.valueDeclaration)) return true;
    this.asking.add(symbol);
    const sources = this.sourcesIn(method).get(symbol) ?? [];
    const isPart = sources.some(({ expression, isCopy }) => !isCopy && this.isPartOfInstance(expression, method));
    this.asking.delete(symbol);
    return isPart;
  }

  /** Another process finds such an object anew, as it does the instance. */
  private servicesOf(method: FunctionWithBody): ReadonlySet<ts.Declaration | undefined> {
    let services = this.services.get(method);
    if (!services) this.services.set(method, (services = new Set(serviceParameters(method, this.durables))));
    return services;
  }

  private sourcesIn(method: FunctionWithBody): VariableSources {
    let sources = this.sources.get(method);
    if (!sources) this.sources.set(method, (sources = variableSources(method, (name) => this.symbolOf(name))));
    return sources;
  }

  private symbolOf(name: ts.Identifier): ts.Symbol | undefined {
    const { checker } = this.durables;
    const parent = name.parent;
    return ts.isShorthandPropertyAssignment(parent) && parent.name === name
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(name);
  }
}

/** Not the `this` of a function or class inside. */
function isInstance(node: ts.Node, method: FunctionWithBody): boolean {
  for (let at = node.parent; at !== method; at = at.parent) {
    if (ts.isClassLike(at) || (ts.isFunctionLike(at) && !ts.isArrowFunction(at))) return false;
  }
  return true;
}

/** Where the node writes: of a pattern, every place in it. */
export function writtenTargets(node: ts.Node): ts.Expression[] {
  if (ts.isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind)) return placesOf(node.left);
  if (
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) &&
    (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken)
  ) {
    return [skipOuter(node.operand)];
  }
  if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && !ts.isVariableDeclarationList(node.initializer))
    return placesOf(node.initializer);
  return ts.isDeleteExpression(node) ? [skipOuter(node.expression)] : [];
}

function placesOf(target: ts.Expression): ts.Expression[] {
  const at = skipOuter(target);
  if (ts.isSpreadElement(at)) return placesOf(at.expression);
  if (ts.isBinaryExpression(at)) return placesOf(at.left);
  if (ts.isArrayLiteralExpression(at)) return at.elements.flatMap(placesOf);
  if (!ts.isObjectLiteralExpression(at)) return [at];
  return at.properties.flatMap((property) => {
    if (ts.isPropertyAssignment(property)) return placesOf(property.initializer);
    return ts.isSpreadAssignment(property) ? placesOf(property.expression) : [property.name as ts.Identifier];
  });
}
