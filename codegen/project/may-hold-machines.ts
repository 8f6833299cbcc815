import { ts } from 'ts-morph';
import { isAsync, isFunctionWithBody } from '../analyse/functions.ts';

/**
/**
 * The quick look before the slow one. A machine comes from a file that decorates something or speaks of hopline, and from
 * one whose functions may await those of such a file, or whose classes may override theirs. (A decorator may have any
 * name, so names are not looked at.)
 *
 * @param reachesHopline whether a module that the file imports, near or far, speaks of it
 */
export function mayHoldMachines(sourceFile: ts.SourceFile, reachesHopline: () => boolean): boolean {
  const { text } = sourceFile;
  const hasFunctions = /\b(?:class|async)\b/.test(text);
  if (!hasFunctions) return false;
  if (text.includes('hopline') || (text.includes('@') && hasDecorator(sourceFile))) return true;
  return awaitsOrOverrides(sourceFile) && reachesHopline();
}

/** By syntax: `@` also stands in comments and strings, and a decorator may stand on the line of its class. */
export function hasDecorator(node: ts.Node): boolean {
  return ts.isDecorator(node) || (ts.forEachChild(node, (child) => hasDecorator(child) || undefined) ?? false);
}

/** An async function or method that is no callback, or a class that extends another. */
function awaitsOrOverrides(sourceFile: ts.SourceFile): boolean {
  const visit = (node: ts.Node): boolean => {
    if (isFunctionWithBody(node)) return isAsync(node);
    if (ts.isCallExpression(node)) return false;
    if (ts.isHeritageClause(node) && ts.isClassLike(node.parent) && node.token === ts.SyntaxKind.ExtendsKeyword)
      return true;
    return ts.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(sourceFile);
}
