/**
 * Where an object is found again in whatever process runs the workflow: from the instance, from a constant of the module, or
 * among the services that the frame is given.
 */
import { ts } from 'ts-morph';
import { skipOuter } from '../analyse/durable.ts';
import type { SerialCheck } from '../analyse/serialisable.ts';
import { code, plain } from '../ir/code.ts';
import type { Code } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { isOutsideName, isServicePath } from './operands.ts';
import { render } from './render.ts';

/** The code that finds the object, where `this` and `$given` are those of the frame; undefined where nothing does. */
export function placeOf(m: MethodContext, expression: ts.Expression): Code | undefined {
  const at = skipOuter(expression);
  if (isServicePath(m, at) || isOutsideName(m, at)) return render(m, at);
  if (ts.isIdentifier(at)) return aliasedService(m, at)?.place;
  if (!ts.isPropertyAccessExpression(at) || at.questionDotToken || ts.isPrivateIdentifier(at.name)) return undefined;
  const base = placeOf(m, at.expression);
  return base && code`${base}.${at.name.text}`;
}

/** Where a service is found again, and its type. */
export interface ServicePlace {
  readonly place: Code;
  readonly type: ts.Type;
  /** The instance, or what the frame is given: never travels, whatever its type says. */
  readonly isOfFrame?: true;
}

/** Instead of travelling. */
export function isFoundAgain({ type, isOfFrame }: ServicePlace, serial: SerialCheck): boolean {
  return isOfFrame === true || serial.judge(type).kind === 'unsafe';
}

/** `const billing = this.billing; await billing.charge()`, or a parameter that is given. */
function aliasedService(m: MethodContext, name: ts.Identifier): ServicePlace | undefined {
  const slot = m.bindings.slotOf(name);
  const declared = slot && !slot.reassigned ? m.bindings.declarations.get(slot) : undefined;
  return declared && serviceAlias(m, declared);
}

/** What a constant stands for: `const b = this.b`, `const { b } = this`, `const c = b`. */
export function serviceAlias(m: MethodContext, name: ts.Node): ServicePlace | undefined {
  const declaration = name.parent;
  if (ts.isParameter(declaration)) return givenService(m, declaration);
  if (ts.isBindingElement(declaration)) return servicePart(m, declaration);
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer || declaration.name !== name) return undefined;
  const initialiser = skipOuter(declaration.initializer);
  if (ts.isIdentifier(initialiser)) return aliasedService(m, initialiser);
  const isPath = ts.isPropertyAccessExpression(initialiser) || initialiser.kind === ts.SyntaxKind.ThisKeyword;
  const place = isPath && !isOutsideName(m, initialiser) && placeOf(m, initialiser);
  const isInstance = initialiser.kind === ts.SyntaxKind.ThisKeyword && { isOfFrame: true as const };
  return place ? { place, type: m.checker.getTypeAtLocation(initialiser), ...isInstance } : undefined;
}

function givenService(m: MethodContext, parameter: ts.ParameterDeclaration): ServicePlace | undefined {
  const index = m.given.findIndex((each) => each === parameter);
  if (index < 0) return undefined;
  return {
    place: plain(`${m.module.emitted.given}[${index}]`),
    type: m.checker.getTypeAtLocation(parameter),
    isOfFrame: true,
  };
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
  const place = base && !isOutsideName(m, base) ? placeOf(m, base) : undefined;
  return place && { place: code`${place}.${key.text}`, type: m.checker.getTypeAtLocation(element.name) };
}
