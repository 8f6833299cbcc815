/**
 * G10: is a piece of code provably repeatable? Literals, locals, operators, property reads and a list of pure built-ins
 * are; the clock, the dice, calls to unknown code and state outside the run are not. When in doubt: not.
 */
import { ts } from 'ts-morph';
import { isAssignmentOperator } from './bind.ts';
import { memberName, skipOuter } from './durable.ts';
import {
  copyRunsCode,
  instanceofRunsCode,
  isAccessor,
  isFunction,
  iterationRunsCode,
  jsonRunsCode,
  numberRunsCode,
  textRunsCode,
} from './hidden-code.ts';
import type { FunctionWithBody } from './functions.ts';
import { isFromLibrary, isLibrary } from './library.ts';
import {
  hostDependent,
  hostState,
  keepsArguments,
  pureConstructors,
  pureFunctions,
  pureReceivers,
  pureStatics,
  takeIterables,
  takeNumbers,
  takeObjects,
  takeText,
  writeFirst,
} from './pure-built-ins.ts';
import { RunValues } from './run-values.ts';

export class Purity {
  private readonly checker: ts.TypeChecker;
  private readonly symbolOf: (identifier: ts.Identifier) => ts.Symbol | undefined;
  private readonly values: RunValues;
  /** A durable call that becomes a branch of a group: evaluating it only says so. */
  private readonly isBranch: (call: ts.CallExpression) => boolean;
  private readonly closures = new Map<ts.Node, boolean>();

  constructor(
    method: FunctionWithBody,
    checker: ts.TypeChecker,
    symbolOf: (identifier: ts.Identifier) => ts.Symbol | undefined,
    isBranch: (call: ts.CallExpression) => boolean,
  ) {
    this.checker = checker;
    this.isBranch = isBranch;
    this.symbolOf = symbolOf;
    this.values = new RunValues(method, checker, symbolOf);
  }

  /** Looks at one node only, not at its children. */
  isImpure(node: ts.Node): boolean {
    if (ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return true;
    if (ts.isTaggedTemplateExpression(node)) return node.tag.getText() !== 'String.raw';
    if (ts.isNewExpression(node)) return !this.isPureNew(node);
    if (ts.isCallExpression(node)) return !this.isBranch(node) && !this.isPureCall(node);
    if (ts.isIdentifier(node)) return this.isVariableOutside(node);
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return this.isImpureAccess(node);
    if (ts.isDeleteExpression(node)) return !this.values.isOwn(baseOf(node.expression));
    if (ts.isBinaryExpression(node)) return this.isImpureOperator(node);
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return this.isImpureUnary(node);
    if (ts.isTemplateSpan(node)) return textRunsCode(this.typeOf(node.expression), this.checker);
    if (ts.isForOfStatement(node)) return node.awaitModifier !== undefined || this.isImpureIteration(node.expression);
    if (ts.isSpreadElement(node)) return this.isImpureIteration(node.expression);
    if (ts.isSpreadAssignment(node)) return copyRunsCode(this.typeOf(node.expression), this.checker);
    if (ts.isComputedPropertyName(node)) return this.isImpureKey(node.expression);
    if (ts.isArrayBindingPattern(node)) return iterationRunsCode(this.typeOf(node), this.checker);
    return ts.isBindingElement(node) && this.isImpureElement(node);
  }

  private typeOf(node: ts.Node): ts.Type {
    return this.checker.getTypeAtLocation(node);
  }

  private isImpureIteration(expression: ts.Expression): boolean {
    return iterationRunsCode(this.typeOf(expression), this.checker);
  }

  private isImpureKey(key: ts.Expression): boolean {
    return textRunsCode(this.typeOf(key), this.checker);
  }

  /** A `let` of the module, or of a module that it imports: another process has another value. */
  private isVariableOutside(identifier: ts.Identifier): boolean {
    if (this.values.isLocal(identifier)) return false;
    let symbol = this.symbolOf(identifier);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    const declaration = symbol?.valueDeclaration;
    if (!declaration || !ts.isVariableDeclaration(declaration) || isLibrary(declaration)) return false;
    return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) === 0;
  }

  // ---- properties ----------------------------------------------------------------------------------------------------

  private isImpureAccess(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
    const key = memberName(node);
    if (this.values.isGlobal(node.expression) && hostState.has(skipOuter(node.expression).getText())) return true;
    if (key !== undefined) return isAccessor(this.memberOf(node.expression, key), 'get');
    const argument = (node as ts.ElementAccessExpression).argumentExpression;
    return this.isImpureKey(argument) || copyRunsCode(this.typeOf(node.expression), this.checker);
  }

