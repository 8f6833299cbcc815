/** Calls, `new`, tagged templates and optional chains with a suspension inside. */
import { ts } from 'ts-morph';
import { skipOuter } from '../analyse/durable.ts';
import { code, join, plain } from '../ir/code.ts';
import type { Code } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { lowerExpression } from './expressions.ts';
import {
  hold,
  isOutsideName,
  isServicePath,
  isStable,
  lowerInOrder,
  mayBeNothing,
  valueOperand,
  type Operand,
} from './operands.ts';
import { render } from './render.ts';

export function argumentOperands(
  m: MethodContext,
  args: readonly ts.Expression[],
  isLeftOut: (argument: ts.Expression) => boolean = () => false,
): Operand[] {
  return args.map((argument) => {
    // Read when it is its turn, because that may throw.
    if (isLeftOut(argument)) return { marked: false, stable: true, lower: () => code`void ${render(m, argument)}` };
    if (!ts.isSpreadElement(argument)) return valueOperand(m, argument);
    return {
      marked: m.marks.has(argument),
      stable: false,
      lower: () => m.standsFor(argument, code`...${lowerExpression(m, argument.expression)}`),
      // The iterable is read when it is its turn, not when the call is made.
      hold: (spread: Code) => code`[${spread}]`,
    };
  });
}

/** Arguments as text; a held spread is spread again. @param isLeftOut for those that do not travel */
export function lowerArguments(
  m: MethodContext,
  before: readonly Operand[],
  args: readonly ts.Expression[],
  isLeftOut?: (argument: ts.Expression) => boolean,
): { before: Code[]; args: Code } {
  const operands = [...before, ...argumentOperands(m, args, isLeftOut)];
  const values = lowerInOrder(m, operands);
  const list = values.slice(before.length).map((value, index) => respread(args[index]!, value));
  return { before: values.slice(0, before.length), args: join(list, ', ') };
}

export function respread(argument: ts.Expression, value: Code): Code {
  if (!ts.isSpreadElement(argument)) return value;
  const isHeld = value.chunks[0]?.text !== '...';
  return isHeld ? code`...${value}` : value;
}

/**
 * [source]  a.b(x, await f())
 * [machine] $1 = a; $2 = x; $1.b; …; $1.b($2, $f)
 * The base is held and the member looked up again: a function cannot travel. `$1.b` throws at once, as the source does,
 * where the base is null.
 */
export function lowerCall(m: MethodContext, call: ts.CallExpression): Code {
  if (ts.isOptionalChain(call)) return lowerOptionalChain(m, call);
  const callee = skipOuter(call.expression);
  if (callee.kind === ts.SyntaxKind.SuperKeyword)
    m.refuse(
      call,
      'HL1301',
      'super(…) does not belong here.',
      'Call it in a constructor; a method of the base is super.name(…).',
    );
  if (ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee))
    return lowerMethodCall(m, call, callee);
  const operand = calleeOperand(m, callee);
  const { before, args } = lowerArguments(m, [operand], call.arguments);
  return code`${parenthesise(callee, before[0]!)}(${args})`;
}

function calleeOperand(m: MethodContext, callee: ts.Expression): Operand {
  const operand = valueOperand(m, callee);
  return isOutsideName(m, callee) ? { ...operand, stable: true } : operand;
}

function parenthesise(callee: ts.Expression, value: Code): Code {
  return ts.isIdentifier(callee) || ts.isCallExpression(callee) || callee.kind === ts.SyntaxKind.ImportKeyword
    ? value
    : code`(${value})`;
}

