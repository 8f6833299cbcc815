import type { Envelope } from '../protocol/envelope.ts';
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
  for (const [depth, frame] of frames.entries()) {
    const problem = problemOf(machines, frame, depth === frames.length - 1, envelope);
    if (problem) return problem;
  }
  return { kind: 'known', frames };
}

/** Whoever starts a run knows the workflow's name alone; which machine that is, is known here. */
function recogniseStart(workflow: Machine, frames: readonly Frame[]): Recognition {
  const [start] = frames;
  if (frames.length !== 1 || !Array.isArray(start!.locals['args']))
    return { kind: 'malformed', what: 'its start has no arguments' };
  return { kind: 'known', frames: [{ ...start!, machine: workflow.name }] };
}

function problemOf(
  machines: MachineSet,
  frame: Frame,
  isTop: boolean,
  envelope: Envelope,
): Exclude<Recognition, { kind: 'known' }> | undefined {
  const machine = Object.hasOwn(machines, frame.machine) ? machines[frame.machine] : undefined;
  if (!machine) return { kind: 'unknown', what: `machine '${frame.machine}' is not registered` };
  const info = Object.hasOwn(machine.states, frame.state) ? machine.states[frame.state] : undefined;
  if (!info) return { kind: 'unknown', what: `${frame.machine} has no state '${frame.state}'` };
  if (!accepts(info, frame.hash))
    return {
      kind: 'unknown',
      what: `state '${frame.state}' of ${frame.machine} was written by other code (${frame.hash})`,
    };
  if (isTop ? fitsTop(info, envelope) : info.operation === 'call') return undefined;
  return { kind: 'malformed', what: `a frame at state '${frame.state}' cannot stand there` };
}

function accepts(info: StateInfo, hash: string): boolean {
  return hash === info.hash || info.accepts?.includes(hash) === true;
}

/** An activity or a limit without its arguments could only be guessed at. */
function fitsTop(info: StateInfo, { call }: Envelope): boolean {
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