  private memberOf(base: ts.Expression, key: string): ts.Symbol | undefined {
    const type = this.checker.getApparentType(this.checker.getNonNullableType(this.typeOf(base)));
    return this.checker.getPropertyOfType(type, key);
  }

  /** `{ now } = clock` reads as `clock.now` does. */
  private isImpureElement(element: ts.BindingElement): boolean {
    if (!ts.isObjectBindingPattern(element.parent)) return false;
    const type = this.checker.getNonNullableType(this.typeOf(element.parent));
    const name = element.propertyName ?? element.name;
    if (element.dotDotDotToken || !(ts.isIdentifier(name) || ts.isStringLiteralLike(name)))
      return copyRunsCode(type, this.checker);
    return isAccessor(this.checker.getPropertyOfType(type, name.text), 'get');
  }

  private writesOutside(target: ts.Expression): boolean {
    const at = skipOuter(target);
    if (ts.isIdentifier(at)) return !this.values.isLocal(at);
    if (ts.isArrayLiteralExpression(at)) return at.elements.some((item) => this.writesOutside(targetOf(item)));
    if (ts.isObjectLiteralExpression(at))
      return at.properties.some((property) => this.writesOutside(targetOfProperty(property)));
    if (ts.isOmittedExpression(at)) return false;
    if (!ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return true;
    const key = memberName(at);
    const setter = key === undefined ? undefined : this.memberOf(at.expression, key);
    return isAccessor(setter, 'set') || !this.values.isOwn(at.expression);
  }

  // ---- operators -----------------------------------------------------------------------------------------------------

  private isImpureOperator(node: ts.BinaryExpression): boolean {
    const operator = node.operatorToken.kind;
    if (isAssignmentOperator(operator)) return this.isImpureAssignment(node);
    if (convertsNothing.has(operator)) return false;
    if (operator === ts.SyntaxKind.InstanceOfKeyword) return instanceofRunsCode(this.typeOf(node.right), this.checker);
    if (operator === ts.SyntaxKind.InKeyword) return !ts.isPrivateIdentifier(node.left) && this.isImpureKey(node.left);
    if (isLooseEquality(operator) && [node.left, node.right].some((side) => isNothing(side))) return false;
    return this.converts(operator, node.left, node.right);
  }

  private converts(operator: ts.SyntaxKind, ...sides: ts.Expression[]): boolean {
    const runsCode = operator === ts.SyntaxKind.PlusToken ? textRunsCode : numberRunsCode;
    return sides.some((side) => runsCode(this.typeOf(side), this.checker));
  }

  private isImpureAssignment(node: ts.BinaryExpression): boolean {
    if (this.writesOutside(node.left)) return true;
    const left = skipOuter(node.left);
    if (ts.isArrayLiteralExpression(left)) return this.isImpureIteration(node.right);
    if (ts.isObjectLiteralExpression(left)) return copyRunsCode(this.typeOf(node.right), this.checker);
    if (!ts.isIdentifier(left) && !this.values.isOwn(node.right)) return true;
    const operator = compoundOf(node.operatorToken.kind);
    return operator !== undefined && this.converts(operator, node.left, node.right);
  }

  private isImpureUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): boolean {
    if (node.operator === ts.SyntaxKind.ExclamationToken) return false;
    const isStep = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    if (isStep && this.writesOutside(node.operand)) return true;
    return numberRunsCode(this.typeOf(node.operand), this.checker);
  }

  // ---- calls ---------------------------------------------------------------------------------------------------------

  private isPureNew(node: ts.NewExpression): boolean {
    const callee = skipOuter(node.expression);
    if (!this.values.isGlobal(callee)) return false;
    const args = node.arguments ?? ts.factory.createNodeArray<ts.Expression>();
    if (callee.text === 'Date') return this.isPureDate(args);
    return pureConstructors.has(callee.text) && this.takesWell(callee.text, args);
  }

  /** `new Date()` reads the clock, `new Date('2026-01-01')` in local form the host's zone; of one number, or of a Date, neither. */
  private isPureDate(args: ts.NodeArray<ts.Expression>): boolean {
    if (args.length !== 1) return false;
    const type = this.typeOf(args[0]!);
    if (type.flags & ts.TypeFlags.NumberLike) return true;
    if (type.getSymbol()?.name === 'Date' && isFromLibrary(type.getSymbol()!)) return true;
    const text = skipOuter(args[0]!);
    return ts.isStringLiteralLike(text) && /(Z|[+-]\d\d:\d\d)$|^\d{4}-\d\d-\d\d$/.test(text.text);
  }

