/** What the language and Node declare, as against what people write. */
import { ts } from 'ts-morph';

export function isLibrary(declaration: ts.Declaration): boolean {
  return /[\\/]lib\.[\w.]*\.?d\.ts$|[\\/]@types[\\/]node[\\/]/.test(declaration.getSourceFile().fileName);
}

export function isFromLibrary(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(isLibrary);
}
