/**
 * Writes to the workflow's instance: `this.n = 1`, `this.data.n = 1`, `this.list.push(x)`, the same through a variable that
 * holds a part of it, and functions whose body does so: methods of the class, and what is given the instance or a part of
 * it. The instance is rebuilt in every process. What a library does with its arguments is not known and is let pass.
 */
import { ts } from 'ts-morph';
import { identifiersIn, isAssignmentOperator } from './bind.ts';
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

/** The code that is looked at. */
interface Scope {
  readonly made: ts.FunctionLikeDeclaration;
  /** Its `this` is the instance. */
  readonly hasInstance: boolean;
  /** Parameters that hold the instance, a part of it, or a service. */
  readonly given: ReadonlySet<ts.Symbol>;
}

export class InstanceWrites {
  private readonly durables: Durables;
  private readonly sources = new Map<ts.Node, VariableSources>();
  private readonly services = new Map<ts.Node, ReadonlySet<ts.Symbol>>();
  private readonly asking = new Set<ts.Symbol>();
  private readonly ofBodies = new Map<ts.Node, Map<string, ts.Expression | undefined>>();

  constructor(durables: Durables) {
    this.durables = durables;
  }

  /** The place of the instance that the node itself writes, or undefined. */
  writtenBy(node: ts.Node, method: FunctionWithBody): ts.Expression | undefined {
    return this.writtenIn(node, { made: method, hasInstance: true, given: this.servicesOf(method) });
  }

  /** Where the called function writes to its argument, or a part of it. */
  writtenThroughArgument(call: ts.CallExpression, index: number): ts.Expression | undefined {
    const made = this.calledCode(call);
    return made && this.writtenByBody(made, false, this.parametersFor(made, new Set([index])));
  }

  private writtenIn(node: ts.Node, scope: Scope): ts.Expression | undefined {
    const target = writtenTargets(node).find((each) => this.isMemberOfInstance(each, scope));
    if (target || !ts.isCallExpression(node)) return target;
    const [first] = node.arguments;
    if (first && writesFirst.test(node.expression.getText()) && this.isPartOfInstance(first, scope)) return first;
    const callee = skipOuter(node.expression);
    const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
    if (isMember && this.isChangingMethod(callee) && this.isPartOfInstance(callee.expression, scope))
      return callee.expression;
    return this.writtenByCall(node, scope);
  }

  /** By a method of the class that is called as plain code, or a function that is given a part of the instance. */
  private writtenByCall(call: ts.CallExpression, scope: Scope): ts.Expression | undefined {
    const parts = new Set(call.arguments.flatMap((each, at) => (this.isPartOfInstance(each, scope) ? [at] : [])));
    const callee = skipOuter(call.expression);
    const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
    const base = isMember ? skipOuter(callee.expression).kind : undefined;
    const isOwn = scope.hasInstance && (base === ts.SyntaxKind.ThisKeyword || base === ts.SyntaxKind.SuperKeyword);
    if (parts.size === 0 && !isOwn) return undefined;
    const made = isOwn && isMember ? this.durables.methodDeclaration(callee) : this.calledCode(call);
    if (!made?.body || this.getsCopies(call)) return undefined;
    const given = this.parametersFor(made, parts);
    if (!isFunctionWithBody(made) || !this.durables.suspends.has(made)) return this.writtenByBody(made, isOwn, given);
    // What a helper that suspends writes to `this` and to services is reported where it is made a machine.
    for (const service of this.servicesOf(made)) given.delete(service);
    return this.writtenByBody(made, false, given);
  }

  private getsCopies(call: ts.CallExpression): boolean {
    const durable = this.durables.classify(call);
    return durable !== undefined && durable.kind !== 'helper' && durable.kind !== 'undecorated';
  }

  private writtenByBody(
    made: ts.FunctionLikeDeclaration,
    hasInstance: boolean,
    given: ReadonlySet<ts.Symbol>,
  ): ts.Expression | undefined {
    const known = this.ofBodies.get(made) ?? new Map<string, ts.Expression | undefined>();
    this.ofBodies.set(made, known);
    const key = [hasInstance, ...[...given].map(({ name }) => name)].join();
    if (known.has(key)) return known.get(key);
    known.set(key, undefined);
    let found: ts.Expression | undefined;
    const visit = (node: ts.Node): void => {
      found ??= this.writtenIn(node, { made, hasInstance, given });
      if (!found) ts.forEachChild(node, visit);
    };
    visit(made.body!);
    known.set(key, found);
    return found;
  }

