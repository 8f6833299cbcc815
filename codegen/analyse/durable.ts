/**
 * Recognises durable operations by symbol, through aliases, namespaces and re-exports, never by text.
 *
 * A name counts as ours when its alias chain passes a module specifier `hopline`, so recognition needs no particular
 * place of installation; without that, when it is declared in the ambient module `hopline`.
 */
import { ts } from 'ts-morph';

const packageName = 'hopline';

export type DurableCall =
  | { readonly kind: 'timer'; readonly operation: 'sleep' | 'sleepUntil' | 'rateLimit' }
  | { readonly kind: 'activity'; readonly owner: ts.Expression; readonly key: string; readonly policy?: string }
  | { readonly kind: 'helper'; readonly method: ts.MethodDeclaration }
  /** `this[name](…)` where the type of `name` lists what it may be, and each of it suspends. */
  | { readonly kind: 'choice'; readonly access: ts.ElementAccessExpression; readonly of: readonly Choice[] }
  | { readonly kind: 'child'; readonly method: ts.MethodDeclaration }
  | { readonly kind: 'signal' }
  | { readonly kind: 'inline' }
  /** A function or method elsewhere that suspends, which is not compiled to a machine. */
  | { readonly kind: 'foreign'; readonly name: string }
  /** An async method of an injected service that is neither decorated nor branded. */
  | { readonly kind: 'undecorated'; readonly method: string };

export interface Choice {
  readonly key: string;
  readonly durable: Extract<DurableCall, { kind: 'activity' | 'helper' }>;
}

export class Durables {
  readonly checker: ts.TypeChecker;
  private readonly cache = new Map<ts.CallExpression, DurableCall | undefined>();
  /** Methods that suspend, found by the fix-point in suspends.ts. */
  readonly suspending = new Set<ts.MethodDeclaration>();

  constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  /** What this call asks for, or undefined for ordinary code. */
  classify(call: ts.CallExpression): DurableCall | undefined {
    if (this.cache.has(call)) return this.cache.get(call);
    const found = this.find(call);
    // Helpers become suspending while the fix-point runs, so only final answers are kept.
    if (found) this.cache.set(call, found);
    return found;
  }

  private find(call: ts.CallExpression): DurableCall | undefined {
    const callee = skipOuter(call.expression);
    const name = this.sdkName(callee);
    if (name === 'sleep' || name === 'sleepUntil' || name === 'rateLimit') return { kind: 'timer', operation: name };
    if (name === 'inline') return { kind: 'inline' };
    const isMember = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
    const found = isMember ? this.method(call, callee) : undefined;
    if (found || this.isCollecting) return found;
    return this.suspendsElsewhere(callee) ? { kind: 'foreign', name: callee.getText() } : undefined;
  }

  /** While the fix-point runs, a helper that is not known yet must not count as foreign. */
  isCollecting = false;
  private readonly bodies = new Map<ts.Node, boolean>();

  /** The callee is a function or method of the project whose body awaits something durable. */
  private suspendsElsewhere(callee: ts.Expression): boolean {
    const at = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    let symbol = this.checker.getSymbolAtLocation(at);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    return (symbol?.declarations ?? []).some((declaration) => {
      const body = bodyOf(declaration);
      return body !== undefined && this.bodySuspends(body);
    });
  }

  private bodySuspends(body: ts.Node): boolean {
    const known = this.bodies.get(body);
    if (known !== undefined) return known;
    this.bodies.set(body, false);
    const visit = (node: ts.Node): boolean => {
      if (ts.isCallExpression(node)) {
        const call = this.classify(node);
        if (call?.kind === 'inline') return false;
        if (call && call.kind !== 'undecorated') return true;
      }
      return ts.forEachChild(node, (child) => visit(child) || undefined) === true;
    };
    const suspends = visit(body);
    this.bodies.set(body, suspends);
    return suspends;
  }

  private method(
    call: ts.CallExpression,
    callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  ): DurableCall | undefined {
    const key = memberName(callee);
    if (key !== undefined) return this.member(call, callee, key);
    return ts.isElementAccessExpression(callee) ? this.choice(call, callee) : undefined;
  }

  private choice(call: ts.CallExpression, access: ts.ElementAccessExpression): DurableCall | undefined {
    const keys = literalKeys(this.checker.getTypeAtLocation(access.argumentExpression));
    const options = keys?.map((key) => ({ key, durable: this.member(call, access, key) }));
    const isChoice = options?.every(({ durable }) => durable?.kind === 'activity' || durable?.kind === 'helper');
    return options && isChoice ? { kind: 'choice', access, of: options as unknown as Choice[] } : undefined;
  }

  private member(
    call: ts.CallExpression,
    callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    key: string,
  ): DurableCall | undefined {
    const owner = callee.expression;
    const ownerType = this.typeOfOwner(owner);
    if (key === 'wait' && this.hasSdkDeclaration(ownerType, 'Signal')) return { kind: 'signal' };
    const brand = this.activitiesBrand(ownerType);
    if (brand && this.returnsPromise(call)) {
      const policy = this.literalPolicy(brand, key);
      return policy === undefined ? { kind: 'activity', owner, key } : { kind: 'activity', owner, key, policy };
    }
    const declaration = this.methodDeclaration(callee, key);
    if (declaration) {
      if (this.decorator(declaration, 'activity')) return { kind: 'activity', owner, key };
      if (this.decorator(declaration, 'workflow')) return { kind: 'child', method: declaration };
      // What a derived class makes of it cannot be known here.
      if (isAbstract(declaration) && this.returnsPromise(call))
        return { kind: 'undecorated', method: `${owner.getText()}.${key}` };
      if (this.behindAlias(skipOuter(owner)).kind === ts.SyntaxKind.ThisKeyword) {
        const real = implementation(declaration);
        return real && this.suspending.has(real) ? { kind: 'helper', method: real } : undefined;
      }
    }
    if (this.isInjected(owner) && this.returnsPromise(call)) {
      return { kind: 'undecorated', method: `${owner.getText()}.${key}` };
    }
    return undefined;
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
      (at) => ts.isGetAccessorDeclaration(at) && at.body !== undefined && this.bodySuspends(at.body),
    );
  }

  /** A helper of this file that suspends, or a method elsewhere that does. */
  suspends(method: ts.MethodDeclaration): boolean {
    const body = implementation(method)?.body;
    return this.suspending.has(method) || (body !== undefined && this.bodySuspends(body));
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
      if (!ts.isMethodDeclaration(declaration) || !ts.isClassLike(declaration.parent)) return false;
      if (this.decorator(declaration, 'activity') || this.decorator(declaration, 'workflow')) return true;
      const real = implementation(declaration);
      return real !== undefined && this.suspending.has(real);
    });
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

function baseOf(owner: ts.ClassLikeDeclaration): ts.ExpressionWithTypeArguments | undefined {
  return owner.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
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

/** Of functions, methods and constants that hold one; not of workflows and activities, whose calls are known by their decorator. */
function bodyOf(declaration: ts.Declaration): ts.Node | undefined {
  if (declaration.getSourceFile().isDeclarationFile) return undefined;
  if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)) return declaration.body;
  const isField = ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration);
  if (!isField || !declaration.initializer) return undefined;
  const initialiser = skipOuter(declaration.initializer);
  return ts.isArrowFunction(initialiser) || ts.isFunctionExpression(initialiser) ? initialiser.body : undefined;
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
