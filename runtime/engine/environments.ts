/**
 * What the code of each frame stands in, found again from the workflow's instance outwards in.
 *
 * Invariants
 * 1. Nothing of it comes from a message but the names of machines and states, which were recognised before.
 * 2. Equal frames over one instance give the same environment: what they are found by is a path from the caller.
 */
import type { Environment, Frame, StateInfo } from '../protocol/machine.ts';
import type { MachineSet } from './advance.ts';

const nothingGiven: readonly unknown[] = Object.freeze([]);

/** Of the outermost frame. */
export function environmentOfRun(self: object): Environment {
  return { self, given: nothingGiven };
}

/** Of the frame that a call enters. */
export function environmentOfCallee({ call }: StateInfo, { self, given }: Environment): Environment {
  return {
    self: call?.of ? call.of(self, given) : self,
    given: call?.given?.(self, given) ?? nothingGiven,
  };
}

/** Of the last of the frames, each of which is called by the one before. @param above of a branch: what calls its group */
export function environmentOf(
  machines: MachineSet,
  self: object,
  frames: readonly Frame[],
  above: readonly Frame[] = [],
): Environment {
  let environment = environmentOfRun(self);
  const enter = ({ machine, state }: Frame) => {
    environment = environmentOfCallee(machines[machine]!.states[state]!, environment);
  };
  above.forEach(enter);
  for (let depth = 0; depth < frames.length - 1; depth += 1) enter(frames[depth]!);
  return environment;
}