function lowerMethodCall(
  m: MethodContext,
  call: ts.CallExpression,
  callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): Code {
  const argsMarked = call.arguments.some((argument) => m.marks.has(argument));
  const base = callee.expression;
  if (base.kind === ts.SyntaxKind.SuperKeyword || isOutsideName(m, base) || isServicePath(m, base)) {
    const key = keyOperand(m, callee);
    if (argsMarked && mayBeNothing(m, base))
      m.native(
        code`void ${render(m, base)}${ts.isPropertyAccessExpression(callee) ? memberText(callee, undefined) : '[0]'}`,
      );
    const { before, args } = lowerArguments(m, key ? [key] : [], call.arguments);
    return code`${render(m, base)}${memberText(callee, before[0])}(${args})`;
  }
  const key = keyOperand(m, callee);
  const held: Code[] = [];
  // The member is read before the arguments are evaluated: a missing base fails first.
  const probe: Operand = {
    marked: false,
    stable: true,
    lower: () => (argsMarked ? probeMember(m, callee, held) : plain('')),
  };
  const operands = [valueOperand(m, base), ...(key ? [key] : []), probe, ...argumentOperands(m, call.arguments)];
  const values = lowerInOrder(m, operands, (value, index) => (held[index] = value));
  const firstArgument = key ? 3 : 2;
  const args = values.slice(firstArgument).map((value, index) => respread(call.arguments[index]!, value));
  return code`${primary(base, values[0]!)}${memberText(callee, key ? values[1] : undefined)}(${join(args, ', ')})`;
}

function probeMember(
  m: MethodContext,
  callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  values: readonly Code[],
): Code {
  const type = m.checker.getTypeAtLocation(callee.expression);
  const cannotBeNull =
    type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike) ||
    ts.isArrayLiteralExpression(skipOuter(callee.expression));
  if (!cannotBeNull)
    m.native(
      code`void ${primary(callee.expression, values[0]!)}${memberText(callee, values.length > 1 ? values[1] : undefined)}`,
    );
  return plain('');
}

function keyOperand(
  m: MethodContext,
  callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): Operand | undefined {
  return ts.isElementAccessExpression(callee) ? valueOperand(m, callee.argumentExpression) : undefined;
}

/** `.name` or `[key]` behind a base. */
export function memberText(
  access: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  key: Code | undefined,
): Code {
  return ts.isPropertyAccessExpression(access) ? plain(`.${access.name.text}`) : code`[${key!}]`;
}

/** The lowered code of a node may stand where the node stood; as the base of a member, a number or a `new` needs parentheses. */
export function primary(node: ts.Expression, value: Code): Code {
  const at = skipOuter(node);
  const isSimple =
    ts.isIdentifier(at) ||
    ts.isPropertyAccessExpression(at) ||
    ts.isElementAccessExpression(at) ||
    ts.isCallExpression(at) ||
    at.kind === ts.SyntaxKind.ThisKeyword ||
    at.kind === ts.SyntaxKind.SuperKeyword ||
    ts.isParenthesizedExpression(node);
  return isSimple || value.reads.size === 1 ? value : code`(${value})`;
}

export function lowerNew(m: MethodContext, node: ts.NewExpression): Code {
  const { before, args } = lowerArguments(m, [calleeOperand(m, node.expression)], node.arguments ?? []);
  const callee = skipOuter(node.expression);
  const isName = ts.isIdentifier(callee) || ts.isPropertyAccessExpression(callee);
  return isName ? code`new ${before[0]!}(${args})` : code`new (${before[0]!})(${args})`;
}

/** [source] tag\`a${x}b${await f()}\` — the template keeps its place, so its strings object stays one. */
export function lowerTaggedTemplate(m: MethodContext, node: ts.TaggedTemplateExpression): Code {
  if (ts.isNoSubstitutionTemplateLiteral(node.template)) {
    return render(m, node, new Map([[node.tag, lowerExpression(m, node.tag)]]));
  }
  const spans = node.template.templateSpans;
  const isMember =
    ts.isPropertyAccessExpression(node.tag) && !isOutsideName(m, node.tag) && !isServicePath(m, node.tag.expression);
  const tag = isMember ? node.tag.expression : node.tag;
  const values = lowerInOrder(m, [calleeOperand(m, tag), ...spans.map((span) => valueOperand(m, span.expression))]);
  const overrides = new Map<ts.Node, Code>(spans.map((span, index) => [span.expression, values[index + 1]!]));
  overrides.set(tag, values[0]!);
  return render(m, node, overrides);
}

