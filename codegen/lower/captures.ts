/**
 * What a local function has of the functions around it, on both sides of its call.
 *
 * [source]  const ship = async (o) => { total += await this.ship(o, prefix); };  await ship(order)
 * [machine] call run/ship [[total, prefix], order]   →   [[total, prefix], o] = $frame.locals.args
 *
 * `total` is the box that both machines hold, `prefix` its value. Services are found again, functions are made again.
 */
import { ts } from 'ts-morph';
import type { FunctionWithBody } from '../analyse/functions.ts';
import type { Capture } from '../analyse/local-functions.ts';
import { code, CodeBuilder, join, plain } from '../ir/code.ts';
import type { Code } from '../ir/instruction.ts';
import type { MethodContext } from './context.ts';
import { isFoundAgain, serviceAlias } from './places.ts';
import { canBeMadeAgain } from './remake.ts';
import { render } from './render.ts';

/** Those that travel as arguments. */
export function handedOver(m: MethodContext, captures: readonly Capture[]): readonly Capture[] {
  return captures.filter((capture) => !capture.made && !placeOfCapture(m, capture));
}

/** Where a service is found again instead. */
function placeOfCapture(m: MethodContext, { name, isShared }: Capture): Code | undefined {
  const service = isShared ? undefined : serviceAlias(m, name);
  return service && isFoundAgain(service, m.module.serial) ? service.place : undefined;
}

/** The first argument of a call of a local function. */
export function captureArgument(m: MethodContext, callee: FunctionWithBody, at: ts.Node): Code {
  const captures = m.module.durables.locals.capturesOf(callee);
  return code`[${join(
    handedOver(m, captures).map((capture) => captured(m, capture, at)),
    ', ',
  )}]`;
}

function captured(m: MethodContext, { name, isShared }: Capture, at: ts.Node): Code {
  // A parameter of a native function between: it is named where the call stands.
  if (!m.bindings.isSlot(name)) return isShared ? refuseCapture(m, name, at) : plain(name.text);
  const slot = m.bindings.slotDeclaredBy(name);
  if (slot.checked || slot.shared !== isShared) return refuseCapture(m, name, at);
  if (!isShared) return m.read(slot);
  const builder = new CodeBuilder().text(slot.name);
  builder.reads.add(slot);
  return builder.build();
}

function refuseCapture(m: MethodContext, name: ts.Identifier, at: ts.Node): never {
  return m.refuse(
    at,
    'HL1103',
    `This function uses '${name.text}', which may not be there yet when it is called, or is written where the function cannot see it.`,
    `Declare '${name.text}' before the function, or hand it over as an argument.`,
  );
}

export function captureTargets(m: MethodContext): Code {
  const names = handedOver(m, m.captures).map(({ name }) => m.bindings.slotDeclaredBy(name).name);
  return plain(`[${names.join(', ')}]`);
}

/** Services and functions, before the first statement. */
export function remakeCaptures(m: MethodContext): void {
  for (const capture of m.captures) {
    const slot = m.bindings.slotDeclaredBy(capture.name);
    const place = placeOfCapture(m, capture);
    if (place) m.set(slot, place, true);
    else if (capture.made) {
      const { made } = capture;
      if (!canBeMadeAgain(m, made))
        m.refuse(
          capture.name,
          'HL1103',
          `'${capture.name.text}' is used in a function that suspends, and keeps state of its own.`,
          'Declare it inside that function, or in the module.',
        );
      slot.remake = render(m, made);
      m.set(slot, slot.remake, true);
    }
  }
}
