/**
 * A group becomes one suspension, whose argument is the list with a seed in the place of each durable call.
 *
 * [source]  await Promise.all([this.charge(a), ...orders.map((o) => this.ship(o))])
 * [machine] suspend all [branch("charge", [a]), ...orders.map((o) => branch("ship", [o]))]
 */
import { ts } from 'ts-morph';
import type { Choice, DurableCall, GroupMapper } from '../analyse/durable.ts';
import { skipOuter } from '../analyse/durable.ts';
import { itemsOf, mappersOf } from '../analyse/groups.ts';
import { code, CodeBuilder, join, plain } from '../ir/code.ts';
import type { Code, Suspension } from '../ir/instruction.ts';
import { argumentOperands, respread } from './calls.ts';
import { captureArgument } from './captures.ts';
import type { MethodContext } from './context.ts';
import { lowerInOrder, type Operand } from './operands.ts';
import { render } from './render.ts';
import {
  argumentList,
  branchSuspension,
  goOnBehind,
  mapperSuspension,
  newSuspension,
  optionalOn,
  type Outcome,
} from './suspension.ts';

type Group = Extract<DurableCall, { kind: 'group' }>;

export function suspendGroup(m: MethodContext, at: ts.Node, group: Group, outcome: Outcome): Code {
  const suspension = newSuspension(m, at, group, plain('[]'));
  const seeds = new Map(group.sites.map((site) => [site as ts.Node, seedAt(m, site, suspension)]));
  const mappers = new Map(group.mappers.map((mapper) => [mapper.node as ts.Node, mapperAt(m, mapper, suspension)]));
  const list = lowerList(m, group, seeds, mappers);
  const args = mayHoldPromises(m, group) ? settled(m, list) : list;
  return goOnBehind(m, Object.assign(suspension, { args }), group, outcome);
}

// ---- seeds -------------------------------------------------------------------------------------------------------------

/** What stands for one call, given its arguments. */
type Seed = (args: Code) => Code;

function seedAt(m: MethodContext, site: ts.CallExpression, group: Suspension): Seed {
  const durable = m.module.durables.classify(site)!;
  const { support } = m.module.emitted;
  const seed: Seed =
    durable.kind === 'choice'
      ? chosenSeed(m, site, durable, group)
      : (
          (state) => (args) =>
            code`${support}.branch(${state}, ${args})`
        )(stateName(branchSuspension(m, site, durable, group)));
  const condition = optionalOn(site);
  return condition ? (args) => code`((${render(m, condition)}) == null ? undefined : ${seed(args)})` : seed;
}

/** [source] this[kind](order) · [machine] chosenBranch(kind, { card: "card", cash: "cash" }, [order]) */
function chosenSeed(
  m: MethodContext,
  site: ts.CallExpression,
  { access, of }: Extract<DurableCall, { kind: 'choice' }>,
  group: Suspension,
): Seed {
  const states = of.map(({ key, durable }: Choice) => {
    const state = stateName(branchSuspension(m, site, durable, group));
    return code`[${JSON.stringify(key)}]: ${state}`;
  });
  const key = render(m, access.argumentExpression);
  return (args) => code`${m.module.emitted.support}.chosenBranch(${key}, { ${join(states, ', ')} }, ${args})`;
}

/**
 * [source]  async (order, index) => { … }
 * [machine] (...$items) => branch("async", [[total, prefix], ...$items])
 */
function mapperAt(m: MethodContext, mapper: GroupMapper, group: Suspension): Code {
  const { callee } = mapper;
  const { support } = m.module.emitted;
  const state = stateName(mapperSuspension(m, mapper, group));
  // The whole list is the third argument of the callback: it need not travel with each branch.
  const isOpen = callee.parameters.some(({ dotDotDotToken }) => dotDotDotToken);
  const names = callee.parameters.map(() => m.module.names.fresh('$item'));
  const given = isOpen ? `...${m.module.names.fresh('$items')}` : names.join(', ');
  const args = given === '' ? [] : [plain(given)];
  const captures = m.module.durables.locals.isLifted(callee) ? [captureArgument(m, callee, mapper.node)] : [];
  return code`(${given}) => ${support}.branch(${state}, [${join([...captures, ...args], ', ')}])`;
}

function stateName(suspension: Suspension): Code {
  return new CodeBuilder().stateName(suspension).build();
}

// ---- the list ----------------------------------------------------------------------------------------------------------

