import { createHash } from 'node:crypto';

import { ts } from 'ts-morph';

import type { MachineIr } from '../ir/instruction.ts';

/**
 * A hash of what the machine is made of with the names of its locals left out: equal shapes differ in nothing but names,
 * comments and layout.
 */
export function methodShape(machine: MachineIr, sourceFile: ts.SourceFile, checker: ts.TypeChecker): string {
  const method = machine.node;
  const numbers = new Map<ts.Symbol, number>();
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    if (ts.isIdentifier(node)) tokens.push(identifierText(node, method, checker, numbers));
    else if (node.getChildCount(sourceFile) === 0) tokens.push(node.getText(sourceFile));
    else node.getChildren(sourceFile).forEach(visit);
  };
  visit(method);
  return createHash('sha256').update(tokens.join(' ')).digest('hex').slice(0, 16);
}

/** `#3` for a local. In `{ invoice }` the name is also that of a property, which is no local's business. */
function identifierText(
  identifier: ts.Identifier,
  method: ts.Node,
  checker: ts.TypeChecker,
  numbers: Map<ts.Symbol, number>,
): string {
  const { parent } = identifier;
  const isShorthand = ts.isShorthandPropertyAssignment(parent) && parent.name === identifier;
  const symbol = isShorthand
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(identifier);
  if (!symbol || !isLocal(symbol, method)) return identifier.text;
  const number = numbers.get(symbol) ?? numbers.size;
  numbers.set(symbol, number);
  const isBoundProperty =
    ts.isBindingElement(parent) &&
    parent.name === identifier &&
    !parent.propertyName &&
    ts.isObjectBindingPattern(parent.parent);
  return isShorthand || (isBoundProperty && !parent.dotDotDotToken) ? `${identifier.text}:#${number}` : `#${number}`;
}

/** A variable, parameter, function or class declared inside the method. */
function isLocal(symbol: ts.Symbol, method: ts.Node): boolean {
  const { valueDeclaration } = symbol;
  if (!valueDeclaration || !(symbol.flags & localFlags)) return false;
  return (
    valueDeclaration.pos > method.pos &&
    valueDeclaration.end <= method.end &&
    valueDeclaration.getSourceFile() === method.getSourceFile()
  );
}

const localFlags = ts.SymbolFlags.Variable | ts.SymbolFlags.Function | ts.SymbolFlags.Class;