/**
 * [source]  a?.b(await f()).c
 * [machine] $1 = a; if ($1 == null) → result = undefined, out; $2 = f…; result = $1.b($2).c
 */
export function lowerOptionalChain(
  m: MethodContext,
  chain: ts.Expression,
  finish = (value: Code): Code => value,
  whenMissing = 'undefined',
): Code {
  const links = linksOf(chain);
  const result = m.temp('chain');
  const out = m.newBlock('end of chain');
  const missing = m.newBlock('chain is missing');
  let base: Code | undefined;
  let value = lowerExpression(m, links[0]!.expression);
  let isSuper = links[0]!.expression.kind === ts.SyntaxKind.SuperKeyword;
  for (const link of links) {
    if (link.questionDotToken) {
      // A member before `?.(` is looked up again on its base: a function cannot travel.
      if (!(ts.isCallExpression(link) && base !== undefined))
        value = holdUnlessNamed(m, link.expression, value, 'link');
      const next = m.newBlock('chain goes on');
      m.branch(code`(${value}) == null`, missing, next);
      m.enter(next);
    }
    if (ts.isCallExpression(link)) {
      value = m.standsFor(link, lowerLinkCall(m, link, base, value));
      base = undefined;
    } else {
      const laterMarked = m.marks.has(chain);
      base = isSuper || !laterMarked ? value : holdUnlessNamed(m, link.expression, value);
      isSuper = false;
      const key = ts.isElementAccessExpression(link)
        ? hold(m, lowerExpression(m, link.argumentExpression), 'key')
        : undefined;
      value = m.standsFor(link, code`${primary(link.expression, base)}${memberText(link, key)}`);
    }
  }
  m.set(result, finish(value), true);
  m.jump(out);
  m.enter(missing);
  m.set(result, plain(whenMissing), true);
  m.jump(out);
  m.enter(out);
  return m.read(result);
}

function holdUnlessNamed(m: MethodContext, node: ts.Expression, value: Code, hint = 'base'): Code {
  return isOutsideName(m, node) || isServicePath(m, node) || isStable(m, node) ? value : hold(m, value, hint, node);
}

function lowerLinkCall(m: MethodContext, link: ts.CallExpression, base: Code | undefined, value: Code): Code {
  const isMarked = link.arguments.some((argument) => m.marks.has(argument));
  const callee = isMarked && base === undefined ? holdUnlessNamed(m, link.expression, value, 'callee') : value;
  const { args } = lowerArguments(m, [], link.arguments);
  return code`${callee}(${args})`;
}

type Link = ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression;

/** The links of a chain from its root outwards; the first link's `expression` is the root. */
function linksOf(chain: ts.Expression): Link[] {
  const links: Link[] = [];
  let at: ts.Expression = chain;
  while (isLink(at)) {
    links.unshift(at);
    if (!ts.isOptionalChain(at)) break;
    if (at.questionDotToken) {
      // The root may itself be a chain, ended by this `?.`: it is lowered as an expression of its own.
      if (!ts.isOptionalChain(at.expression)) {
        // A member before `?.(` keeps its base for the call.
        if (ts.isCallExpression(at) && isLink(at.expression) && !ts.isCallExpression(at.expression))
          links.unshift(at.expression);
        break;
      }
    }
    at = skipNonNull(at.expression);
  }
  return links;
}

function skipNonNull(node: ts.Expression): ts.Expression {
  return ts.isNonNullExpression(node) ? skipNonNull(node.expression) : node;
}

function isLink(node: ts.Expression): node is Link {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isCallExpression(node);
}
