/**
 * One durable call becomes one suspension.
 *
 * [source]  const receipt = await this.charge(invoice, n + 1);
 * [machine] suspend charge [invoice, n + 1]  →  resume: receipt = resumed($resume)
 */
import { ts } from 'ts-morph';
import { superPrefix } from '../../runtime/protocol/virtual-machines.ts';
import { skipOuter, type DurableCall, type GroupMapper } from '../analyse/durable.ts';
import { isLocalFunction } from '../analyse/local-functions.ts';
import type { FunctionWithBody } from '../analyse/functions.ts';
import { code, plain } from '../ir/code.ts';
import type { Code, Operation, Slot, Suspension } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { lowerArguments } from './calls.ts';
import { callTarget, givenArguments, isSuper, mapperTarget } from './call-target.ts';
import { captureArgument } from './captures.ts';
import { suspendGroup } from './groups.ts';
import { functionText, localText, machineName } from './machine-names.ts';
import { hold, valueOperand } from './operands.ts';
import { placeOf } from './places.ts';
import { render } from './render.ts';

export type Outcome = { readonly slot: Slot; readonly fresh: boolean } | 'value' | 'discard';

/** Suspends at the call and goes on in the block behind it. Returns the value, or empty code where it is discarded or in the slot. */
export function lowerSuspension(
  m: MethodContext,
  at: ts.Node,
  call: ts.CallExpression,
  durable: DurableCall,
  outcome: Outcome,
): Code {
  const condition = optionalOn(call);
  if (condition) return lowerOptionalSuspension(m, at, call, durable, condition);
  return suspend(m, at, call, durable, outcome);
}

/**
 * [source]  await this[kind](order)
 * [machine] $key = kind; $args = [order]; if ($key === "card") suspend card $args → $chosen; else if …
 */
function suspendChosen(
  m: MethodContext,
  at: ts.Node,
  call: ts.CallExpression,
  { access, of }: Extract<DurableCall, { kind: 'choice' }>,
  outcome: Outcome,
): Code {
  const { before, args: list } = lowerArguments(m, [valueOperand(m, access.argumentExpression)], call.arguments);
  const key = hold(m, before[0]!, 'key', access.argumentExpression);
  const args = hold(m, code`[${list}]`, 'args');
  const result = outcome === 'discard' ? 'discard' : { slot: m.temp('chosen'), fresh: true };
  const out = m.newBlock('end of choice');
  for (const option of of) {
    const [chosen, next] = [m.newBlock(`is ${option.key}`), m.newBlock('next choice')];
    m.branch(code`${key} === ${JSON.stringify(option.key)}`, chosen, next);
    m.enter(chosen);
    request(m, at, call, option.durable, args, result);
    m.jump(out);
    m.enter(next);
  }
  m.end({ kind: 'throw', code: code`${m.module.emitted.support}.noSuchChoice(${key})` });
  m.enter(out);
  if (result === 'discard') return plain('undefined');
  const value = m.read(result.slot);
  if (typeof outcome !== 'object') return value;
  m.set(outcome.slot, value, outcome.fresh);
  return m.read(outcome.slot);
}

/** What must not be null or undefined for the call to be made. */
export function optionalOn(call: ts.CallExpression): ts.Expression | undefined {
  if (call.questionDotToken) return call.expression;
  const callee = skipOuter(call.expression);
  const isAccess = ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee);
  return isAccess && callee.questionDotToken ? callee.expression : undefined;
}

/** [source] await this.audit?.(x) · [machine] if (this.audit == null) $1 = undefined else suspend audit → $1 */
function lowerOptionalSuspension(
  m: MethodContext,
  at: ts.Node,
  call: ts.CallExpression,
  durable: DurableCall,
  condition: ts.Expression,
): Code {
  const result = m.temp('chain');
  const [made, out] = [m.newBlock('call is made'), m.newBlock('end of optional call')];
  m.set(result, plain('undefined'), true);
  m.branch(code`(${render(m, condition)}) == null`, out, made);
  m.enter(made);
  suspend(m, at, call, durable, { slot: result, fresh: true });
  m.continueIn(out);
  return m.read(result);
}

function suspend(m: MethodContext, at: ts.Node, call: ts.CallExpression, durable: DurableCall, outcome: Outcome): Code {
  if (durable.kind === 'choice') return suspendChosen(m, at, call, durable, outcome);
  if (durable.kind === 'group') return suspendGroup(m, at, durable, outcome);
  // Refused before its arguments are: the place of the object is what is wrong.
  if (durable.kind === 'activity') activityTarget(m, durable);
  return request(m, at, call, durable, argumentList(m, call, durable), outcome);
}

/** What travels of the arguments, as an array; before them, what a local function captures. */
export function argumentList(m: MethodContext, call: ts.CallExpression, durable: DurableCall | undefined): Code {
  const { args } = lowerArguments(m, [], call.arguments, servicesGiven(m, call, durable));
  if (durable?.kind !== 'helper' || !m.module.durables.locals.isLifted(durable.callee)) return code`[${args}]`;
  const captures = captureArgument(m, durable.callee, call);
  return call.arguments.length === 0 ? code`[${captures}]` : code`[${captures}, ${args}]`;
}

/** Arguments that do not travel: the callee is given them in every process. */
function servicesGiven(
  m: MethodContext,
  call: ts.CallExpression,
  durable: DurableCall | undefined,
): (argument: ts.Expression) => boolean {
  if (durable?.kind !== 'helper' || m.module.durables.locals.isLifted(durable.callee)) return () => false;
  const given = givenArguments(m, call, durable.callee).map(({ argument }) => argument);
  return (argument) => given.includes(argument);
}

