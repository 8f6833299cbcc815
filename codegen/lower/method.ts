/** One decorated method, or another method or function that suspends, becomes a machine. */
import { ts } from 'ts-morph';
import { Bindings, isThisParameter } from '../analyse/bind.ts';
import { markSuspensions } from '../analyse/marks.ts';
import { reportMisuse } from '../analyse/misuse.ts';
import { analyseRepeatability } from '../analyse/repeatable.ts';
import type { SerialCheck } from '../analyse/serialisable.ts';
import { hashStates } from '../analyse/state-hash.ts';
import { isMethodOfInstance, type FunctionWithBody } from '../analyse/functions.ts';
import type { SuspendingFunction } from '../analyse/suspends.ts';
import { code, CodeBuilder, join, plain } from '../ir/code.ts';
import type { Code, MachineIr } from '../ir/instruction.ts';
import { simplify } from '../ir/simplify.ts';
import { validate } from '../ir/validate.ts';
import { pathFrom } from '../project/paths.ts';
import { rootOf } from '../analyse/local-functions.ts';
import { captureTargets, handedOver, remakeCaptures } from './captures.ts';
import { checkTravellers } from './check-travellers.ts';
import { MethodContext, type ModuleContext } from './context.ts';
import { render } from './render.ts';
import { lowerReturnedExpression, lowerStatements } from './statements.ts';
import { classNameOf, functionText, machineName } from './machine-names.ts';
import { placeOfMachine } from './machine-place.ts';
import { beginSlots } from './scopes.ts';

export function lowerMethod(module: ModuleContext, source: SuspendingFunction): MachineIr {
  const { node: method } = source;
  const marks = markSuspensions(method.body, module.durables);
  const { locals } = module.durables;
  const around = {
    captures: locals.isLifted(method) ? locals.capturesOf(method) : [],
    shared: locals.sharedIn(method),
    isLifted: (node: ts.Node) => node !== method && locals.isLifted(node),
  };
  const bindings = new Bindings(method, module.checker, module.names, marks, around);
  const m = new MethodContext(module, method, marks, bindings);
  reportMisuse(method, module, m.report.bind(m));
  refuseGenerics(m, source);
  const entry = m.current;
  const root = rootOf(method);
  beginSlots(
    m,
    m.bindings.slots.filter((slot) => slot.shared && (slot.kind === 'param' || slot.kind === 'var')),
  );
  bindParameters(m);
  remakeCaptures(m);
  if (ts.isBlock(method.body)) lowerStatements(m, method.body.statements);
  else lowerReturnedExpression(m, method.body);
  if (m.usesArguments)
    entry.instructions.unshift({
      kind: 'set',
      slot: m.argumentsSlot,
      code: plain(`${module.emitted.frame}.locals.args`),
      fresh: true,
    });
  m.end({ kind: 'return', code: undefined, mayBeThenable: false });
  const machine: MachineIr = {
    name: machineName(method, module.root),
    node: method,
    className: isMethodOfInstance(root) ? classNameOf(root.parent) : '',
    method: functionText(method),
    workflow: source.decorator !== undefined,
    isMeant: source.isMeant,
    isLocal: m.isLocal,
    file: pathFrom(module.root, module.file.fileName),
    line: lineOf(method),
    entry,
    blocks: m.blocks,
    slots: m.bindings.slots,
    suspensions: m.suspensions,
    hash: '',
    repeatableAfterStart: false,
    inlineAfterStart: false,
    ...placeOfMachine(method),
    takesServices: m.given.length > 0,
    names: module.emitted,
  };
  finish(m, machine, module.serial);
  return machine;
}

/** Of its name, where it has one of its own. */
function lineOf(method: FunctionWithBody): number {
  return method.getSourceFile().getLineAndCharacterOfPosition((method.name ?? method).getStart()).line + 1;
}

function finish(m: MethodContext, machine: MachineIr, serial: SerialCheck): void {
  simplify(machine);
  keepReachable(machine);
  validate(machine);
  checkTravellers(m, machine, serial);
  analyseRepeatability(machine);
  hashStates(machine);
}

