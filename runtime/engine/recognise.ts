import type { Envelope, PendingCall } from '../protocol/envelope.ts';
import type { Frame, Machine, StateInfo } from '../protocol/machine.ts';
import { startState, type MachineSet } from './advance.ts';

/**
 * Whether the frames of a message stand where this code can take them up.
 *
 * `unknown`: well-formed, but written by code that this worker is not, so another worker may know it. `malformed`: no code
 * of ours can have written it.
 */
export type Recognition =
  | { readonly kind: 'known'; readonly frames: readonly Frame[] }
  | { readonly kind: 'unknown' | 'malformed'; readonly what: string };

/** Names from the message are only ever looked up as own keys. */
export function recognise(
  machines: MachineSet,
  workflow: Machine,
  envelope: Envelope,
  frames: readonly Frame[],
): Recognition {
  const [outermost] = frames;
  if (!outermost) return { kind: 'malformed', what: 'it has no frames' };
  if (outermost.state === startState) return recogniseStart(workflow, frames);
  if (outermost.machine !== workflow.name)
    return { kind: 'unknown', what: `machine '${outermost.machine}' does not run workflow '${envelope.workflow}'` };
  const problem = problemOfStack(machines, frames, envelope.call);
  return problem ?? { kind: 'known', frames };
}

type Problem = Exclude<Recognition, { kind: 'known' }>;

function problemOfStack(
  machines: MachineSet,
  frames: readonly Frame[],
  call: PendingCall | undefined,
  group?: Frame,
): Problem | undefined {
  for (const [depth, frame] of frames.entries()) {
    const place = { isTop: depth === frames.length - 1, call, group: depth === 0 ? group : undefined };
    const problem = problemOf(machines, frame, place) ?? problemOfBranches(machines, frame);
    if (problem) return problem;
  }
  return undefined;
}

function problemOfBranches(machines: MachineSet, group: Frame): Problem | undefined {
  for (const branch of group.branches ?? []) {
    const problem = 'frames' in branch ? problemOfStack(machines, branch.frames, branch.call, group) : undefined;
    if (problem) return problem;
  }
  return undefined;
}

interface Place {
  readonly isTop: boolean;
  readonly call: PendingCall | undefined;
  /** Of the first frame of a branch. */
  readonly group: Frame | undefined;
}

/** Whoever starts a run knows the workflow's name alone; which machine that is, is known here. */
function recogniseStart(workflow: Machine, frames: readonly Frame[]): Recognition {
  const [start] = frames;
  if (frames.length !== 1 || !Array.isArray(start!.locals['args']))
    return { kind: 'malformed', what: 'its start has no arguments' };
  return { kind: 'known', frames: [{ ...start!, machine: workflow.name }] };
}

function problemOf(machines: MachineSet, frame: Frame, { isTop, call, group }: Place): Problem | undefined {
  const machine = Object.hasOwn(machines, frame.machine) ? machines[frame.machine] : undefined;
  if (!machine) return { kind: 'unknown', what: `machine '${frame.machine}' is not registered` };
  // A helper that had not begun when its group was written down.
  if (frame.state === startState && isTop && group === undefined && Array.isArray(frame.locals['args']))
    return undefined;
  const info = Object.hasOwn(machine.states, frame.state) ? machine.states[frame.state] : undefined;
  if (!info) return { kind: 'unknown', what: `${frame.machine} has no state '${frame.state}'` };
  if (!accepts(info, frame.hash))
    return {
      kind: 'unknown',
      what: `state '${frame.state}' of ${frame.machine} was written by other code (${frame.hash})`,
    };
  const fits = isTop ? fitsTop(info, frame, call) : info.operation === 'call' && !frame.branches;
  const isOfGroup = info.branch === true ? group?.machine === frame.machine : group === undefined;
  if (fits && isOfGroup) return undefined;
  return { kind: 'malformed', what: `a frame at state '${frame.state}' cannot stand there` };
}

function accepts(info: StateInfo, hash: string): boolean {
  return hash === info.hash || info.accepts?.includes(hash) === true;
}

/** An activity or a limit without its arguments could only be guessed at. */
function fitsTop(info: StateInfo, { branches }: Frame, call: PendingCall | undefined): boolean {
  if ((info.operation === 'group') !== (branches !== undefined)) return false;
  switch (info.operation) {
    case 'activity':
      return call !== undefined;
    case 'rateLimit':
      return call !== undefined && call.limits.length > 0;
    case 'call':
      return false;
    default:
      return true;
  }
}
