/**
 * Functions that may become machines, and the names by which a process that reads one in a message finds the function
 * again: a declaration of the module, a constant that holds it, a member of such an object, a static of a class.
 * Methods of instances are found by their class instead.
 */
import { ts } from 'ts-morph';
import { outermost, skipOuter } from './expressions.ts';

export type FunctionNode = ts.MethodDeclaration | ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** A function with a body; an arrow's may be an expression. */
export type FunctionWithBody = FunctionNode & { readonly body: ts.ConciseBody };

export function isFunctionWithBody(node: ts.Node): node is FunctionWithBody {
  const isFunction =
    ts.isMethodDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node);
  return isFunction && node.body !== undefined;
}

export function isMethodOfClass(
  node: FunctionNode,
): node is ts.MethodDeclaration & { parent: ts.ClassLikeDeclaration } {
  return ts.isMethodDeclaration(node) && ts.isClassLike(node.parent);
}

/** A method that is found from the object it is called on. */
export function isMethodOfInstance(
  node: FunctionNode,
): node is ts.MethodDeclaration & { parent: ts.ClassLikeDeclaration } {
  return isMethodOfClass(node) && !hasModifier(node, ts.SyntaxKind.StaticKeyword);
}

/** `poll`, `steps.charge`, `Poller.poll` of a static; undefined where nothing of the module names it. */
export function pathInModule(node: FunctionNode): readonly string[] | undefined {
  if (ts.isFunctionDeclaration(node)) return declaredPath(node, node.name?.text);
  if (!ts.isMethodDeclaration(node)) return valuePath(node);
  const name = memberText(node.name);
  if (name === undefined) return undefined;
  if (ts.isObjectLiteralExpression(node.parent)) return append(valuePath(node.parent), name);
  const isStatic = hasModifier(node, ts.SyntaxKind.StaticKeyword);
  return isStatic && ts.isClassLike(node.parent) ? append(classPath(node.parent), name) : undefined;
}

/** What a constant of the module holds, itself or within its literal. */
function valuePath(value: ts.Expression): readonly string[] | undefined {
  const holder = outermost(value).parent;
  if (ts.isPropertyAssignment(holder)) {
    const name = memberText(holder.name);
    return name === undefined ? undefined : append(valuePath(holder.parent), name);
  }
  if (!ts.isVariableDeclaration(holder) || !ts.isIdentifier(holder.name) || !isConstant(holder)) return undefined;
  return declaredPath(holder.parent.parent, holder.name.text);
}

function classPath(owner: ts.ClassLikeDeclaration): readonly string[] | undefined {
  return ts.isClassDeclaration(owner) ? declaredPath(owner, owner.name?.text) : valuePath(owner);
}

/** Of a statement of the module, or of a namespace of it. */
function declaredPath(statement: ts.Node, name: string | undefined): readonly string[] | undefined {
  if (name === undefined) return undefined;
  const { parent } = statement;
  if (ts.isSourceFile(parent)) return [name];
  if (!ts.isModuleBlock(parent) || !ts.isIdentifier(parent.parent.name)) return undefined;
  const namespace = parent.parent;
  const outer = ts.isModuleDeclaration(namespace.parent) ? namespace.parent : undefined;
  return append(outer ? undefined : declaredPath(namespace, namespace.name.text), name);
}

function append(path: readonly string[] | undefined, name: string): readonly string[] | undefined {
  return path && [...path, name];
}

function memberText(name: ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isPrivateIdentifier(name) ? name.text : undefined;
}

export function isAsync(node: FunctionNode): boolean {
  return hasModifier(node, ts.SyntaxKind.AsyncKeyword) && !node.asteriskToken;
}

function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) === true;
}

function isConstant(declaration: ts.VariableDeclaration): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

/** The function that a declaration is, or that its constant holds. Of overloads, the one with the body. */
export function functionDeclaredBy(declaration: ts.Declaration): FunctionWithBody | undefined {
  if (isFunctionWithBody(declaration)) return declaration;
  const isField =
    (ts.isVariableDeclaration(declaration) && isConstant(declaration)) ||
    ts.isPropertyDeclaration(declaration) ||
    ts.isPropertyAssignment(declaration);
  const value = isField && declaration.initializer ? skipOuter(declaration.initializer) : undefined;
  return value && isFunctionWithBody(value) ? value : undefined;
}

/** Runs with a `this` of its own that it uses. */
export function usesThis(node: FunctionWithBody): boolean {
  if (ts.isArrowFunction(node)) return false;
  const visit = (at: ts.Node): boolean => {
    if (at.kind === ts.SyntaxKind.ThisKeyword || at.kind === ts.SyntaxKind.SuperKeyword) return true;
    if (ts.isTypeNode(at) || (ts.isFunctionLike(at) && !ts.isArrowFunction(at)) || ts.isClassLike(at)) return false;
    return ts.forEachChild(at, (child) => visit(child) || undefined) === true;
  };
  return node.parameters.some(visit) || visit(node.body);
}
