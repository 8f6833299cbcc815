/**
 * `Promise.all`, `allSettled`, `any` and `race` over durable calls: a group, whose branches run side by side.
 *
 * [source] await Promise.all([this.charge(a), ...orders.map((o) => this.ship(o)), 5])
 *
 * The calls that give an item of the list are its sites. Each becomes a branch where it stands, so whatever makes the list
 * (a `map`, a spread, a condition) stays native code. Everything else in the list is a value.
 */
import { ts } from 'ts-morph';
import type { GroupPolicy } from '../../runtime/protocol/machine.ts';
import { skipOuter } from './durable.ts';
import { isLibrary } from './library.ts';
import { valuesOf } from './marks.ts';

const policies: ReadonlySet<string> = new Set<GroupPolicy>(['all', 'allSettled', 'any', 'race']);

/** The static method of `Promise` that is called here, or undefined. */
export function groupPolicy(call: ts.CallExpression, checker: ts.TypeChecker): GroupPolicy | undefined {
  const callee = skipOuter(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || !policies.has(callee.name.text)) return undefined;
  const owner = skipOuter(callee.expression);
  if (!ts.isIdentifier(owner) || owner.text !== 'Promise') return undefined;
  const declarations = checker.getSymbolAtLocation(owner)?.declarations ?? [];
  return declarations.every(isLibrary) ? (callee.name.text as GroupPolicy) : undefined;
}

/** The list that is given to a group. */
export function listOf(call: ts.CallExpression): ts.Expression | undefined {
  const [list, ...rest] = call.arguments;
  return list && rest.length === 0 && !ts.isSpreadElement(list) ? list : undefined;
}

/** Every expression that may give an item of the list, where it can be seen: through spreads, conditions and `map`. */
export function itemsOf(list: ts.Expression): ts.Expression[] {
  return valuesOf(list).flatMap((value) => {
    if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap(itemsOfElement);
    const mapper = ts.isCallExpression(value) ? mapperOf(value) : undefined;
    if (!mapper) return [];
    return mapper.isFlat ? resultsOf(mapper.function).flatMap(itemsOf) : resultsOf(mapper.function);
  });
}

function itemsOfElement(element: ts.Expression): ts.Expression[] {
  return ts.isSpreadElement(element) ? itemsOf(element.expression) : valuesOf(element);
}

/** What makes the items of the list, one call for each: functions, or names of them. */
export function mappersOf(list: ts.Expression): ts.Expression[] {
  return valuesOf(list).flatMap((value) => {
    if (ts.isArrayLiteralExpression(value))
      return value.elements.flatMap((each) => (ts.isSpreadElement(each) ? mappersOf(each.expression) : []));
    const given = ts.isCallExpression(value) ? mapperGiven(value) : undefined;
    return given && !given.isFlat ? [skipOuter(given.mapper)] : [];
  });
}

interface Mapper {
  readonly function: ts.ArrowFunction | ts.FunctionExpression;
  /** It gives lists of items. */
  readonly isFlat: boolean;
}

/** The function that makes the items: of `xs.map(f)`, `xs.flatMap(f)` and `Array.from(xs, f)`. */
function mapperOf(call: ts.CallExpression): Mapper | undefined {
  const given = mapperGiven(call);
  const mapper = given && skipOuter(given.mapper);
  const isFunction = mapper && (ts.isArrowFunction(mapper) || ts.isFunctionExpression(mapper));
  return isFunction ? { function: mapper, isFlat: given!.isFlat } : undefined;
}

function mapperGiven(call: ts.CallExpression): { mapper: ts.Expression; isFlat: boolean } | undefined {
  const callee = skipOuter(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const isFrom = callee.name.text === 'from' && callee.expression.getText() === 'Array';
  const isFlat = callee.name.text === 'flatMap';
  const isMap = isFlat || callee.name.text === 'map';
  const mapper = isFrom ? call.arguments[1] : isMap ? call.arguments[0] : undefined;
  return mapper && { mapper, isFlat };
}

/** What a function that is not async returns. */
function resultsOf(callback: ts.ArrowFunction | ts.FunctionExpression): ts.Expression[] {
  if (callback.asteriskToken || callback.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)) return [];
  if (!ts.isBlock(callback.body)) return valuesOf(callback.body);
  const results: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) results.push(...valuesOf(node.expression));
    ts.forEachChild(node, visit);
  };
  visit(callback.body);
  return results;
}
