/** One decorated method, or a helper that suspends, becomes a machine. */
import { ts } from 'ts-morph';
import { Bindings, isThisParameter } from '../analyse/bind.ts';
import { markSuspensions } from '../analyse/marks.ts';
import { reportMisuse } from '../analyse/misuse.ts';
import { analyseRepeatability } from '../analyse/repeatable.ts';
import type { SerialCheck } from '../analyse/serialisable.ts';
import { hashStates } from '../analyse/state-hash.ts';
import type { SuspendingMethod } from '../analyse/suspends.ts';
import { code, CodeBuilder, join, plain } from '../ir/code.ts';
import type { Code, MachineIr } from '../ir/instruction.ts';
import { simplify } from '../ir/simplify.ts';
import { validate } from '../ir/validate.ts';
import { pathFrom } from '../project/paths.ts';
import { checkTravellers } from './check-travellers.ts';
import { MethodContext, type ModuleContext } from './context.ts';
import { render } from './render.ts';
import { lowerStatements } from './statements.ts';
import { classNameOf, machineName, memberText } from './suspension.ts';

export function lowerMethod(
  module: ModuleContext,
  source: SuspendingMethod,
  serial: SerialCheck,
  root: string,
): MachineIr | undefined {
  const { method } = source;
  const marks = markSuspensions(method.body!, module.durables);
  const m = new MethodContext(module, method, marks, new Bindings(method, module.checker, module.names, marks));
  reportMisuse(method, module, m.report.bind(m));
  refuseGenerics(m, source);
  const entry = m.current;
  bindParameters(m);
  lowerStatements(m, method.body!.statements);
  if (m.usesArguments)
    entry.instructions.unshift({
      kind: 'set',
      slot: m.argumentsSlot,
      code: plain(`${module.emitted.frame}.locals.args`),
      fresh: true,
    });
  m.end({ kind: 'return', code: undefined, mayBeThenable: false });
  const machine: MachineIr = {
    name: machineName(method),
    className: classNameOf(source.owner),
    method: memberText(method),
    workflow: source.decorator !== undefined,
    file: pathFrom(root, module.file.fileName),
    line: module.file.getLineAndCharacterOfPosition(method.name.getStart()).line + 1,
    entry,
    blocks: m.blocks,
    slots: m.bindings.slots,
    suspensions: m.suspensions,
    hash: '',
    repeatableAfterStart: false,
    inlineAfterStart: false,
    insertAt: source.owner.end - 1,
    followsOpenField: endsInOpenField(source.owner),
    names: module.emitted,
  };
  finish(m, machine, serial);
  return machine;
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
  const kept = machine.suspensions.filter((suspension) => reached.has(suspension)).sort((a, b) => a.at - b.at);
  machine.suspensions.splice(
    0,
    machine.suspensions.length,
    ...kept.map((suspension, index) => Object.assign(suspension, { index })),
  );
}

/** [source] collect(invoice: Invoice, { retries = 3 } = {}, ...rest) · [machine] [invoice, { retries = 3 } = {}, ...rest] = args */
function bindParameters(m: MethodContext): void {
  const parameters = m.method.parameters.filter((p) => !isThisParameter(p));
  if (parameters.length === 0) return;
  const parts = parameters.map((parameter): Code => {
    const name = render(m, parameter.name);
    if (parameter.dotDotDotToken) return code`...${name}`;
    return parameter.initializer ? code`${name} = ${render(m, parameter.initializer)}` : name;
  });
  const builder = new CodeBuilder().append(code`[${join(parts, ', ')}] = ${m.module.emitted.frame}.locals.args`);
  for (const slot of m.bindings.slots) if (slot.kind === 'param') builder.writes.add(slot);
  m.native(builder.build());
}

function endsInOpenField({ members }: ts.ClassLikeDeclaration): boolean {
  const last = members[members.length - 1];
  return last !== undefined && ts.isPropertyDeclaration(last) && !last.getText().endsWith(';');
}

function refuseGenerics(m: MethodContext, source: SuspendingMethod): void {
  const { method } = source;
  if (source.decorator && method.typeParameters?.length) {
    m.refuse(
      method.name,
      'HL1601',
      `The workflow '${memberText(method)}' is generic: a client that starts it could not know its types.`,
      'Make a workflow for each type, or take a union.',
    );
  }
  const isOverloaded =
    ts.isClassLike(method.parent) &&
    method.parent.members.some(
      (other) =>
        ts.isMethodDeclaration(other) &&
        other !== method &&
        other.name.getText() === method.name.getText() &&
        !other.body,
    );
  if (source.decorator && isOverloaded) {
    m.refuse(
      method.name,
      'HL1602',
      `The workflow '${memberText(method)}' is overloaded: a client that starts it could not know which form is meant.`,
      'Take a union instead.',
    );
  }
  if (method.asteriskToken)
    m.refuse(method.name, 'HL1603', 'A workflow cannot be a generator.', 'Write async without *.');
  const isAsync = method.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword);
  if (!isAsync)
    m.refuse(
      method.name,
      'HL1604',
      `The workflow '${memberText(method)}' is not async.`,
      'Write async before its name.',
    );
  if (method.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword)) {
    m.refuse(
      method.name,
      'HL1605',
      `The workflow '${memberText(method)}' is static: the worker runs methods of instances.`,
      'Make it a method of the instance.',
    );
  }
  if (source.decorator && (ts.isComputedPropertyName(method.name) || ts.isPrivateIdentifier(method.name))) {
    m.refuse(
      method.name,
      'HL1606',
      'A workflow needs a public name that is written out.',
      'Write a plain method name.',
    );
  }
}