  /** The function behind a call, where its body is here to be read. */
  private calledCode(call: ts.CallExpression): ts.FunctionLikeDeclaration | undefined {
    const { checker } = this.durables;
    const declared = checker.getResolvedSignature(call)?.declaration;
    const callee = skipOuter(call.expression);
    let symbol = ts.isIdentifier(callee) ? checker.getSymbolAtLocation(callee) : undefined;
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    // `const bump: Change = (o) => …` resolves to the type; an overload has no body.
    const candidates: (ts.Node | undefined)[] = [declared, ...(symbol?.declarations ?? []).map(initialiserOf)];
    return candidates.find((at): at is ts.FunctionLikeDeclaration => hasBody(at));
  }

  private parametersFor(made: ts.FunctionLikeDeclaration, indexes: ReadonlySet<number>): Set<ts.Symbol> {
    const given = new Set<ts.Symbol>();
    made.parameters.forEach((parameter, at) => {
      const isGiven = indexes.has(at) || (parameter.dotDotDotToken && [...indexes].some((index) => index >= at));
      if (!isGiven) return;
      for (const name of identifiersIn(parameter.name)) {
        const symbol = this.symbolOf(name);
        if (symbol) given.add(symbol);
      }
    });
    return given;
  }

  private isChangingMethod(callee: ts.PropertyAccessExpression | ts.ElementAccessExpression): boolean {
    const key = memberName(callee);
    if (key === undefined || !changing.has(key)) return false;
    const { checker } = this.durables;
    const type = checker.getNonNullableType(checker.getTypeAtLocation(callee.expression));
    const symbol = checker.getPropertyOfType(type, key);
    return symbol !== undefined && isFromLibrary(symbol);
  }

  private isMemberOfInstance(target: ts.Expression, scope: Scope): boolean {
    const at = skipOuter(target);
    if (!ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return false;
    return this.isPartOfInstance(at.expression, scope);
  }

  /** `this`, `this.a.b`, an element of one, or a variable that is somewhere set to one of them. */
  private isPartOfInstance(expression: ts.Expression, scope: Scope): boolean {
    const at = skipOuter(expression);
    if (at.kind === ts.SyntaxKind.ThisKeyword) return scope.hasInstance && isInstance(at, scope.made);
    if (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at))
      return this.isPartOfInstance(at.expression, scope);
    if (ts.isConditionalExpression(at))
      return this.isPartOfInstance(at.whenTrue, scope) || this.isPartOfInstance(at.whenFalse, scope);
    if (ts.isBinaryExpression(at))
      return this.isPartOfInstance(at.left, scope) || this.isPartOfInstance(at.right, scope);
    if (ts.isCallExpression(at)) {
      const callee = skipOuter(at.expression);
      return (
        ts.isPropertyAccessExpression(callee) &&
        givesElement.has(callee.name.text) &&
        this.isPartOfInstance(callee.expression, scope)
      );
    }
    return ts.isIdentifier(at) && this.isVariableOfInstance(at, scope);
  }

  private isVariableOfInstance(name: ts.Identifier, scope: Scope): boolean {
    const symbol = this.symbolOf(name);
    if (!symbol || this.asking.has(symbol)) return false;
    if (scope.given.has(symbol)) return true;
    this.asking.add(symbol);
    const sources = this.sourcesIn(scope).get(symbol) ?? [];
    const isPart = sources.some(({ expression, isCopy }) => !isCopy && this.isPartOfInstance(expression, scope));
    this.asking.delete(symbol);
    return isPart;
  }

  /** Parameters by which another process finds an object anew, as it does the instance. */
  private servicesOf(method: FunctionWithBody): ReadonlySet<ts.Symbol> {
    let services = this.services.get(method);
    if (!services) {
      const parameters = serviceParameters(method, this.durables);
      services = new Set(parameters.flatMap(({ name }) => this.symbolOf(name) ?? []));
      this.services.set(method, services);
    }
    return services;
  }

  private sourcesIn({ made }: Scope): VariableSources {
    let sources = this.sources.get(made);
    if (!sources) this.sources.set(made, (sources = variableSources(made, (name) => this.symbolOf(name))));
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
function isInstance(node: ts.Node, made: ts.Node): boolean {
  for (let at = node.parent; at !== made; at = at.parent) {
    if (ts.isClassLike(at) || (ts.isFunctionLike(at) && !ts.isArrowFunction(at))) return false;
  }
  return true;
}

function initialiserOf(declaration: ts.Declaration): ts.Node {
  const initialiser = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return initialiser ? skipOuter(initialiser) : declaration;
}

function hasBody(node: ts.Node | undefined): node is ts.FunctionLikeDeclaration {
  return node !== undefined && ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
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
