/**
 * G10: is a piece of code provably repeatable? Literals, locals, operators, property reads and a list of pure built-ins
 * are; the clock, the dice, calls to unknown code and state outside the run are not. When in doubt: not.
 */
import { ts } from 'ts-morph';
import { memberName, skipOuter } from './durable.ts';

/** Static members that give the same for the same arguments in every process. */
const pureStatics: Record<string, 'all' | readonly string[]> = {
  Math: [
    'abs',
    'acos',
    'asin',
    'atan',
    'atan2',
    'cbrt',
    'ceil',
    'clz32',
    'cos',
    'exp',
    'floor',
    'fround',
    'hypot',
    'imul',
    'log',
    'log10',
    'log1p',
    'log2',
    'max',
    'min',
    'pow',
    'round',
    'sign',
    'sin',
    'sqrt',
    'tan',
    'trunc',
  ],
  JSON: 'all',
  Object: [
    'assign',
    'entries',
    'fromEntries',
    'keys',
    'values',
    'freeze',
    'isFrozen',
    'hasOwn',
    'is',
    'create',
    'getPrototypeOf',
    'groupBy',
  ],
  Array: ['from', 'isArray', 'of'],
  Number: 'all',
  String: 'all',
  BigInt: 'all',
  Date: ['UTC'],
  Map: ['groupBy'],
};
const pureFunctions = new Set([
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'encodeURIComponent',
  'decodeURIComponent',
  'encodeURI',
  'decodeURI',
  'structuredClone',
  'Number',
  'String',
  'Boolean',
  'BigInt',
  'Array',
  'Object',
  'Error',
  'TypeError',
  'RangeError',
]);
const pureConstructors = new Set([
  'Map',
  'Set',
  'Array',
  'Object',
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'RegExp',
  'URL',
  'URLSearchParams',
  'Uint8Array',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
  'Uint8ClampedArray',
  'ArrayBuffer',
  'DataView',
]);
/** Built-in classes whose methods are pure on a value of the run, but for those that ask the host for its zone or language. */
const pureReceivers = new Set([
  'String',
  'Number',
  'BigInt',
  'Boolean',
  'Array',
  'ReadonlyArray',
  'Map',
  'ReadonlyMap',
  'Set',
  'ReadonlySet',
  'Date',
  'RegExp',
  'Object',
  'URL',
  'URLSearchParams',
  'Uint8Array',
  'Error',
  'Function',
  'CallableFunction',
]);
const hostDependent =
  /^(toLocale|localeCompare|getTimezoneOffset$|get(Date|Day|FullYear|Hours|Minutes|Month|Seconds|Milliseconds|Year)$|set(Date|FullYear|Hours|Minutes|Month|Seconds|Milliseconds|Year)$|toString$|toDateString|toTimeString)/;

export interface PurityContext {
  readonly checker: ts.TypeChecker;
  /** A variable of the run: a slot, or declared inside the piece itself. */
  isLocal(identifier: ts.Identifier): boolean;
  /** A local closure whose body is pure. */
  isPureClosure(identifier: ts.Identifier): boolean;
}

/** Looks at one node only, not at its children. */
export function isImpureNode(node: ts.Node, context: PurityContext): boolean {
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return true;
  if (ts.isTaggedTemplateExpression(node)) return !isStringRaw(node.tag);
  if (ts.isNewExpression(node)) return !isPureNew(node, context);
  if (ts.isCallExpression(node)) return !isPureCall(node, context);
  if (ts.isIdentifier(node)) return isMutableOutside(node, context);
  if (ts.isPropertyAccessExpression(node)) return isAccessor(node, context);
  if (ts.isDeleteExpression(node)) return !isRootedInRun(node.expression, context);
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return writesOutside(node.left, context);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const steps = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return steps && writesOutside(node.operand, context);
  }
  return ts.isForOfStatement(node) && node.awaitModifier !== undefined;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function writesOutside(target: ts.Expression, context: PurityContext): boolean {
  const at = skipOuter(target);
  if (ts.isArrayLiteralExpression(at) || ts.isObjectLiteralExpression(at)) return !everyIdentifierIsLocal(at, context);
  return !isRootedInRun(at, context);
}

function everyIdentifierIsLocal(pattern: ts.Node, context: PurityContext): boolean {
  if (ts.isIdentifier(pattern) && !ts.isPropertyAssignment(pattern.parent)) return context.isLocal(pattern);
  return ts.forEachChild(pattern, (child) => (everyIdentifierIsLocal(child, context) ? undefined : true)) === undefined;
}

/** `a`, `a.b[c]` where `a` is a variable of the run, or a fresh value. */
function isRootedInRun(expression: ts.Expression, context: PurityContext): boolean {
  const at = skipOuter(expression);
  if (ts.isIdentifier(at)) return context.isLocal(at);
  if (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at))
    return isRootedInRun(at.expression, context);
  if (ts.isCallExpression(at)) {
    const callee = skipOuter(at.expression);
    if (ts.isPropertyAccessExpression(callee))
      return isRootedInRun(callee.expression, context) || isGlobalNamed(callee.expression, context);
    return ts.isIdentifier(callee) && pureFunctions.has(callee.text);
  }
  if (ts.isConditionalExpression(at))
    return isRootedInRun(at.whenTrue, context) && isRootedInRun(at.whenFalse, context);
  if (ts.isBinaryExpression(at)) return true;
  return (
    ts.isLiteralExpression(at) ||
    ts.isTemplateExpression(at) ||
    ts.isArrayLiteralExpression(at) ||
    ts.isObjectLiteralExpression(at) ||
    ts.isNewExpression(at) ||
    ts.isPrefixUnaryExpression(at)
  );
}