function lowerList(
  m: MethodContext,
  { list, sites }: Group,
  seeds: ReadonlyMap<ts.Node, Seed>,
  mappers: ReadonlyMap<ts.Node, Code>,
): Code {
  const literal = skipOuter(list);
  const written = (node: ts.Node): Code => {
    const overrides = new Map<ts.Node, Code>(mappers);
    for (const site of sites)
      if (isWithin(site, node)) overrides.set(site, m.standsFor(site, seeds.get(site)!(argumentsAt(m, site))));
    return render(m, node, overrides);
  };
  if (!m.marks.has(list)) return written(list);
  if (!ts.isArrayLiteralExpression(literal)) return refuseAwait(m, list);
  const parts = literal.elements.map((element): { operand: Operand; finish: Seed } => {
    const site = skipOuter(element);
    const seed = seeds.get(site);
    if (seed && ts.isCallExpression(site)) return { operand: argumentsOperand(m, site), finish: seed };
    const holdsSite = [...sites, ...mappers.keys()].some((each) => isWithin(each, element));
    if (holdsSite && m.marks.has(element)) refuseAwait(m, element);
    const [operand] = argumentOperands(m, [element]);
    if (!holdsSite) return { operand: operand!, finish: (value) => respread(element, value) };
    return heldPart(m, () => written(element));
  });
  const values = lowerInOrder(
    m,
    parts.map(({ operand }) => operand),
  );
  return code`[${join(
    parts.map(({ finish }, index) => finish(values[index]!)),
    ', ',
  )}]`;
}

/** Items with branches among them: plain data while a later item is waited for. */
function heldPart(m: MethodContext, items: () => Code): { operand: Operand; finish: Seed } {
  const { support } = m.module.emitted;
  let isHeld = false;
  const hold = (list: Code): Code => {
    isHeld = true;
    return code`${support}.holdItems([${list}])`;
  };
  const operand = { marked: false, stable: false, lower: items, hold };
  return { operand, finish: (value) => (isHeld ? code`...${support}.heldItems(${value})` : value) };
}

function argumentsAt(m: MethodContext, site: ts.CallExpression): Code {
  return argumentList(m, site, m.module.durables.classify(site));
}

/** Its arguments may be held while a later item waits: the branch is made when all of the list is there. */
function argumentsOperand(m: MethodContext, site: ts.CallExpression): Operand {
  return {
    marked: site.arguments.some((argument) => m.marks.has(argument)),
    stable: false,
    lower: () => argumentsAt(m, site),
  };
}

function refuseAwait(m: MethodContext, node: ts.Node): never {
  return m.refuse(
    node,
    'HL1504',
    'An await within the list of a Promise group is only supported as an item, or in the arguments of a call that is one.',
    'Await it into a constant before the group.',
  );
}

function isWithin(inner: ts.Node, outer: ts.Node): boolean {
  return inner.pos >= outer.pos && inner.end <= outer.end;
}

// ---- promises that are no durable calls ----------------------------------------------------------------------------------

function settled(m: MethodContext, list: Code): Code {
  const builder = new CodeBuilder().text(`await ${m.module.emitted.support}.settleItems(`).append(list).text(')');
  builder.awaits = true;
  builder.impure = true;
  return builder.build();
}

/** They are awaited in the hop; against branches that wait for other deliveries they cannot be raced. */
function mayHoldPromises(m: MethodContext, { list, sites, mappers, policy }: Group): boolean {
  const others = itemsOf(list).filter((item) => !sites.includes(item as ts.CallExpression));
  const promise = others.find((item) => m.module.durables.isThenable(m.checker.getTypeAtLocation(item)));
  if (promise && (policy === 'race' || policy === 'any'))
    m.refuse(
      promise,
      'HL1504',
      `'${promise.getText()}' is no durable call: Promise.${policy} cannot run it beside branches that outlive the process.`,
      'Make it an activity.',
    );
  return promise !== undefined || !isTransparent(list, new Set(mappers.map(({ node }) => node)));
}

/** Every item can be seen. */
function isTransparent(list: ts.Expression, mappers: ReadonlySet<ts.Expression>): boolean {
  const value = skipOuter(list);
  if (ts.isConditionalExpression(value))
    return isTransparent(value.whenTrue, mappers) && isTransparent(value.whenFalse, mappers);
  if (ts.isArrayLiteralExpression(value))
    return value.elements.every(
      (element) => !ts.isSpreadElement(element) || isTransparent(element.expression, mappers),
    );
  return itemsOf(value).length > 0 || mappersOf(value).some((mapper) => mappers.has(mapper));
}
