/** What machines are called: a method by its class, a function by its file and its place there. */
import { ts } from 'ts-morph';
import { isMethodOfInstance, pathInModule, type FunctionNode } from '../analyse/functions.ts';
import { pathFrom } from '../project/paths.ts';

/** `Dunning.collect`, `lib/poll.ts#poll`. @param root that files are relative to */
export function machineName(node: FunctionNode, root: string): string {
  if (isMethodOfInstance(node)) return `${classNameOf(node.parent)}.${memberText(node)}`;
  return `${pathFrom(root, node.getSourceFile().fileName)}#${functionText(node)}`;
}

/** The method, or the function as its module names it: `poll`, `steps.charge`. */
export function functionText(node: FunctionNode): string {
  if (isMethodOfInstance(node)) return memberText(node);
  return pathInModule(node)?.join('.') ?? node.name?.getText() ?? 'function';
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
