/**
 * One durable call becomes one suspension.
 *
 * [source]  const receipt = await this.charge(invoice, n + 1);
 * [machine] suspend charge [invoice, n + 1]  →  resume: receipt = resumed($resume)
 */
import { ts } from 'ts-morph';
import { skipOuter, type DurableCall } from '../analyse/durable.ts';
import { code, plain } from '../ir/code.ts';
import type { Code, Operation, Slot, Suspension } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { lowerArguments } from './calls.ts';
import { suspendGroup } from './groups.ts';
import { hold, isOutsideName, isServicePath, valueOperand } from './operands.ts';
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
    request(m, at, option.durable, args, result);
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
  return request(m, at, durable, code`[${lowerArguments(m, [], call.arguments).args}]`, outcome);
}

function request(m: MethodContext, at: ts.Node, durable: DurableCall, args: Code, outcome: Outcome): Code {
  return goOnBehind(m, newSuspension(m, at, durable, args), durable, outcome);
}

/** A branch of a group: a state of its own, at which no block ends. */
export function branchSuspension(
  m: MethodContext,
  site: ts.CallExpression,
  durable: DurableCall,
  group: Suspension,
): Suspension {
  const suspension = { ...newSuspension(m, site, durable, plain('[]')), branchOf: group };
  m.suspensions.push(suspension);
  return suspension;
}

export function newSuspension(m: MethodContext, at: ts.Node, durable: DurableCall, args: Code): Suspension {
  const target = durable.kind === 'activity' ? activityTarget(m, durable) : undefined;
  return {
    index: m.suspensions.length,
    operation: operationOf(durable),
    label: labelOf(durable),
    at: at.getStart(),
    line: m.module.file.getLineAndCharacterOfPosition(at.getStart()).line + 1,
    args,
    ...(target ? { target } : {}),
    ...(durable.kind === 'helper' ? { callee: machineName(durable.method) } : {}),
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

function operationOf(durable: DurableCall): Operation {
  if (durable.kind === 'timer') return durable.operation;
  if (durable.kind === 'group') return 'group';
  return durable.kind === 'helper' ? 'call' : 'activity';
}

function labelOf(durable: DurableCall): string {
  if (durable.kind === 'timer') return durable.operation;
  if (durable.kind === 'helper') return durable.method.name.getText();
  if (durable.kind === 'group') return durable.policy;
  if (durable.kind !== 'activity') throw new Error(`No label for ${durable.kind}`);
  const owner = skipOuter(durable.owner)
    .getText()
    .replace(/^this\.?/, '')
    .replace(/[^\w.$#]/g, '_');
  return owner === '' ? durable.key : `${owner}.${durable.key}`;
}

function shortName(durable: DurableCall): string {
  return (labelOf(durable).split('.').pop() ?? 'value').replace(/\W/g, '_');
}

export function machineName(method: ts.MethodDeclaration): string {
  const owner = method.parent as ts.ClassLikeDeclaration;
  return `${classNameOf(owner)}.${memberText(method)}`;
}

/** As written; of a class expression, the constant that holds it. */
export function classNameOf(owner: ts.ClassLikeDeclaration): string {
  if (owner.name) return owner.name.text;
  const holder = owner.parent;
  return ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name) ? holder.name.text : 'default';
}

export function memberText(method: ts.MethodDeclaration): string {
  return ts.isStringLiteralLike(method.name) || ts.isIdentifier(method.name) || ts.isPrivateIdentifier(method.name)
    ? method.name.text
    : method.name.getText();
}

/** The object that has the activity, found again from the instance in whatever process runs it. */
function activityTarget(
  m: MethodContext,
  durable: Extract<DurableCall, { kind: 'activity' }>,
): { owner: Code; key: string; policy?: string } {
  const owner = skipOuter(durable.owner);
  const alias = ts.isIdentifier(owner) ? aliasedService(m, owner) : undefined;
  if (durable.key.startsWith('#')) {
    m.refuse(
      durable.owner,
      'HL1202',
      `The activity ${durable.key} is private by '#': the runtime could not call it.`,
      "Write 'private' instead of '#'.",
    );
  }
  if (!alias && !isServicePath(m, owner) && !isOutsideName(m, owner)) {
    m.refuse(
      durable.owner,
      'HL1203',
      `The activity '${durable.key}' is called on '${durable.owner.getText()}', which the worker cannot find again from the workflow's instance.`,
      'Call it on this, on a field of this, or on a constant of the module.',
    );
  }
  const target = { owner: alias?.place ?? render(m, owner), key: durable.key };
  return durable.policy === undefined ? target : { ...target, policy: durable.policy };
}

/** Where a service is found again, and its type. */
export interface ServicePlace {
  readonly place: Code;
  readonly type: ts.Type;
}

/** `const billing = this.billing; await billing.charge()`. */
function aliasedService(m: MethodContext, name: ts.Identifier): ServicePlace | undefined {
  const slot = m.bindings.slotOf(name);
  const declared = slot && !slot.reassigned ? m.bindings.declarations.get(slot) : undefined;
  return declared && serviceAlias(m, declared);
}

/** What a constant stands for: `const b = this.b`, `const { b } = this`, `const c = b`. */
export function serviceAlias(m: MethodContext, name: ts.Node): ServicePlace | undefined {
  const declaration = name.parent;
  if (ts.isBindingElement(declaration)) return servicePart(m, declaration);
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer || declaration.name !== name) return undefined;
  const initialiser = skipOuter(declaration.initializer);
  if (ts.isIdentifier(initialiser)) return aliasedService(m, initialiser);
  return ts.isPropertyAccessExpression(initialiser) && isServicePath(m, initialiser)
    ? { place: render(m, initialiser), type: m.checker.getTypeAtLocation(initialiser) }
    : undefined;
}

/** `{ billing }` of `const { billing } = this`. */
function servicePart(m: MethodContext, element: ts.BindingElement): ServicePlace | undefined {
  const pattern = element.parent;
  const declaration = pattern.parent;
  const key = element.propertyName ?? element.name;
  const isPlain =
    ts.isIdentifier(element.name) && ts.isIdentifier(key) && !element.initializer && !element.dotDotDotToken;
  if (!isPlain || !ts.isObjectBindingPattern(pattern) || !ts.isVariableDeclaration(declaration)) return undefined;
  const base = declaration.initializer && skipOuter(declaration.initializer);
  if (!base || !isServicePath(m, base)) return undefined;
  return { place: code`${render(m, base)}.${key.text}`, type: m.checker.getTypeAtLocation(element.name) };
}
