/**
 * How the engine finds what a call of a helper enters, where the callee is no method of the same object.
 *
 * [source]  await chargeAll(this.billing, invoices)
 * [machine] call: { function: () => chargeAll, of() { return undefined; }, given($given) { return [this.billing]; } }
 */
import { ts } from 'ts-morph';
import { skipOuter, type DurableCall } from '../analyse/durable.ts';
import { isMethodOfInstance, pathInModule, usesThis, type FunctionWithBody } from '../analyse/functions.ts';
import { serviceParameters } from '../analyse/services.ts';
import { code, join, plain } from '../ir/code.ts';
import type { CallTargetIr, Code } from '../ir/instruction.ts';
import { pathFrom } from '../project/paths.ts';
import type { MethodContext } from './context.ts';
import { functionText } from './machine-names.ts';
import { placeOfMachine } from './machine-place.ts';
import { isOutsideName } from './operands.ts';
import { placeOf } from './places.ts';
import { render } from './render.ts';

export type HelperCall = Extract<DurableCall, { kind: 'helper' }>;

/** Undefined for a method of the same object that is given nothing. */
export function callTarget(m: MethodContext, call: ts.CallExpression, helper: HelperCall): CallTargetIr | undefined {
  refuseUncompiled(m, call, helper);
  if (m.module.durables.locals.isLifted(helper.callee)) return localTarget(m, helper.callee);
  const given = givenArguments(m, call, helper.callee);
  const services =
    given.length > 0
      ? {
          given: code`[${join(
            given.map(({ place }) => place),
            ', ',
          )}]`,
        }
      : {};
  const target = isMethodOfInstance(helper.callee) ? objectTarget(m, helper) : functionTarget(m, call, helper);
  return target || given.length > 0 ? { ...target, ...services } : undefined;
}

/** Said where it is called too: the file that declares it may be compiled by somebody else. */
function refuseUncompiled(m: MethodContext, call: ts.CallExpression, { callee }: HelperCall): void {
  const refusal = m.module.refusalOf(callee);
  if (!refusal) return;
  const place = `${pathFrom(m.module.root, refusal.file)}:${refusal.line}:${refusal.column}`;
  m.refuse(
    call.expression,
    'HL1507',
    `'${call.expression.getText()}' suspends, but no machine can be made of it: ${place} ${refusal.code} ${refusal.message}`,
    refusal.hint,
  );
}

/** A local function stands in what the code around it stands in. */
export function localTarget(m: MethodContext, callee: FunctionWithBody): CallTargetIr | undefined {
  const { attachTo } = placeOfMachine(callee);
  const found = {
    ...(attachTo !== undefined && { function: plain(attachTo) }),
    ...(m.given.length > 0 && { given: plain(m.module.emitted.given) }),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Of a function that `map` is given. */
export function mapperTarget(
  m: MethodContext,
  node: ts.Expression,
  callee: FunctionWithBody,
): CallTargetIr | undefined {
  if (m.module.durables.locals.isLifted(callee)) return localTarget(m, callee);
  const isFound =
    isOutsideName(m, node) && !usesThis(callee) && serviceParameters(callee, m.module.durables).length === 0;
  if (isFound) return { function: render(m, node), of: plain('undefined') };
  return m.refuse(
    node,
    'HL1504',
    `'${node.getText()}' cannot be given to map here: another process could not call it alike.`,
    `Write an arrow that calls it: (item) => ${functionText(callee)}(item).`,
  );
}

function objectTarget(m: MethodContext, { callee, owner }: HelperCall): CallTargetIr | undefined {
  if (!owner || owner.kind === ts.SyntaxKind.SuperKeyword) return undefined;
  return { of: placeOf(m, owner) ?? refuseOwner(m, owner, callee) };
}

/** The machine of just that class: an override would call itself. */
export function isSuper({ owner }: HelperCall): boolean {
  return owner?.kind === ts.SyntaxKind.SuperKeyword;
}

function refuseOwner(m: MethodContext, owner: ts.Expression, callee: FunctionWithBody): never {
  return m.refuse(
    owner,
    'HL1203',
    `'${functionText(callee)}' suspends and is called on '${owner.getText()}', which the worker cannot find again from the workflow's instance.`,
    'Call it on a field of this, on a constant of the module, or on a parameter that takes such an object.',
  );
}

function functionTarget(m: MethodContext, call: ts.CallExpression, { callee, owner }: HelperCall): CallTargetIr {
  const named = skipOuter(call.expression);
  const self = owner && usesThis(callee) ? (placeOf(m, owner) ?? refuseOwner(m, owner, callee)) : plain('undefined');
  if (isOutsideName(m, named)) return { function: render(m, named), of: self };
  const isHere = callee.getSourceFile() === m.module.file;
  const path = pathInModule(callee);
  if (isHere && path && owner && placeOf(m, owner)) return { function: plain(path.join('.')), of: self };
  return m.refuse(
    call.expression,
    'HL1203',
    `'${call.expression.getText()}' suspends, but another process could not find the function by this name.`,
    `Call it by the name under which its module has it: ${functionText(callee)}.`,
  );
}

interface GivenArgument {
  readonly argument: ts.Expression | undefined;
  readonly place: Code;
}

/** Of each service among the parameters, the argument and where it is found again. */
export function givenArguments(
  m: MethodContext,
  call: ts.CallExpression,
  callee: FunctionWithBody,
): readonly GivenArgument[] {
  const parameters = callee.parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === 'this'));
  return serviceParameters(callee, m.module.durables).map((parameter) => {
    const index = parameters.indexOf(parameter);
    const spread = call.arguments.slice(0, index + 1).find(ts.isSpreadElement);
    const argument = spread ?? call.arguments[index];
    if (!argument) return { argument, place: plain('undefined') };
    const place = ts.isSpreadElement(argument)
      ? undefined
      : isNothing(argument)
        ? plain('undefined')
        : placeOf(m, argument);
    if (place) return { argument, place };
    return m.refuse(
      argument,
      'HL1203',
      `'${parameter.name.text}' of '${functionText(callee)}' takes a service, but the worker cannot find '${argument.getText()}' again from the workflow's instance.`,
      'Give it this, a field of this, a constant of the module, or a parameter that takes such an object.',
    );
  });
}

function isNothing(argument: ts.Expression): boolean {
  const at = skipOuter(argument);
  return at.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(at) && at.text === 'undefined');
}
