/**
 * Recognises durable operations by symbol, through aliases, namespaces and re-exports, never by text.
 *
 * A name counts as ours when its alias chain passes a module specifier `hopline`, so recognition needs no particular
 * place of installation; without that, when it is declared in the ambient module `hopline`.
 */
import { ts } from 'ts-morph';
import type { GroupPolicy } from '../../runtime/protocol/machine.ts';
import { literalKeys, memberName, skipOuter } from './expressions.ts';
import {
  functionDeclaredBy,
  isAsync,
  isFunctionWithBody,
  isMethodOfInstance,
  pathInModule,
  type FunctionWithBody,
} from './functions.ts';
import { groupPolicy, itemsOf, listOf, mappersOf } from './groups.ts';
import { isLocalFunction, LocalFunctions } from './local-functions.ts';
import { Suspends } from './suspends.ts';

export { literalKeys, memberName, outermost, skipOuter } from './expressions.ts';

const packageName = 'hopline';

export type DurableCall =
  | { readonly kind: 'timer'; readonly operation: 'sleep' | 'sleepUntil' | 'rateLimit' }
  | { readonly kind: 'activity'; readonly owner: ts.Expression; readonly key: string; readonly policy?: string }
  /** A function or method of the project that suspends; `owner` is the object whose method it is. */
  | { readonly kind: 'helper'; readonly callee: FunctionWithBody; readonly owner?: ts.Expression }
  /** `this[name](…)` where the type of `name` lists what it may be, and each of it suspends. */
  | { readonly kind: 'choice'; readonly access: ts.ElementAccessExpression; readonly of: readonly Choice[] }
  /** `Promise.all` and its like over durable calls, the sites. */
  | {
      readonly kind: 'group';
      readonly policy: GroupPolicy;
      readonly list: ts.Expression;
      readonly sites: readonly ts.CallExpression[];
      /** Functions that make a branch of each element: `xs.map(async (x) => …)`. */
      readonly mappers: readonly GroupMapper[];
    }
  | { readonly kind: 'child'; readonly method: ts.MethodDeclaration }
  | { readonly kind: 'signal' }
  | { readonly kind: 'inline' }
  /** A function that suspends, of which no machine can be made. */
  | { readonly kind: 'foreign'; readonly name: string; readonly reason: NoMachine }
  /** An async method of an injected service that is neither decorated nor branded. */
  | { readonly kind: 'undecorated'; readonly method: string };

export interface GroupMapper {
  readonly node: ts.Expression;
  readonly callee: FunctionWithBody;
}

export interface Choice {
  readonly key: string;
  readonly durable: Extract<DurableCall, { kind: 'activity' | 'helper' }>;
}

/** What a call names, whether or not that suspends. */
export type NamedCall =
  | Exclude<DurableCall, { kind: 'helper' | 'choice' | 'group' | 'foreign' }>
  | NamedFunction
  | NamedChoice
  /** Its branches are calls of their own. */
  | { readonly kind: 'group'; readonly policy: GroupPolicy }
  | { readonly kind: 'plain' };

interface NamedFunction {
  readonly kind: 'function';
  readonly callee: FunctionWithBody;
  readonly owner?: ts.Expression;
  /** What the call is where the function does not suspend. */
  readonly otherwise?: DurableCall;
}

interface NamedChoice {
  readonly kind: 'choice';
  readonly access: ts.ElementAccessExpression;
  readonly of: readonly { readonly key: string; readonly named: NamedCall }[];
}

const plain: NamedCall = { kind: 'plain' };
const ofPrograms = new WeakMap<ts.TypeChecker, Durables>();

export class Durables {
  readonly checker: ts.TypeChecker;
  readonly suspends = new Suspends(this);
  readonly locals = new LocalFunctions(this);
  private readonly answers = new Map<ts.CallExpression, DurableCall | undefined>();
  private readonly names = new Map<ts.CallExpression, NamedCall>();

  private constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  /** One for each program: what was found out for one file holds for the next. */
  static of(checker: ts.TypeChecker): Durables {
    let durables = ofPrograms.get(checker);
    if (!durables) ofPrograms.set(checker, (durables = new Durables(checker)));
    return durables;
  }

  /** What this call asks for, or undefined for ordinary code. */
  classify(call: ts.CallExpression): DurableCall | undefined {
    if (!this.answers.has(call)) this.answers.set(call, this.durable(this.nameOf(call), call));
    return this.answers.get(call);
  }

