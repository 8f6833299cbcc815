/**
 * Which values belong to the run alone: made by it, or read from its message. Writing to them is seen by nobody else.
 *
 * Invariant: a variable is the run's own only if all that is ever assigned to it is. What an unknown call gives counts as
 * own, because the call itself makes the stretch unrepeatable, and behind the next hop it is a copy.
 */
import { ts } from 'ts-morph';
import { isAssignmentOperator } from './bind.ts';
import { memberName, skipOuter } from './durable.ts';
import type { FunctionWithBody } from './functions.ts';
import { isPrimitive } from './hidden-code.ts';
import { isFromLibrary, isLibrary } from './library.ts';
import { variableSources, type VariableSources } from './variable-sources.ts';

export class RunValues {
  private readonly method: FunctionWithBody;
  private readonly checker: ts.TypeChecker;
  private readonly symbolOf: (identifier: ts.Identifier) => ts.Symbol | undefined;
  private sources: VariableSources | undefined;
  private readonly asking = new Set<ts.Symbol>();

  constructor(
    method: FunctionWithBody,
    checker: ts.TypeChecker,
    symbolOf: (identifier: ts.Identifier) => ts.Symbol | undefined,
  ) {
    this.method = method;
    this.checker = checker;
    this.symbolOf = symbolOf;
  }

  /** A variable that is declared inside the method. */
  isLocal(identifier: ts.Identifier): boolean {
    const declaration = this.symbolOf(identifier)?.declarations?.[0];
    return (
      declaration !== undefined &&
      declaration !== this.method &&
      declaration.pos >= this.method.pos &&
      declaration.end <= this.method.end &&
      declaration.getSourceFile() === this.method.getSourceFile()
    );
  }

  isGlobal(expression: ts.Expression): expression is ts.Identifier {
    const at = skipOuter(expression);
    if (!ts.isIdentifier(at)) return false;
    const declarations = this.symbolOf(at)?.declarations;
    return declarations !== undefined && declarations.length > 0 && declarations.every(isLibrary);
  }

  isOwn(expression: ts.Expression): boolean {
    const at = skipOuter(expression);
    if (ts.isIdentifier(at)) return this.isOwnVariable(at) || this.isPrimitive(at);
    if (at.kind === ts.SyntaxKind.ThisKeyword || at.kind === ts.SyntaxKind.SuperKeyword) return false;
    if (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at))
      return this.isOwn(at.expression) || this.isPrimitive(at);
    if (ts.isConditionalExpression(at)) return this.isOwn(at.whenTrue) && this.isOwn(at.whenFalse);
    if (ts.isBinaryExpression(at)) return this.isOwnResult(at);
    if (ts.isCallExpression(at) || ts.isNewExpression(at)) return this.isOwnCall(at);
    if (ts.isArrayLiteralExpression(at))
      return at.elements.every((item) =>
        ts.isSpreadElement(item) ? this.isOwnCopy(item.expression) : this.isOwn(item),
      );
    if (ts.isObjectLiteralExpression(at)) return at.properties.every((property) => this.isOwnProperty(property));
    return true;
  }

  private isPrimitive(expression: ts.Expression): boolean {
    return isPrimitive(this.checker.getTypeAtLocation(expression), this.checker);
  }

  private isOwnVariable(identifier: ts.Identifier): boolean {
    if (!this.isLocal(identifier)) return false;
    const symbol = this.symbolOf(identifier)!;
    if (this.asking.has(symbol)) return true;
    this.asking.add(symbol);
    const isOwn = (this.allSources().get(symbol) ?? []).every(({ expression }) => this.isOwn(expression));
    this.asking.delete(symbol);
    return isOwn;
  }

  private isOwnResult(at: ts.BinaryExpression): boolean {
    const operator = at.operatorToken.kind;
    const passesLeft =
      operator === ts.SyntaxKind.BarBarToken ||
      operator === ts.SyntaxKind.AmpersandAmpersandToken ||
      operator === ts.SyntaxKind.QuestionQuestionToken ||
      (isAssignmentOperator(operator) && operator !== ts.SyntaxKind.EqualsToken);
    if (passesLeft) return this.isOwn(at.left) && this.isOwn(at.right);
    const passesRight = operator === ts.SyntaxKind.CommaToken || operator === ts.SyntaxKind.EqualsToken;
    return passesRight ? this.isOwn(at.right) : true;
  }

  /** A built-in may give back what it was given; so may a closure, also what it captured. */
  private isOwnCall(at: ts.CallExpression | ts.NewExpression): boolean {
    const callee = skipOuter(at.expression);
    if (ts.isIdentifier(callee) && this.isLocal(callee)) return this.isPrimitive(at);
    const method = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee) ? callee : undefined;
    const isBuiltIn = this.isGlobal(method ? method.expression : callee) || (method && this.isBuiltInMember(method));
    if (!isBuiltIn) return true;
    const args = [...(at.arguments ?? [])].map((each) => (ts.isSpreadElement(each) ? each.expression : each));
    if (args.some((each) => ts.isFunctionLike(each) && this.reachesOutside(each))) return this.isPrimitive(at);
    if (method && !this.isGlobal(method.expression)) args.push(method.expression);
    return args.every((each) => this.isOwn(each));
  }

  /** A function that is handed over may give back what it names: `xs.map(() => shared)`. */
  private reachesOutside(node: ts.Node): boolean {
    if (ts.isTypeNode(node)) return false;
    if (node.kind === ts.SyntaxKind.ThisKeyword) return true;
    if (ts.isIdentifier(node)) {
      const parent = node.parent;
      if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
      if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
      return !this.isLocal(node) && !this.isGlobal(node) && !this.isPrimitive(node);
    }
    return ts.forEachChild(node, (child) => this.reachesOutside(child) || undefined) === true;
  }

  private isBuiltInMember(access: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
    const key = memberName(access);
    const type = this.checker.getApparentType(
      this.checker.getNonNullableType(this.checker.getTypeAtLocation(access.expression)),
    );
    const symbol = key === undefined ? undefined : this.checker.getPropertyOfType(type, key);
    return symbol !== undefined && isFromLibrary(symbol);
  }

  private isOwnProperty(property: ts.ObjectLiteralElementLike): boolean {
    if (ts.isPropertyAssignment(property)) return this.isOwn(property.initializer);
    if (ts.isShorthandPropertyAssignment(property)) return this.isOwn(property.name);
    if (ts.isSpreadAssignment(property)) return this.isOwnCopy(property.expression);
    return true;
  }

  /** A spread makes a new object; what it holds is the run's own where it is, or where it cannot be written to. */
  private isOwnCopy(source: ts.Expression): boolean {
    if (this.isOwn(source)) return true;
    const type = this.checker.getTypeAtLocation(source);
    if (this.checker.isArrayType(type) || this.checker.isTupleType(type))
      return this.checker.getTypeArguments(type as ts.TypeReference).every((item) => isPrimitive(item, this.checker));
    const isPlainObject =
      (type.flags & ts.TypeFlags.Object) !== 0 && this.checker.getIndexInfosOfType(type).length === 0;
    return (
      isPlainObject &&
      this.checker
        .getPropertiesOfType(type)
        .every((property) => isPrimitive(this.checker.getTypeOfSymbol(property), this.checker))
    );
  }

  private allSources(): VariableSources {
    return (this.sources ??= variableSources(this.method, this.symbolOf));
  }
}