/** Suspensions in dead code are no states. */
function keepReachable(machine: MachineIr): void {
  const reached = new Set(
    machine.blocks.flatMap((block) => (block.term?.kind === 'suspend' ? [block.term.suspension] : [])),
  );
  const kept = machine.suspensions
    .filter((suspension) => reached.has(suspension.branchOf ?? suspension))
    .sort((a, b) => a.at - b.at);
  machine.suspensions.splice(
    0,
    machine.suspensions.length,
    ...kept.map((suspension, index) => Object.assign(suspension, { index })),
  );
}

/** [source] collect(invoice: Invoice, { retries = 3 } = {}, ...rest) · [machine] [invoice, { retries = 3 } = {}, ...rest] = args */
function bindParameters(m: MethodContext): void {
  const parameters = m.method.parameters.filter((p) => !isThisParameter(p));
  const isGiven = (p: ts.ParameterDeclaration) => m.given.some((given) => given === p);
  if (parameters.length === 0 && !m.isLocal) return;
  m.given.forEach((parameter, index) => {
    if (!m.bindings.isSlot(parameter.name)) return;
    const slot = m.bindings.slotDeclaredBy(parameter.name);
    m.set(slot, plain(`${m.module.emitted.given}[${index}]`), true);
  });
  const parts = parameters.map((parameter): Code => {
    if (isGiven(parameter)) return plain('');
    const name = render(m, parameter.name);
    if (parameter.dotDotDotToken) return code`...${name}`;
    return parameter.initializer ? code`${name} = ${render(m, parameter.initializer)}` : name;
  });
  if (m.isLocal) parts.unshift(captureTargets(m));
  const builder = new CodeBuilder().append(code`[${join(parts, ', ')}] = ${m.module.emitted.frame}.locals.args`);
  const own = new Set(
    m.given.filter(({ name }) => m.bindings.isSlot(name)).map(({ name }) => m.bindings.slotDeclaredBy(name)),
  );
  for (const slot of m.bindings.slots) if (slot.kind === 'param' && !own.has(slot)) builder.writes.add(slot);
  for (const { name } of handedOver(m, m.captures)) builder.writes.add(m.bindings.slotDeclaredBy(name));
  m.native(builder.build());
}

function refuseGenerics(m: MethodContext, { node, decorator }: SuspendingFunction): void {
  const name = node.name ?? node;
  const text = functionText(node);
  const what = decorator ? `The workflow '${text}'` : `'${text}' suspends and`;
  if (decorator && ts.isMethodDeclaration(node)) refuseStarts(m, node);
  if (node.asteriskToken) m.refuse(name, 'HL1603', 'A workflow cannot be a generator.', 'Write async without *.');
  if (!m.isLocal && !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword))
    m.refuse(name, 'HL1604', `${what} is not async.`, 'Write async before its name.');
}

/** What a client that starts a workflow could not do. */
function refuseStarts(m: MethodContext, method: ts.MethodDeclaration): void {
  const { name } = method;
  const text = name.getText();
  if (method.typeParameters?.length)
    m.refuse(
      name,
      'HL1601',
      `The workflow '${text}' is generic: a client that starts it could not know its types.`,
      'Make a workflow for each type, or take a union.',
    );
  if (isOverloaded(method))
    m.refuse(
      name,
      'HL1602',
      `The workflow '${text}' is overloaded: a client that starts it could not know which form is meant.`,
      'Take a union instead.',
    );
  if (method.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword))
    m.refuse(
      name,
      'HL1605',
      `The workflow '${text}' is static: the worker runs methods of instances.`,
      'Make it a method of the instance.',
    );
  if (ts.isComputedPropertyName(name) || ts.isPrivateIdentifier(name))
    m.refuse(name, 'HL1606', 'A workflow needs a public name that is written out.', 'Write a plain method name.');
}

function isOverloaded(method: ts.MethodDeclaration): boolean {
  return (
    ts.isClassLike(method.parent) &&
    method.parent.members.some(
      (other) =>
        ts.isMethodDeclaration(other) &&
        other !== method &&
        other.name.getText() === method.name.getText() &&
        !other.body,
    )
  );
}