function isPureNew(node: ts.NewExpression, context: PurityContext): boolean {
  const callee = skipOuter(node.expression);
  if (!ts.isIdentifier(callee) || !isGlobal(callee, context)) return false;
  if (callee.text === 'Date') return isPureDate(node.arguments ?? ts.factory.createNodeArray(), context);
  return pureConstructors.has(callee.text);
}

/** `new Date()` reads the clock, `new Date('2026-01-01')` in local form the host's zone; of one number, or of a Date, neither. */
function isPureDate(args: ts.NodeArray<ts.Expression>, context: PurityContext): boolean {
  if (args.length !== 1) return false;
  const type = context.checker.getTypeAtLocation(args[0]!);
  if (type.flags & ts.TypeFlags.NumberLike) return true;
  if (type.getSymbol()?.name === 'Date') return true;
  const text = skipOuter(args[0]!);
  return ts.isStringLiteralLike(text) && /(Z|[+-]\d\d:\d\d)$|^\d{4}-\d\d-\d\d$/.test(text.text);
}

function isPureCall(call: ts.CallExpression, context: PurityContext): boolean {
  const callee = skipOuter(call.expression);
  if (ts.isIdentifier(callee)) {
    if (context.isLocal(callee)) return context.isPureClosure(callee);
    return isGlobal(callee, context) && pureFunctions.has(callee.text);
  }
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return false;
  const key = memberName(callee);
  if (key === undefined) return false;
  const base = skipOuter(callee.expression);
  if (ts.isIdentifier(base) && isGlobal(base, context)) {
    const statics = Object.hasOwn(pureStatics, base.text) ? pureStatics[base.text] : undefined;
    return statics === 'all' || (statics?.includes(key) ?? false);
  }
  return isRootedInRun(base, context) && isPureMethod(base, key, context) && hasKnownCallbacks(call, context);
}

/** A function handed to a built-in is called by it: `xs.map(send)` is a call of `send`. */
function hasKnownCallbacks(call: ts.CallExpression, context: PurityContext): boolean {
  return call.arguments.every((argument) => {
    const at = skipOuter(argument);
    if (ts.isFunctionLike(at)) return true;
    if (context.checker.getTypeAtLocation(at).getCallSignatures().length === 0) return true;
    if (!ts.isIdentifier(at)) return false;
    return context.isLocal(at) ? context.isPureClosure(at) : isGlobal(at, context) && pureFunctions.has(at.text);
  });
}

function isPureMethod(base: ts.Expression, key: string, context: PurityContext): boolean {
  const type = context.checker.getApparentType(
    context.checker.getNonNullableType(context.checker.getTypeAtLocation(base)),
  );
  const parts = type.isUnion() ? type.types.map((t) => context.checker.getApparentType(t)) : [type];
  return parts.every((part) => {
    const declaration = part.getProperty(key)?.declarations?.[0];
    if (!declaration || !isLibrary(declaration)) return false;
    const owner = declaration.parent as { name?: ts.Identifier };
    const name = owner.name?.text ?? '';
    if (name === 'Date' && (hostDependent.test(key) || key === 'toJSON' ? key !== 'toJSON' : false)) return false;
    if (/^toLocale|localeCompare/.test(key)) return false;
    return pureReceivers.has(name);
  });
}

function isLibrary(declaration: ts.Declaration): boolean {
  return /[\\/]lib\.[\w.]*\.?d\.ts$|[\\/]@types[\\/]node[\\/]/.test(declaration.getSourceFile().fileName);
}

function isGlobalNamed(expression: ts.Expression, context: PurityContext): boolean {
  const at = skipOuter(expression);
  return ts.isIdentifier(at) && isGlobal(at, context);
}

function isGlobal(identifier: ts.Identifier, context: PurityContext): boolean {
  const declarations = context.checker.getSymbolAtLocation(identifier)?.declarations;
  return declarations !== undefined && declarations.length > 0 && declarations.every(isLibrary);
}

/** A `let` of the module, or of a module that it imports: another process has another value. */
function isMutableOutside(identifier: ts.Identifier, context: PurityContext): boolean {
  if (context.isLocal(identifier)) return false;
  let symbol = context.checker.getSymbolAtLocation(identifier);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = context.checker.getAliasedSymbol(symbol);
  const declaration = symbol?.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration) || isLibrary(declaration)) return false;
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) === 0;
}

function isAccessor(node: ts.PropertyAccessExpression, context: PurityContext): boolean {
  const symbol = context.checker.getSymbolAtLocation(node.name);
  const declaration = symbol?.declarations?.[0];
  if (!declaration || isLibrary(declaration)) return false;
  return ts.isGetAccessorDeclaration(declaration);
}

function isStringRaw(tag: ts.Expression): boolean {
  return tag.getText() === 'String.raw';
}
