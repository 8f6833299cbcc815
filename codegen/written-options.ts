import { ts } from 'ts-morph';

import { Durables } from './analyse/durable.ts';
import type { MachineIr, Suspension } from './ir/instruction.ts';

/** What could not be read without running the author's code, as it is written. */
export interface WrittenExpression {
  readonly expression: string;
}

/** Options as far as they are literals, for the manifest: nothing of the author's is executed. */
export interface WrittenOptions {
  /** Of the workflow's decorator. */
  ofWorkflow(machine: MachineIr): Record<string, unknown>;
  isAbstract(machine: MachineIr): boolean;
  /** Of the activity that the suspension waits for, wherever it is decorated or branded. */
  ofActivity(suspension: Suspension): Record<string, unknown>;
}

export function readWrittenOptions(sourceFile: ts.SourceFile, checker: ts.TypeChecker): WrittenOptions {
  const durables = Durables.of(checker);
  const methodOf = (machine: MachineIr) => {
    const line = sourceFile.getPositionOfLineAndCharacter(machine.line - 1, 0);
    return findAt(sourceFile, line, sourceFile.getLineEndOfPosition(line), (node) =>
      isMethodNamed(node, machine.method, line) ? node : undefined,
    ) as ts.MethodDeclaration | undefined;
  };
  return {
    ofWorkflow(machine) {
      const method = methodOf(machine);
      return optionsOf(method && durables.decorator(method, 'workflow'), checker);
    },
    isAbstract(machine) {
      const owner = methodOf(machine)?.parent;
      return (
        owner !== undefined &&
        ts.isClassLike(owner) &&
        (owner.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword)
      );
    },
    ofActivity(suspension) {
      const policy = suspension.target?.policy;
      if (policy !== undefined) return JSON.parse(policy) as Record<string, unknown>;
      const callee = findAt(sourceFile, suspension.at, suspension.at, (node) =>
        node.getStart(sourceFile) === suspension.at ? calleeOf(node, suspension) : undefined,
      );
      const method = callee && durables.methodDeclaration(callee as ts.PropertyAccessExpression);
      return optionsOf(method && durables.decorator(method, 'activity'), checker);
    },
  };
}

/** The first pick, in source order, of the nodes that reach into the range and do not begin behind it. */
function findAt(
  sourceFile: ts.SourceFile,
  from: number,
  to: number,
  pick: (node: ts.Node) => ts.Node | undefined,
): ts.Node | undefined {
  const visit = (node: ts.Node): ts.Node | undefined => {
    if (node.end <= from || node.getStart(sourceFile) > to) return undefined;
    return pick(node) ?? ts.forEachChild(node, visit);
  };
  return visit(sourceFile);
}

/** The decorators stand before the name, so the node may begin lines above. */
function isMethodNamed(node: ts.Node, name: string, from: number): boolean {
  return ts.isMethodDeclaration(node) && node.name.getText() === name && node.name.getStart() >= from;
}

/** `this.charge` of `await this.charge(invoice)`. */
function calleeOf(node: ts.Node, { target }: Suspension): ts.Node | undefined {
  if (!ts.isAwaitExpression(node) && !ts.isCallExpression(node)) return undefined;
  let at: ts.Expression = ts.isAwaitExpression(node) ? node.expression : node;
  while (ts.isParenthesizedExpression(at) || ts.isAsExpression(at) || ts.isNonNullExpression(at)) at = at.expression;
  if (!ts.isCallExpression(at)) return undefined;
  const callee = at.expression;
  return ts.isPropertyAccessExpression(callee) && callee.name.text === target?.key ? callee : undefined;
}

function optionsOf(decorator: ts.Decorator | undefined, checker: ts.TypeChecker): Record<string, unknown> {
  const argument =
    decorator && ts.isCallExpression(decorator.expression) ? decorator.expression.arguments[0] : undefined;
  const value = argument && valueOf(argument, checker);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function valueOf(node: ts.Expression, checker: ts.TypeChecker): unknown {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return valueOf(node.expression, checker);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isArrayLiteralExpression(node) && !node.elements.some(ts.isSpreadElement))
    return node.elements.map((element) => valueOf(element, checker));
  if (ts.isObjectLiteralExpression(node)) return objectOf(node, checker);
  const constant = ts.isIdentifier(node) ? initialiserOf(node, checker) : undefined;
  return constant ? valueOf(constant, checker) : ({ expression: node.getText() } satisfies WrittenExpression);
}

function objectOf(node: ts.ObjectLiteralExpression, checker: ts.TypeChecker): unknown {
  const entries: [string, unknown][] = [];
  for (const property of node.properties) {
    if (ts.isPropertyAssignment(property) && !ts.isComputedPropertyName(property.name))
      entries.push([nameText(property.name), valueOf(property.initializer, checker)]);
    else if (ts.isShorthandPropertyAssignment(property))
      entries.push([property.name.text, { expression: property.name.text }]);
    else if (ts.isMethodDeclaration(property))
      entries.push([property.name.getText(), { expression: property.getText() }]);
    // A spread or a computed name may set anything: then only the whole text is true.
    else return { expression: node.getText() };
  }
  return Object.fromEntries(entries);
}

function nameText(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)
    ? name.text
    : name.getText();
}

/** Of a `const` of the same file. */
function initialiserOf(name: ts.Identifier, checker: ts.TypeChecker): ts.Expression | undefined {
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  const isConst = (declaration.parent.flags & ts.NodeFlags.Const) !== 0;
  return isConst && declaration.getSourceFile() === name.getSourceFile() ? declaration.initializer : undefined;
}
