import { ts } from 'ts-morph';

/**
 * The quick look before the slow one: no machine comes from a file without classes, and none from one that neither
 * decorates anything nor speaks of hopline, unless a class with something async in it extends another: it may override a
 * method that suspends. (A decorator may have any name, so names are not looked at.)
 */
export function mayHoldMachines(sourceFile: ts.SourceFile): boolean {
  const { text } = sourceFile;
  if (!/\bclass\b/.test(text)) return false;
  if (/\bextends\b/.test(text) && /\basync\b/.test(text)) return true;
  return text.includes('hopline') || (text.includes('@') && hasDecorator(sourceFile));
}

/** By syntax: `@` also stands in comments and strings, and a decorator may stand on the line of its class. */
export function hasDecorator(node: ts.Node): boolean {
  return ts.isDecorator(node) || (ts.forEachChild(node, (child) => hasDecorator(child) || undefined) ?? false);
}