  nameOf(call: ts.CallExpression): NamedCall {
    let named = this.names.get(call);
    if (!named) this.names.set(call, (named = this.findName(call)));
    return named;
  }

  private durable(named: NamedCall, call: ts.CallExpression): DurableCall | undefined {
    switch (named.kind) {
      case 'plain':
        return undefined;
      case 'function':
        return this.durableFunction(named, call);
      case 'choice':
        return this.durableChoice(named, call);
      case 'group':
        return this.group(call, named.policy);
      default:
        return named;
    }
  }

  private durableFunction(
    { callee, owner, otherwise }: NamedFunction,
    call: ts.CallExpression,
  ): DurableCall | undefined {
    if (!this.suspends.has(callee)) return otherwise;
    const reason = this.whyNoMachine(callee);
    if (reason) return { kind: 'foreign', name: call.expression.getText(), reason };
    return owner ? { kind: 'helper', callee, owner } : { kind: 'helper', callee };
  }

  private durableChoice({ access, of }: NamedChoice, call: ts.CallExpression): DurableCall | undefined {
    const options = of.map(({ key, named }) => ({ key, durable: this.durable(named, call) }));
    const isChoice = options.every(({ durable }) => durable?.kind === 'activity' || durable?.kind === 'helper');
    return isChoice ? { kind: 'choice', access, of: options as unknown as Choice[] } : undefined;
  }

  private findName(call: ts.CallExpression): NamedCall {
    const callee = skipOuter(call.expression);
    const name = this.sdkName(callee);
    if (name === 'sleep' || name === 'sleepUntil' || name === 'rateLimit') return { kind: 'timer', operation: name };
    if (name === 'inline') return { kind: 'inline' };
    const policy = groupPolicy(call, this.checker);
    if (policy) return { kind: 'group', policy };
    const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
    if (isMember) return this.method(call, callee);
    const found = this.functionNamed(callee);
    return found ? { kind: 'function', callee: found } : plain;
  }

  /** The function of the project that the expression is, or names. */
  private functionNamed(expression: ts.Expression): FunctionWithBody | undefined {
    if (isFunctionWithBody(expression)) return expression;
    const symbol = this.checker.getSymbolAtLocation(expression);
    return symbol && this.functionOf(symbol);
  }

  private canBeMachine(callee: FunctionWithBody): boolean {
    return this.whyNoMachine(callee) === undefined;
  }

  /** Whoever reads its name in a message must find it. A method that is not async is refused where it stands. */
  private whyNoMachine(callee: FunctionWithBody): NoMachine | undefined {
    if (isMethodOfInstance(callee) || this.locals.isLifted(callee)) return undefined;
    if (pathInModule(callee) === undefined) return 'unnamed';
    return isAsync(callee) ? undefined : 'not async';
  }

  /** The function of the project that a symbol stands for, through aliases and constants. */
  functionOf(symbol: ts.Symbol, steps = 0): FunctionWithBody | undefined {
    const real = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    for (const declaration of real.declarations ?? []) {
      const found = functionDeclaredBy(declaration);
      if (found) return isOfProject(found) && !this.isDecorated(found) ? found : undefined;
    }
    const next = steps < 20 ? this.standsFor(real.valueDeclaration) : undefined;
    return next && this.functionOf(next, steps + 1);
  }

  private group(call: ts.CallExpression, policy: GroupPolicy): DurableCall | undefined {
    const list = listOf(call);
    const items = list ? itemsOf(list) : [];
    const sites = items.filter((item) => ts.isCallExpression(item) && this.mayBeBranch(item)) as ts.CallExpression[];
    const mappers = this.mappersIn(call).filter(
      ({ callee }) => this.suspends.has(callee) && this.canBeMachine(callee) && !isMethodOfInstance(callee),
    );
    return list && sites.length + mappers.length > 0 ? { kind: 'group', policy, list, sites, mappers } : undefined;
  }

  /** Async functions by which the list of a group is made, whether or not they suspend. */
  mappersIn(call: ts.CallExpression): GroupMapper[] {
    const list = listOf(call);
    return (list ? mappersOf(list) : []).flatMap((node) => {
      const isName = ts.isIdentifier(node) || isFunctionWithBody(node);
      const callee = isName ? this.functionNamed(node) : undefined;
      return callee && (isAsync(callee) || isLocalFunction(callee)) ? [{ node, callee }] : [];
    });
  }