  private isPureCall(call: ts.CallExpression): boolean {
    const callee = skipOuter(call.expression);
    if (ts.isIdentifier(callee)) {
      if (this.values.isLocal(callee)) return this.isPureClosure(callee) && this.takesOwn(call.arguments);
      return (
        this.values.isGlobal(callee) && pureFunctions.has(callee.text) && this.takesWell(callee.text, call.arguments)
      );
    }
    if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return false;
    const key = memberName(callee);
    if (key === undefined) return false;
    const base = skipOuter(callee.expression);
    if (this.values.isGlobal(base)) return this.isPureStatic(base.text, key, call);
    return (
      this.values.isOwn(base) &&
      (!keepsArguments.has(key) || this.takesOwn(call.arguments)) &&
      this.isPureMethod(base, key, call) &&
      this.hasKnownCallbacks(call)
    );
  }

  private isPureStatic(owner: string, key: string, call: ts.CallExpression): boolean {
    const statics = Object.hasOwn(pureStatics, owner) ? pureStatics[owner]! : [];
    if (statics !== 'all' && !statics.includes(key)) return false;
    const name = `${owner}.${key}`;
    // What is written into a value of the run could be reached, and changed, through it.
    if (writeFirst.has(name) && !this.takesOwn(call.arguments)) return false;
    if (
      name === 'JSON.stringify' &&
      call.arguments.some((each) => jsonRunsCode(this.typeOf(each), this.checker) && !this.isCallable(each))
    )
      return false;
    return this.hasKnownCallbacks(call) && this.takesWell(takeNumbers.has(owner) ? owner : name, call.arguments);
  }

  private isPureMethod(base: ts.Expression, key: string, call: ts.CallExpression): boolean {
    const type = this.checker.getApparentType(this.checker.getNonNullableType(this.typeOf(base)));
    const parts = type.isUnion() ? type.types.map((part) => this.checker.getApparentType(part)) : [type];
    return parts.every((part) => {
      const declaration = part.getProperty(key)?.declarations?.[0];
      if (!declaration || !isLibrary(declaration)) return false;
      const name = (declaration.parent as { name?: ts.Identifier }).name?.text ?? '';
      if (name === 'Date' && hostDependent.test(key)) return false;
      if (/^toLocale|localeCompare/.test(key)) return false;
      return pureReceivers.has(name) && this.convertsWell(name, key, base, part, call);
    });
  }

  /** What the method makes of the elements or of its arguments. */
  private convertsWell(
    owner: string,
    key: string,
    base: ts.Expression,
    type: ts.Type,
    call: ts.CallExpression,
  ): boolean {
    if (owner === 'Object' && key === 'toString') return !textRunsCode(this.typeOf(base), this.checker);
    if (/Array$/.test(owner)) {
      const makesText =
        key === 'join' || key === 'toString' || (/^(to)?[sS]ort(ed)?$/.test(key) && call.arguments.length === 0);
      return !makesText || !textRunsCode(type, this.checker);
    }
    if (owner !== 'String') return true;
    // A regular expression of the module keeps its place between calls.
    if (!this.takesOwn(call.arguments)) return false;
    return call.arguments.every((each) => this.isCallable(each) || !textRunsCode(this.typeOf(each), this.checker));
  }

  /** By the name of the built-in, or of the object it stands on. */
  private takesWell(name: string, args: readonly ts.Expression[]): boolean {
    const takes = (runsCode: (type: ts.Type, checker: ts.TypeChecker) => boolean, of: readonly ts.Expression[]) =>
      of.every((each) => ts.isSpreadElement(each) || !runsCode(this.typeOf(each), this.checker));
    const first = args.slice(0, 1);
    if (takeText.has(name)) return takes(textRunsCode, first);
    if (takeNumbers.has(name)) return takes(numberRunsCode, args);
    if (takeIterables.has(name)) return takes(iterationRunsCode, first) || this.isArrayLike(name, first);
    return !takeObjects.has(name) || takes(copyRunsCode, args);
  }

  /** `Array.from({ length: 3 })`. */
  private isArrayLike(name: string, [first]: readonly ts.Expression[]): boolean {
    return name === 'Array.from' && first !== undefined && ts.isObjectLiteralExpression(skipOuter(first));
  }