function request(
  m: MethodContext,
  at: ts.Node,
  call: ts.CallExpression,
  durable: DurableCall,
  args: Code,
  outcome: Outcome,
): Code {
  return goOnBehind(m, newSuspension(m, at, durable, args, call), durable, outcome);
}

/** A branch of a group: a state of its own, at which no block ends. */
export function branchSuspension(
  m: MethodContext,
  site: ts.CallExpression,
  durable: DurableCall,
  group: Suspension,
): Suspension {
  return addBranch(m, { ...newSuspension(m, site, durable, plain('[]'), site), branchOf: group });
}

/** As {@link branchSuspension}, of `xs.map(ship)`. */
export function mapperSuspension(m: MethodContext, { node, callee }: GroupMapper, group: Suspension): Suspension {
  const durable = { kind: 'helper', callee } as const;
  const target = mapperTarget(m, node, callee);
  const found = { callee: machineName(callee, m.module.root), ...(target && { call: target }) };
  return addBranch(m, { ...newSuspension(m, node, durable, plain('[]')), ...found, branchOf: group });
}

function addBranch(m: MethodContext, suspension: Suspension): Suspension {
  m.suspensions.push(suspension);
  return suspension;
}

export function newSuspension(
  m: MethodContext,
  at: ts.Node,
  durable: DurableCall,
  args: Code,
  call?: ts.CallExpression,
): Suspension {
  const target = durable.kind === 'activity' ? activityTarget(m, durable) : undefined;
  return {
    index: m.suspensions.length,
    operation: operationOf(durable),
    label: labelOf(durable),
    at: at.getStart(),
    line: m.module.file.getLineAndCharacterOfPosition(at.getStart()).line + 1,
    args,
    ...(target ? { target } : {}),
    ...(call && durable.kind === 'helper' ? helperFacts(m, call, durable) : {}),
    ...(durable.kind === 'group' ? { policy: durable.policy } : {}),
    result: undefined,
    path: [...m.path],
    live: [],
    repeatable: false,
    repeatableAfter: false,
    inlineAfter: false,
    hash: '',
    state: '',
  };
}

/** Ends the block at the suspension and goes on with what it comes to. */
export function goOnBehind(m: MethodContext, wanted: Suspension, durable: DurableCall, outcome: Outcome): Code {
  const resume = m.newBlock(`after ${labelOf(durable)}`);
  const slot = outcome === 'discard' ? undefined : outcome === 'value' ? m.temp(shortName(durable)) : outcome.slot;
  const suspension = Object.assign(wanted, { result: slot });
  m.suspensions.push(suspension);
  m.end({ kind: 'suspend', suspension, resume });
  m.enter(resume);
  const resumed = plain(`${m.module.emitted.support}.resumed(${m.module.emitted.resume})`);
  if (!slot) {
    m.native(resumed);
    return plain('undefined');
  }
  m.set(slot, resumed, outcome === 'value' || (outcome !== 'discard' && outcome.fresh));
  return m.read(slot);
}

function helperFacts(m: MethodContext, call: ts.CallExpression, helper: Extract<DurableCall, { kind: 'helper' }>) {
  const target = callTarget(m, call, helper);
  const name = machineName(helper.callee, m.module.root);
  return { callee: isSuper(helper) ? `${superPrefix}${name}` : name, ...(target && { call: target }) };
}

function operationOf(durable: DurableCall): Operation {
  if (durable.kind === 'timer') return durable.operation;
  if (durable.kind === 'group') return 'group';
  return durable.kind === 'helper' ? 'call' : 'activity';
}

function labelOf(durable: DurableCall): string {
  if (durable.kind === 'timer') return durable.operation;
  if (durable.kind === 'helper' && isLocalFunction(durable.callee)) return localText(durable.callee);
  if (durable.kind === 'helper' && !durable.owner) return functionText(durable.callee);
  if (durable.kind === 'group') return durable.policy;
  if (durable.kind !== 'activity' && durable.kind !== 'helper') throw new Error(`No label for ${durable.kind}`);
  const key = durable.kind === 'activity' ? durable.key : nameIn(durable.callee);
  const owner = skipOuter(durable.owner!)
    .getText()
    .replace(/^this\.?/, '')
    .replace(/[^\w.$#]/g, '_');
  return owner === '' ? key : `${owner}.${key}`;
}

/** Without what it stands in. */
function nameIn(callee: FunctionWithBody): string {
  return functionText(callee).split('.').pop()!;
}

function shortName(durable: DurableCall): string {
  return (labelOf(durable).split('.').pop() ?? 'value').replace(/\W/g, '_');
}

/** The object that has the activity, found again from the instance in whatever process runs it. */
function activityTarget(
  m: MethodContext,
  durable: Extract<DurableCall, { kind: 'activity' }>,
): { owner: Code; key: string; policy?: string } {
  if (durable.key.startsWith('#')) {
    m.refuse(
      durable.owner,
      'HL1202',
      `The activity ${durable.key} is private by '#': the runtime could not call it.`,
      "Write 'private' instead of '#'.",
    );
  }
  const owner =
    placeOf(m, durable.owner) ??
    m.refuse(
      durable.owner,
      'HL1203',
      `The activity '${durable.key}' is called on '${durable.owner.getText()}', which the worker cannot find again from the workflow's instance.`,
      'Call it on this, on a field of this, on a constant of the module, or on a parameter that takes the service itself.',
    );
  const target = { owner, key: durable.key };
  return durable.policy === undefined ? target : { ...target, policy: durable.policy };
}