  private mayBeBranch(call: ts.CallExpression): boolean {
    const kind = this.classify(call)?.kind;
    return kind === 'timer' || kind === 'activity' || kind === 'helper' || kind === 'choice';
  }

  /** The group that this call is a branch of. */
  groupOfSite(call: ts.CallExpression): ts.CallExpression | undefined {
    for (let at: ts.Node = call.parent; !ts.isSourceFile(at); at = at.parent) {
      if (!ts.isCallExpression(at)) continue;
      const group = this.classify(at);
      if (group?.kind === 'group' && group.sites.includes(call)) return at;
    }
    return undefined;
  }

  /** `const again = poll`, `{ poll }`. */
  private standsFor(declaration: ts.Declaration | undefined): ts.Symbol | undefined {
    if (!declaration) return undefined;
    if (ts.isShorthandPropertyAssignment(declaration))
      return this.checker.getShorthandAssignmentValueSymbol(declaration);
    const holds =
      ts.isPropertyAssignment(declaration) || (ts.isVariableDeclaration(declaration) && isConstant(declaration));
    const value = holds && declaration.initializer ? skipOuter(declaration.initializer) : undefined;
    const isName = value && (ts.isIdentifier(value) || ts.isPropertyAccessExpression(value));
    return isName ? this.checker.getSymbolAtLocation(value) : undefined;
  }

  private isDecorated(declared: FunctionWithBody): boolean {
    return (
      ts.isMethodDeclaration(declared) &&
      (this.decorator(declared, 'activity') !== undefined || this.decorator(declared, 'workflow') !== undefined)
    );
  }

  private method(call: ts.CallExpression, callee: ts.PropertyAccessExpression | ts.ElementAccessExpression): NamedCall {
    const key = memberName(callee);
    if (key !== undefined) return this.member(call, callee, key);
    const keys = ts.isElementAccessExpression(callee)
      ? literalKeys(this.checker.getTypeAtLocation(callee.argumentExpression))
      : undefined;
    if (!keys) return plain;
    const of = keys.map((key) => ({ key, named: this.member(call, callee, key) }));
    return { kind: 'choice', access: callee as ts.ElementAccessExpression, of };
  }

  private member(
    call: ts.CallExpression,
    callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    key: string,
  ): NamedCall {
    const owner = callee.expression;
    const ownerType = this.typeOfOwner(owner);
    if (key === 'wait' && this.hasSdkDeclaration(ownerType, 'Signal')) return { kind: 'signal' };
    const brand = this.activitiesBrand(ownerType);
    if (brand && this.returnsPromise(call)) {
      const policy = this.literalPolicy(brand, key);
      return policy === undefined ? { kind: 'activity', owner, key } : { kind: 'activity', owner, key, policy };
    }
    const isOwn = this.behindAlias(skipOuter(owner)).kind === ts.SyntaxKind.ThisKeyword;
    const undecorated: DurableCall | undefined =
      this.isInjected(owner) && this.returnsPromise(call)
        ? { kind: 'undecorated', method: `${owner.getText()}.${key}` }
        : undefined;
    const declaration = this.methodDeclaration(callee, key);
    if (declaration) {
      if (this.decorator(declaration, 'activity')) return { kind: 'activity', owner, key };
      if (this.decorator(declaration, 'workflow')) return { kind: 'child', method: declaration };
      // What a derived class makes of it cannot be known here.
      if (isAbstract(declaration) && this.returnsPromise(call))
        return { kind: 'undecorated', method: `${owner.getText()}.${key}` };
      const real = implementation(declaration);
      if (isOwn && !(real && isFunctionWithBody(real))) return plain;
      if (isOwn && isMethodOfInstance(real as FunctionWithBody))
        return { kind: 'function', callee: real as FunctionWithBody };
    }
    const found = this.memberFunction(callee, key);
    if (!found) return undecorated ?? plain;
    return { kind: 'function', callee: found, owner, ...(undecorated && { otherwise: undecorated }) };
  }

  /** Of a class, of an object literal, of a namespace. */
  private memberFunction(
    callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    key: string,
  ): FunctionWithBody | undefined {
    const method = this.methodDeclaration(callee, key);
    const real = method && implementation(method);
    if (real && isFunctionWithBody(real)) return isOfProject(real) ? real : undefined;
    const symbol = ts.isPropertyAccessExpression(callee)
      ? this.checker.getSymbolAtLocation(callee.name)
      : this.typeOfOwner(callee.expression).getProperty(key);
    return symbol && this.functionOf(symbol);
  }

