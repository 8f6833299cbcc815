/**
 * Drives a stack of frames to the next stop of the whole stack.
 *
 * Invariants
 * 1. Pure but for the user's code: it performs nothing, reads no clock, rolls no dice.
 * 2. Frames are never written to; a stop carries new ones.
 * 3. Stays synchronous until a machine is not: only an inline await makes a machine async, and a promise per step would
 *    cost more than the step.
 * 4. `repeatable` of the stop is that of every stretch passed on the way to it.
 */
import { HoplineError } from '../protocol/errors.ts';
import type { Environment, Frame, Machine, Resume, StateInfo, Stop } from '../protocol/machine.ts';
import { environmentOf, machineOfCall } from './environments.ts';

/** Where the whole stack stopped. */
export type StackStop =
  | {
      readonly kind: 'suspend';
      /** Outermost first; the top frame stands at the operation. */
      readonly frames: readonly Frame[];
      readonly state: string;
      readonly info: StateInfo;
      readonly args: readonly unknown[];
      readonly repeatable: boolean;
    }
  | {
      readonly kind: 'group';
      /** The top frame stands at the group; its branches have not begun. */
      readonly frames: readonly Frame[];
      readonly state: string;
      readonly list: readonly unknown[];
      readonly repeatable: boolean;
    }
  | { readonly kind: 'return'; readonly value: unknown; readonly repeatable: boolean }
  | { readonly kind: 'throw'; readonly error: unknown; readonly repeatable: boolean };

/** The machines that a workflow may come to, by name. */
export type MachineSet = Readonly<Record<string, Machine>>;

/** Deeper than any sane recursion of helpers, and far below what the codec takes. */
const framesMax = 500;

export const startState = 'start';

/** Where a workflow or a called helper begins. */
export function startFrame(machine: string, args: readonly unknown[]): Frame {
  return { machine, state: startState, hash: '', locals: { args } };
}

/**
 * Runs until the stack suspends at an operation, or its outermost frame returns or throws.
 *
 * @param above of a branch: the frames that its group is called by
 */
export function advance(
  machines: MachineSet,
  self: object,
  frames: readonly Frame[],
  resume: Resume,
  above: readonly Frame[] = [],
): StackStop | Promise<StackStop> {
  const within = { machines, self, above };
  let stack = frames;
  let entry = resume;
  let repeatable = true;
  for (;;) {
    const stop = runTop(within, stack, entry);
    if (stop instanceof Promise) return continueLater(within, stack, stop, repeatable);
    const step = applyStop(within, stack, stop, repeatable);
    if ('stopped' in step) return step.stopped;
    ({ stack, entry, repeatable } = step);
  }
}

/** What does not change while a stack is driven. */
interface Within {
  readonly machines: MachineSet;
  readonly self: object;
  readonly above: readonly Frame[];
}

async function continueLater(
  within: Within,
  stack: readonly Frame[],
  pending: Promise<Stop>,
  repeatableBefore: boolean,
): Promise<StackStop> {
  let stop: Stop;
  try {
    stop = await pending;
  } catch (error) {
    stop = thrownBy(error);
  }
  const step = applyStop(within, stack, stop, repeatableBefore);
  if ('stopped' in step) return step.stopped;
  const { machines, self, above } = within;
  const rest = await advance(machines, self, step.stack, step.entry, above);
  return { ...rest, repeatable: rest.repeatable && step.repeatable };
}

function runTop(within: Within, stack: readonly Frame[], resume: Resume): Stop | Promise<Stop> {
  const top = stack[stack.length - 1]!;
  const machine = within.machines[top.machine]!;
  if (machine.states[top.state]?.branch) return endOfBranch(resume);
  try {
    const environment = environmentWithin(within, stack);
    return machine.run(environment.self, top, resume, environment.given);
  } catch (error) {
    return thrownBy(error);
  }
}

function environmentWithin({ machines, self, above }: Within, stack: readonly Frame[]): Environment {
  return environmentOf(machines, self, stack, above);
}

/** What a branch came to is the group's to hear: no code of the machine runs for it. */
function endOfBranch(resume: Resume): Stop {
  if (resume.kind === 'error') return { kind: 'throw', error: resume.error, repeatable: true };
  return { kind: 'return', value: resume.kind === 'value' ? resume.value : undefined, repeatable: true };
}

/** A machine reports what the workflow throws as a stop; what escapes it all the same is treated like it. */
function thrownBy(error: unknown): Stop {
  return { kind: 'throw', error, repeatable: false };
}

type Step =
  | { readonly stopped: StackStop }
  | { readonly stack: readonly Frame[]; readonly entry: Resume; readonly repeatable: boolean };

function applyStop(within: Within, stack: readonly Frame[], stop: Stop, before: boolean): Step {
  const { machines } = within;
  const repeatable = before && stop.repeatable;
  const top = stack[stack.length - 1]!;
  switch (stop.kind) {
    case 'suspend': {
      const info = stateOf(machines, top.machine, stop.state);
      const frame = { machine: top.machine, state: stop.state, hash: info.hash, locals: stop.locals };
      const frames = [...stack.slice(0, -1), frame];
      return { stopped: { kind: 'suspend', frames, state: stop.state, info, args: stop.args, repeatable } };
    }
    case 'group': {
      const { hash } = stateOf(machines, top.machine, stop.state);
      const frame = { machine: top.machine, state: stop.state, hash, locals: stop.locals };
      const frames = [...stack.slice(0, -1), frame];
      return { stopped: { kind: 'group', frames, state: stop.state, list: stop.list, repeatable } };
    }
    case 'call': {
      const info = stateOf(machines, top.machine, stop.state);
      const caller = { machine: top.machine, state: stop.state, hash: info.hash, locals: stop.locals };
      const standing = [...stack.slice(0, -1), caller];
      if (stack.length >= framesMax) return { stack: standing, entry: tooDeep(), repeatable };
      let callee: string;
      try {
        callee = machineOfCall(machines, info, environmentWithin(within, standing), stop.machine);
      } catch (error) {
        return { stack: standing, entry: { kind: 'error', error }, repeatable };
      }
      requireMachine(machines, callee);
      return { stack: [...standing, startFrame(callee, stop.args)], entry: { kind: 'start' }, repeatable };
    }
    case 'return':
      if (stack.length === 1) return { stopped: { kind: 'return', value: stop.value, repeatable } };
      return { stack: stack.slice(0, -1), entry: { kind: 'value', value: stop.value }, repeatable };
    case 'throw':
      if (stack.length === 1) return { stopped: { kind: 'throw', error: stop.error, repeatable } };
      return { stack: stack.slice(0, -1), entry: { kind: 'error', error: stop.error }, repeatable };
  }
}

function tooDeep(): Resume {
  return { kind: 'error', error: new RangeError(`Maximum depth of ${framesMax} suspending calls exceeded`) };
}

export function stateOf(machines: MachineSet, machine: string, state: string): StateInfo {
  const states = machines[machine]!.states;
  const info = Object.hasOwn(states, state) ? states[state] : undefined;
  if (!info)
    throw new HoplineError(
      'INVALID_MACHINE',
      `Machine ${machine} stopped at state '${state}', which it does not declare.`,
    );
  return info;
}

function requireMachine(machines: MachineSet, machine: string): void {
  if (machines[machine]) return;
  throw new HoplineError(
    'INVALID_MACHINE',
    `Machine ${machine} is called but not registered. Compile the class that declares it with the same version of Hopline.`,
  );
}