  private takesOwn(args: readonly ts.Expression[]): boolean {
    return args.every(
      (each) => this.values.isOwn(ts.isSpreadElement(each) ? each.expression : each) || this.isCallable(each),
    );
  }

  private isCallable(expression: ts.Expression): boolean {
    return isFunction(this.typeOf(expression));
  }

  /** A function handed to a built-in is called by it: `xs.map(send)` is a call of `send`. */
  private hasKnownCallbacks(call: ts.CallExpression): boolean {
    return call.arguments.every((argument, index) => {
      const at = skipOuter(argument);
      if (ts.isFunctionLike(at)) return true;
      if (!this.isCallable(at)) return !this.mayBeCallback(call, at, index);
      if (!ts.isIdentifier(at)) return false;
      if (this.values.isLocal(at)) return this.isPureClosure(at);
      return this.values.isGlobal(at) && pureFunctions.has(at.text);
    });
  }

  /** Something of unknown type where the built-in takes a function. */
  private mayBeCallback(call: ts.CallExpression, argument: ts.Expression, index: number): boolean {
    const type = this.typeOf(argument);
    const isUnknown = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0 || ts.isSpreadElement(argument);
    if (!isUnknown && !(type.isUnion() && type.types.some(isFunction))) return false;
    const forms = this.typeOf(call.expression).getCallSignatures();
    return forms.some((form) => {
      const parameter = form.parameters[Math.min(index, form.parameters.length - 1)];
      if (!parameter) return false;
      const taken = this.checker.getTypeOfSymbol(parameter);
      return isFunction(taken) || (taken.isUnion() && taken.types.some(isFunction));
    });
  }

  /** A function of the method itself whose body is pure. Recursion adds nothing to what the body does otherwise. */
  private isPureClosure(identifier: ts.Identifier): boolean {
    const declaration = this.symbolOf(identifier)?.valueDeclaration;
    const body = declaration && this.values.isLocal(identifier) ? closureBody(declaration) : undefined;
    if (!body) return false;
    const known = this.closures.get(body);
    if (known !== undefined) return known;
    this.closures.set(body, true);
    const isPure = this.isPureTree(body);
    // What was asked meanwhile may rest on the assumption.
    if (!isPure) this.closures.clear();
    this.closures.set(body, isPure);
    return isPure;
  }

  private isPureTree(node: ts.Node): boolean {
    if (ts.isTypeNode(node)) return true;
    if (this.isImpure(node)) return false;
    return ts.forEachChild(node, (child) => (this.isPureTree(child) ? undefined : true)) === undefined;
  }
}

const convertsNothing = new Set([
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

function isLooseEquality(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.EqualsEqualsToken || operator === ts.SyntaxKind.ExclamationEqualsToken;
}

function isNothing(side: ts.Expression): boolean {
  const at = skipOuter(side);
  return at.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(at) && at.text === 'undefined');
}

/** `+` of `+=`; undefined where nothing is converted. */
function compoundOf(operator: ts.SyntaxKind): ts.SyntaxKind | undefined {
  const text = ts.tokenToString(operator)!.slice(0, -1);
  if (['', '&&', '||', '??'].includes(text)) return undefined;
  return text === '+' ? ts.SyntaxKind.PlusToken : ts.SyntaxKind.MinusToken;
}

function baseOf(place: ts.Expression): ts.Expression {
  const at = skipOuter(place);
  return ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) ? at.expression : at;
}

/** Without the default: `a` of `[a = 1] = xs`. */
function targetOf(item: ts.Expression): ts.Expression {
  const at = ts.isSpreadElement(item) ? item.expression : item;
  const isDefault = ts.isBinaryExpression(at) && at.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isDefault ? at.left : at;
}

function targetOfProperty(property: ts.ObjectLiteralElementLike): ts.Expression {
  if (ts.isPropertyAssignment(property)) return targetOf(property.initializer);
  if (ts.isSpreadAssignment(property)) return property.expression;
  return property.name as ts.Identifier;
}

function closureBody(declaration: ts.Node): ts.Node | undefined {
  if (ts.isFunctionDeclaration(declaration)) return declaration.body;
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  if ((ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) === 0) return undefined;
  const initialiser = declaration.initializer;
  return ts.isArrowFunction(initialiser) || ts.isFunctionExpression(initialiser) ? initialiser.body : undefined;
}
