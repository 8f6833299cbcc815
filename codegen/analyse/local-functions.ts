/**
 * Async functions inside a function that suspend themselves: `const ship = async (o) => { await …; }`, the callback of
 * `Promise.all(xs.map(async (x) => …))`. Each becomes a machine of its own, to which whoever calls it hands what it
 * captures.
 *
 * Invariants
 * 1. Nobody holds such a function as a value: every use calls it, or makes branches of a group with it. So what it captures
 *    is the same where it is called as where it was made, and the function itself need not travel.
 * 2. A captured variable that is written after its declaration is *shared*: all machines that see it hold one box. The others
 *    are handed over as values.
 * 3. Functions of the method that do not suspend are made again where a machine needs them, from what they capture in turn.
 */
import { ts } from 'ts-morph';
import { isWritten } from './bind.ts';
import type { Durables } from './durable.ts';
import { outermost } from './expressions.ts';
import {
  functionDeclaredBy,
  isAsync,
  isFunctionWithBody,
  pathInModule,
  usesThis,
  type FunctionWithBody,
} from './functions.ts';
import { groupPolicy, listOf, mappersOf } from './groups.ts';
import { valuesOf } from './marks.ts';

/** A variable of a function around, by the name that declares it. */
export interface Capture {
  readonly symbol: ts.Symbol;
  readonly name: ts.Identifier;
  /** Invariant 2. */
  readonly isShared: boolean;
  /** Invariant 3: the function or class that is made again. */
  readonly made?: ts.Node;
}

export class LocalFunctions {
  private readonly durables: Durables;
  private readonly lifted = new Map<FunctionWithBody, boolean>();
  private readonly captures = new Map<FunctionWithBody, readonly Capture[]>();
  private readonly written = new Map<ts.Symbol, boolean>();
  private readonly shared = new Map<FunctionWithBody, ReadonlySet<ts.Symbol>>();

  constructor(durables: Durables) {
    this.durables = durables;
  }

  /** Becomes a machine of its own. */
  isLifted(node: ts.Node): node is FunctionWithBody {
    if (!isFunctionWithBody(node) || !isLocalFunction(node)) return false;
    let answer = this.lifted.get(node);
    if (answer === undefined)
      this.lifted.set(
        node,
        (answer = this.durables.suspends.has(node) && !usesOwnThings(node) && this.isOnlyCalled(node)),
      );
    return answer;
  }

  /** In source order, variables before what is made of them. */
  capturesOf(node: FunctionWithBody): readonly Capture[] {
    let found = this.captures.get(node);
    if (!found) this.captures.set(node, (found = this.findCaptures(node)));
    return found;
  }

  /** Variables within the outermost function that lifted ones share. */
  sharedIn(host: FunctionWithBody): ReadonlySet<ts.Symbol> {
    const root = rootOf(host);
    let found = this.shared.get(root);
    if (!found) this.shared.set(root, (found = this.findShared(root)));
    return found;
  }

  // ---- invariant 1 -------------------------------------------------------------------------------------------------------

  private isOnlyCalled(node: FunctionWithBody): boolean {
    if (ts.isFunctionDeclaration(node)) return node.name !== undefined && this.isNameOnlyCalled(node.name, node);
    const value = outermost(node as ts.Expression);
    if (this.isUsedWell(value)) return true;
    const holder = value.parent;
    const isConstant =
      ts.isVariableDeclaration(holder) &&
      ts.isIdentifier(holder.name) &&
      (ts.getCombinedNodeFlags(holder) & ts.NodeFlags.Const) !== 0;
    return isConstant && this.isNameOnlyCalled(holder.name, node);
  }

  private isNameOnlyCalled(name: ts.Identifier, node: FunctionWithBody): boolean {
    const symbol = this.durables.checker.getSymbolAtLocation(name);
    return this.usesIn(rootOf(node), symbol).every((use) => use === name || this.isUsedWell(outermost(use)));
  }

  private isUsedWell(value: ts.Expression): boolean {
    const user = value.parent;
    if (ts.isCallExpression(user) && user.expression === value) return true;
    return this.isMapper(value);
  }

  /** What `map` is given in the list of a group. */
  isMapper(value: ts.Expression): boolean {
    for (let at: ts.Node = value.parent; !ts.isStatement(at) && !ts.isFunctionLike(at); at = at.parent) {
      if (!ts.isCallExpression(at) || !groupPolicy(at, this.durables.checker)) continue;
      const list = listOf(at);
      return list !== undefined && mappersOf(list).some((mapper) => outermost(mapper) === value);
    }
    return false;
  }