  /**
   * The decorator call of this name on a method, in either protocol; also bare `@activity`. An override without decorator
   * of an activity is that activity, as the runtime has it (`protocol/marks.ts`).
   */
  decorator(method: ts.MethodDeclaration, name: 'workflow' | 'activity'): ts.Decorator | undefined {
    const own = this.ownDecorator(method, name);
    if (own || name === 'workflow' || this.ownDecorator(method, 'workflow')) return own;
    const base = this.overridden(method);
    return base && this.decorator(base, name);
  }

  private ownDecorator(method: ts.MethodDeclaration, name: 'workflow' | 'activity'): ts.Decorator | undefined {
    for (const declaration of [method, ...overloads(method)]) {
      for (const decorator of ts.getDecorators(declaration) ?? []) {
        const expression = decorator.expression;
        const callee = ts.isCallExpression(expression) ? expression.expression : expression;
        if (this.sdkName(skipOuter(callee)) === name) return decorator;
      }
    }
    return undefined;
  }

  /** The method of the nearest base class that has one of this name. */
  overridden(method: ts.MethodDeclaration): ts.MethodDeclaration | undefined {
    const { parent: owner, name } = method;
    const isStatic = (ts.getCombinedModifierFlags(method) & ts.ModifierFlags.Static) !== 0;
    if (isStatic || !ts.isClassLike(owner) || ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name))
      return undefined;
    const base = baseOf(owner);
    const member = base && this.checker.getTypeAtLocation(base).getProperty(name.text);
    return member?.declarations?.find(
      (at): at is ts.MethodDeclaration => ts.isMethodDeclaration(at) && ts.isClassLike(at.parent),
    );
  }

  /** The classes above, nearest first. */
  basesOf(owner: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration[] {
    const bases: ts.ClassLikeDeclaration[] = [];
    const add = (derived: ts.ClassLikeDeclaration): void => {
      const base = baseOf(derived);
      for (const at of (base && this.checker.getTypeAtLocation(base).getSymbol()?.declarations) ?? []) {
        if (!ts.isClassLike(at) || bases.includes(at)) continue;
        bases.push(at);
        add(at);
      }
    };
    add(owner);
    return bases;
  }

  /** `this.next` where `get next()` gives what an activity promises. */
  isSuspendingGetter(access: ts.PropertyAccessExpression): boolean {
    const symbol = this.checker.getSymbolAtLocation(access.name);
    if (!symbol || !(symbol.flags & ts.SymbolFlags.GetAccessor)) return false;
    return (symbol.declarations ?? []).some(
      (at) => ts.isGetAccessorDeclaration(at) && hasBody(at) && this.suspends.has(at),
    );
  }

  isSuspendingMethod(method: ts.MethodDeclaration): boolean {
    const real = implementation(method);
    return real !== undefined && isFunctionWithBody(real) && this.suspends.has(real);
  }

  /** The name that an expression has in the SDK: `sleep` for `sleep`, `pause` imported `as`, `hop.sleep`. */
  sdkName(expression: ts.Expression): string | undefined {
    if (ts.isPropertyAccessExpression(expression)) {
      if (this.isSdkNamespace(expression.expression)) return expression.name.text;
      const symbol = this.checker.getSymbolAtLocation(expression.name);
      return symbol && this.aliasedName(symbol);
    }
    if (!ts.isIdentifier(expression)) return undefined;
    const symbol = this.checker.getSymbolAtLocation(expression);
    return symbol && this.aliasedName(symbol);
  }

  private isSdkNamespace(expression: ts.Expression): boolean {
    if (!ts.isIdentifier(expression)) return false;
    const declaration = this.checker.getSymbolAtLocation(expression)?.declarations?.[0];
    if (!declaration) return false;
    const isNamespace = ts.isNamespaceImport(declaration) || ts.isImportClause(declaration);
    return isNamespace && specifierOf(declaration) === packageName;
  }

  private aliasedName(symbol: ts.Symbol): string | undefined {
    let at: ts.Symbol | undefined = symbol;
    for (let steps = 0; at && steps < 50; steps += 1) {
      const declaration = at.declarations?.[0];
      if (!declaration) return undefined;
      if (
        (ts.isImportSpecifier(declaration) || ts.isExportSpecifier(declaration)) &&
        specifierOf(declaration) === packageName
      ) {
        return (declaration.propertyName ?? declaration.name).text;
      }
      // `const pause = sleep`.
      if (ts.isVariableDeclaration(declaration) && declaration.initializer && isConstant(declaration))
        return this.nameOfConstant(declaration, declaration.initializer);
      if (!(at.flags & ts.SymbolFlags.Alias)) return isDeclaredByUs(declaration) ? at.name : undefined;
      at = this.checker.getImmediateAliasedSymbol(at);
    }
    return undefined;
  }

  private readonly naming = new Set<ts.Node>();
  private nameOfConstant(declaration: ts.Node, initialiser: ts.Expression): string | undefined {
    if (this.naming.has(declaration)) return undefined;
    this.naming.add(declaration);
    const name = this.sdkName(skipOuter(initialiser));
    this.naming.delete(declaration);
    return name;
  }

  /** The brand property's type where `type` is `Activities<T, Policy>`, also through generics, aliases and intersections. */
  activitiesBrand(type: ts.Type): ts.Symbol | undefined {
    const plain = this.checker.getNonNullableType(type);
    return this.checker.getPropertiesOfType(plain).find((p) => String(p.escapedName).startsWith('__@activitiesBrand'));
  }

  /** An activity, a workflow or a helper that suspends, as a member of a type. */
  isDurableMember(type: ts.Type, key: string): boolean {
    const plain = this.checker.getNonNullableType(type);
    const member = this.checker.getPropertyOfType(plain, key);
    if (!member) return false;
    if (this.activitiesBrand(plain)) {
      const forms = this.checker.getNonNullableType(this.checker.getTypeOfSymbol(member)).getCallSignatures();
      return forms.some((form) => this.isThenable(form.getReturnType()));
    }
    return (member.declarations ?? []).some((declaration) => {
      const isMethod = ts.isMethodDeclaration(declaration) && ts.isClassLike(declaration.parent);
      if (isMethod && (this.decorator(declaration, 'activity') || this.decorator(declaration, 'workflow'))) return true;
      const real = isMethod ? implementation(declaration) : undefined;
      return real && isFunctionWithBody(real) ? this.suspends.has(real) : this.isSuspending(member);
    });
  }

  /** A function that the module names, of which a machine is made. */
  isSuspending(symbol: ts.Symbol): boolean {
    const found = this.functionOf(symbol);
    return found !== undefined && this.canBeMachine(found) && this.suspends.has(found);
  }

  private literalPolicy(brand: ts.Symbol, key: string): string | undefined {
    const policy = this.checker.getNonNullableType(this.checker.getTypeOfSymbol(brand));
    const member = policy.getProperty(key);
    if (!member) return undefined;
    return this.literalText(this.checker.getNonNullableType(this.checker.getTypeOfSymbol(member)));
  }

  /** A literal type as an expression: `{ retry: { attempts: 3 } }`. */
  private literalText(type: ts.Type): string | undefined {
    if (type.isStringLiteral() || type.isNumberLiteral()) return JSON.stringify(type.value);
    if (type.flags & ts.TypeFlags.BooleanLiteral) return this.checker.typeToString(type);
    if (this.checker.isTupleType(type)) {
      const items = this.checker.getTypeArguments(type as ts.TypeReference).map((item) => this.literalText(item));
      return items.every((item) => item !== undefined) ? `[${items.join(', ')}]` : undefined;
    }
    if (!(type.flags & ts.TypeFlags.Object)) return undefined;
    const parts: string[] = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const text = this.literalText(this.checker.getNonNullableType(this.checker.getTypeOfSymbol(property)));
      if (text === undefined) return undefined;
      parts.push(`${JSON.stringify(property.name)}: ${text}`);
    }
    return `{ ${parts.join(', ')} }`;
  }

  private hasSdkDeclaration(type: ts.Type, name: string): boolean {
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const declaration = symbol?.declarations?.[0];
    return symbol?.name === name && declaration !== undefined && isDeclaredByUs(declaration);
  }

  methodDeclaration(
    callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    key = memberName(callee),
  ): ts.MethodDeclaration | undefined {
    const symbol = ts.isPropertyAccessExpression(callee)
      ? (this.checker.getPropertyOfType(this.typeOfOwner(callee.expression), callee.name.text) ??
        this.checker.getSymbolAtLocation(callee.name))
      : key === undefined
        ? undefined
        : this.typeOfOwner(callee.expression).getProperty(key);
    return symbol?.declarations?.find(
      (d): d is ts.MethodDeclaration => ts.isMethodDeclaration(d) && ts.isClassLike(d.parent),
    );
  }

  /** `(this as any).charge()` is a call of what stands there all the same. */
  private typeOfOwner(owner: ts.Expression): ts.Type {
    const type = this.checker.getTypeAtLocation(owner);
    const real = this.behindAlias(skipOuter(owner));
    const isHidden = (type.flags & ts.TypeFlags.Any) !== 0 || real.kind === ts.SyntaxKind.ThisKeyword;
    return isHidden ? this.checker.getTypeAtLocation(real) : type;
  }

  /** `const me: Payer = this`. */
  private behindAlias(owner: ts.Expression): ts.Expression {
    const declaration = ts.isIdentifier(owner) && this.checker.getSymbolAtLocation(owner)?.valueDeclaration;
    if (!declaration || !ts.isVariableDeclaration(declaration) || !isConstant(declaration)) return owner;
    const initialiser = declaration.initializer && skipOuter(declaration.initializer);
    return initialiser?.kind === ts.SyntaxKind.ThisKeyword ? initialiser : owner;
  }

  /** `this.x`, `this.x.y`: what dependency injection gave. */
  private isInjected(owner: ts.Expression): boolean {
    const at = skipOuter(owner);
    if (!ts.isPropertyAccessExpression(at) && !ts.isElementAccessExpression(at)) return false;
    const base = skipOuter(at.expression);
    return base.kind === ts.SyntaxKind.ThisKeyword || this.isInjected(base);
  }

  returnsPromise(call: ts.CallExpression): boolean {
    return this.isThenable(this.checker.getTypeAtLocation(call));
  }

  /** True also for `any`: what is not known may be a promise. */
  isThenable(type: ts.Type): boolean {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return true;
    if (type.isUnion()) return type.types.some((t) => this.isThenable(t));
    return this.checker.getPropertyOfType(type, 'then') !== undefined;
  }
}

