/** What machines are called: a method by its class, a function by its file and its place there. */
import { ts } from 'ts-morph';
import { outermost } from '../analyse/expressions.ts';
import { isFunctionWithBody, isMethodOfInstance, pathInModule, type FunctionWithBody } from '../analyse/functions.ts';
import { hostOf, isLocalFunction } from '../analyse/local-functions.ts';
import { pathFrom } from '../project/paths.ts';

/** `Dunning.collect`, `lib/poll.ts#poll`. @param root that files are relative to */
export function machineName(node: FunctionWithBody, root: string): string {
  if (isLocalFunction(node)) return `${machineName(hostOf(node)!, root)}/${localText(node)}`;
  if (isMethodOfInstance(node)) return `${classNameOf(node.parent)}.${memberText(node)}`;
  return `${pathFrom(root, node.getSourceFile().fileName)}#${functionText(node)}`;
}

/** The method, or the function as its module names it: `poll`, `steps.charge`; inside one of these `run/ship`. */
export function functionText(node: FunctionWithBody): string {
  if (isLocalFunction(node)) return `${functionText(hostOf(node)!)}/${localText(node)}`;
  if (isMethodOfInstance(node)) return memberText(node);
  return pathInModule(node)?.join('.') ?? node.name?.getText() ?? 'function';
}

/** What the code around it calls a local function; one without a name is counted: `async`, `async-2`. */
export function localText(node: FunctionWithBody): string {
  const name = nameOf(node);
  const alike = localsOf(hostOf(node)!).filter((each) => nameOf(each) === name);
  const ordinal = alike.indexOf(node) + 1;
  return ordinal > 1 ? `${name ?? 'async'}-${ordinal}` : (name ?? 'async');
}

/** In source order. */
function localsOf(host: FunctionWithBody): FunctionWithBody[] {
  const locals: FunctionWithBody[] = [];
  const visit = (node: ts.Node): void => {
    if (isFunctionWithBody(node) && isLocalFunction(node) && hostOf(node) === host) locals.push(node);
    ts.forEachChild(node, visit);
  };
  visit(host.body);
  return locals;
}

function nameOf(node: FunctionWithBody): string | undefined {
  const holder = ts.isFunctionDeclaration(node) ? node : outermost(node as ts.Expression).parent;
  const name = ts.isVariableDeclaration(holder) || ts.isFunctionDeclaration(holder) ? holder.name : undefined;
  return name && ts.isIdentifier(name) ? name.text : undefined;
}

/** As written; of a class expression, the constant that holds it. */
export function classNameOf(owner: ts.ClassLikeDeclaration): string {
  if (owner.name) return owner.name.text;
  const holder = owner.parent;
  return ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name) ? holder.name.text : 'default';
}

function memberText(method: ts.MethodDeclaration): string {
  return ts.isStringLiteralLike(method.name) || ts.isIdentifier(method.name) || ts.isPrivateIdentifier(method.name)
    ? method.name.text
    : method.name.getText();
}