  private usesIn(root: FunctionWithBody, symbol: ts.Symbol | undefined): ts.Identifier[] {
    const uses: ts.Identifier[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && this.symbolOf(node) === symbol) uses.push(node);
      ts.forEachChild(node, visit);
    };
    visit(root);
    return uses;
  }

  private symbolOf(identifier: ts.Identifier): ts.Symbol | undefined {
    const { parent } = identifier;
    if (ts.isShorthandPropertyAssignment(parent) && parent.name === identifier)
      return this.durables.checker.getShorthandAssignmentValueSymbol(parent);
    if (ts.isBindingElement(parent) && parent.propertyName === identifier) return undefined;
    return this.durables.checker.getSymbolAtLocation(identifier);
  }

  // ---- captures ----------------------------------------------------------------------------------------------------------

  private findCaptures(node: FunctionWithBody): Capture[] {
    const found = new Map<ts.Symbol, Capture>();
    const walked = new Set<ts.Node>();
    const walk = (part: ts.Node): void => {
      if (walked.has(part)) return;
      walked.add(part);
      visit(part);
    };
    const visit = (at: ts.Node): void => {
      if (ts.isTypeNode(at) && !ts.isExpressionWithTypeArguments(at)) return;
      if (ts.isIdentifier(at)) see(at);
      ts.forEachChild(at, visit);
    };
    const see = (identifier: ts.Identifier): void => {
      const symbol = this.symbolOf(identifier);
      const declaration = symbol?.valueDeclaration;
      if (!symbol || !declaration || found.has(symbol) || !isVariable(declaration) || !isAround(declaration, node))
        return;
      const called = functionDeclaredBy(declaration);
      if (called && this.isLifted(called)) return walk(called);
      const made =
        called ?? (ts.isClassLike(declaration) || ts.isEnumDeclaration(declaration) ? declaration : undefined);
      const name = nameOf(declaration);
      if (!name) return;
      const isMade = made !== undefined && !this.isWrittenAgain(symbol, node);
      found.set(symbol, {
        symbol,
        name,
        isShared: !isMade && this.isWrittenAgain(symbol, node),
        ...(isMade && { made }),
      });
      if (isMade) walk(made);
    };
    walk(node);
    const inOrder = [...found.values()].sort((a, b) => a.name.pos - b.name.pos);
    return [...inOrder.filter(({ made }) => !made), ...inOrder.filter(({ made }) => made)];
  }

  private isWrittenAgain(symbol: ts.Symbol, within: FunctionWithBody): boolean {
    let answer = this.written.get(symbol);
    if (answer === undefined)
      this.written.set(symbol, (answer = this.usesIn(rootOf(within), symbol).some((use) => isWritten(use))));
    return answer;
  }

  private findShared(root: FunctionWithBody): Set<ts.Symbol> {
    const shared = new Set<ts.Symbol>();
    const visit = (node: ts.Node): void => {
      if (this.isLifted(node))
        for (const { symbol, isShared } of this.capturesOf(node)) if (isShared) shared.add(symbol);
      ts.forEachChild(node, visit);
    };
    visit(root.body);
    return shared;
  }
}

/** An async function that only a function around it names, or one that does nothing but give what another call gives. */
export function isLocalFunction(node: FunctionWithBody): boolean {
  const isFunction = !ts.isMethodDeclaration(node) && (isAsync(node) || isShorthand(node));
  return isFunction && pathInModule(node) === undefined && hostOf(node) !== undefined;
}

/** `const give = (n: number) => this.give(n)`: awaited, it is as if it were async. */
function isShorthand(node: FunctionWithBody): boolean {
  if (!ts.isArrowFunction(node) || ts.isBlock(node.body)) return false;
  return ts.isVariableDeclaration(outermost(node).parent) && valuesOf(node.body).every(ts.isCallExpression);
}

/** The function around it. */
export function hostOf(node: ts.Node): FunctionWithBody | undefined {
  for (let at = node.parent; at && !ts.isSourceFile(at); at = at.parent) {
    if (isFunctionWithBody(at)) return at;
    if (ts.isFunctionLike(at) || ts.isClassLike(at)) return undefined;
  }
  return undefined;
}

/** The outermost function around it, or itself. */
export function rootOf(node: FunctionWithBody): FunctionWithBody {
  const host = isMethodOrNamed(node) ? undefined : hostOf(node);
  return host ? rootOf(host) : node;
}

function isMethodOrNamed(node: FunctionWithBody): boolean {
  return ts.isMethodDeclaration(node) || pathInModule(node) !== undefined;
}

/** Declared in a function that holds `inner`, and not in `inner` itself. */
function isAround(declaration: ts.Declaration, inner: FunctionWithBody): boolean {
  if (declaration.getSourceFile() !== inner.getSourceFile()) return false;
  const owner = ownerOf(declaration);
  return owner !== undefined && owner !== inner && owner.pos <= inner.pos && owner.end >= inner.end;
}

/** And no member of an object or class. */
function isVariable(declaration: ts.Declaration): boolean {
  return (
    ts.isVariableDeclaration(declaration) ||
    ts.isBindingElement(declaration) ||
    ts.isParameter(declaration) ||
    ts.isFunctionDeclaration(declaration) ||
    ts.isClassDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration)
  );
}

function ownerOf(declaration: ts.Node): ts.Node | undefined {
  for (let at = declaration.parent; at && !ts.isSourceFile(at); at = at.parent) if (ts.isFunctionLike(at)) return at;
  return undefined;
}

function nameOf(declaration: ts.Declaration): ts.Identifier | undefined {
  const { name } = declaration as ts.NamedDeclaration;
  return name && ts.isIdentifier(name) ? name : undefined;
}

/** Its own `this`, or the `arguments` of whatever function. */
function usesOwnThings(node: FunctionWithBody): boolean {
  if (usesThis(node)) return true;
  const visit = (at: ts.Node): boolean =>
    (ts.isIdentifier(at) && at.text === 'arguments' && !isMemberName(at)) ||
    ts.forEachChild(at, (child) => visit(child) || undefined) === true;
  return visit(node.body);
}

/** `call.arguments`; `arguments.length` reads the object. */
function isMemberName(name: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(name.parent) && name.parent.name === name;
}