/** Why no machine can be made of a function that suspends. */
export type NoMachine = 'unnamed' | 'not async';

function hasBody(getter: ts.GetAccessorDeclaration): getter is ts.GetAccessorDeclaration & { readonly body: ts.Block } {
  return getter.body !== undefined;
}

function baseOf(owner: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  return owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
}

function isOfProject(node: ts.Node): boolean {
  const file = node.getSourceFile();
  return !file.isDeclarationFile && !file.fileName.includes('/node_modules/');
}

function isAbstract(method: ts.MethodDeclaration): boolean {
  return ts.getModifiers(method)?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) === true;
}

function isConstant(declaration: ts.VariableDeclaration): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

function specifierOf(declaration: ts.Node): string | undefined {
  for (let at: ts.Node | undefined = declaration; at; at = at.parent) {
    if (ts.isImportDeclaration(at) || ts.isExportDeclaration(at)) {
      return at.moduleSpecifier && ts.isStringLiteral(at.moduleSpecifier) ? at.moduleSpecifier.text : undefined;
    }
  }
  return undefined;
}

function isDeclaredByUs(declaration: ts.Node): boolean {
  for (let at: ts.Node | undefined = declaration; at; at = at.parent) {
    if (ts.isModuleDeclaration(at) && ts.isStringLiteral(at.name)) return at.name.text === packageName;
  }
  return /[\\/](?:sdk|dist[\\/]sdk)[\\/](?:sleep|rate-limit|inline|signal|workflow|activity|activities)(?:\.d)?\.[mc]?ts$/.test(
    declaration.getSourceFile().fileName,
  );
}

function overloads(method: ts.MethodDeclaration): ts.MethodDeclaration[] {
  if (!ts.isClassLike(method.parent)) return [];
  return method.parent.members.filter(
    (m): m is ts.MethodDeclaration =>
      ts.isMethodDeclaration(m) && m !== method && m.name.getText() === method.name.getText(),
  );
}

/** The declaration with the body, among overloads. */
function implementation(method: ts.MethodDeclaration): ts.MethodDeclaration | undefined {
  return [method, ...overloads(method)].find((m) => m.body !== undefined);
}
