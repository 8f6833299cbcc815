/** For each variable of a function, all that it is ever set from, wherever that stands. */
import { ts } from 'ts-morph';
import { identifiersIn, isAssignmentOperator } from './bind.ts';

export interface Source {
  /** What a pattern's variable is set from is what the pattern takes apart; an element's, what is walked through. */
  readonly expression: ts.Expression;
  /** `...rest`: the variable holds a new object. */
  readonly isCopy: boolean;
}

export type VariableSources = ReadonlyMap<ts.Symbol, readonly Source[]>;

export function variableSources(
  made: ts.FunctionLikeDeclaration,
  symbolOf: (identifier: ts.Identifier) => ts.Symbol | undefined,
): VariableSources {
  const sources = new Map<ts.Symbol, Source[]>();
  const add = (identifier: ts.Identifier, expression: ts.Expression): void => {
    const symbol = symbolOf(identifier);
    if (!symbol) return;
    const known = sources.get(symbol);
    const source = { expression, isCopy: isRest(identifier) };
    if (known) known.push(source);
    else sources.set(symbol, [source]);
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) && node.initializer)
      for (const name of identifiersIn(node.name)) add(name, node.initializer);
    if (ts.isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind))
      for (const name of identifiersUnder(node.left)) add(name, node.right);
    if (ts.isShorthandPropertyAssignment(node) && node.objectAssignmentInitializer)
      add(node.name, node.objectAssignmentInitializer);
    if (ts.isForOfStatement(node)) for (const name of identifiersUnder(node.initializer)) add(name, node.expression);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      for (const name of callbackParameters(node)) add(name, node.expression.expression);
    ts.forEachChild(node, visit);
  };
  visit(made);
  return sources;
}

function isRest(identifier: ts.Identifier): boolean {
  const parent = identifier.parent;
  return (ts.isBindingElement(parent) || ts.isParameter(parent)) && parent.dotDotDotToken !== undefined;
}

/** `xs.forEach((x) => …)` hands its elements to the function. */
function callbackParameters(call: ts.CallExpression): ts.Identifier[] {
  return call.arguments.flatMap((argument) =>
    ts.isArrowFunction(argument) || ts.isFunctionExpression(argument)
      ? argument.parameters.flatMap((parameter) => identifiersIn(parameter.name))
      : [],
  );
}

/** More than the targets: keys and bases are among them, which only makes the answers more careful. */
function identifiersUnder(node: ts.Node): ts.Identifier[] {
  if (ts.isIdentifier(node)) return [node];
  const found: ts.Identifier[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...identifiersUnder(child));
  });
  return found;
}
