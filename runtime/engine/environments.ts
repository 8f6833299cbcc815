/**
 * What the code of each frame stands in, found again from the workflow's instance outwards in.
 *
 * Invariants
 * 1. Nothing of it comes from a message but the names of machines and states, which were recognised before.
 * 2. Equal frames over one instance give the same environment: what they are found by is a path from the caller.
 */
import { machinesOfObject, plainMachine } from '../protocol/virtual-machines.ts';
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

/**
 * The name of the machine that a call enters. Of a method it is the nearest override on the object at hand, or the method as
 * plain code where the object has no machine for it.
 *
 * @param callee as compiled code calls it
 * @throws TypeError where there is no such object, as the call in the source does
 */
export function machineOfCall(machines: MachineSet, info: StateInfo, caller: Environment, callee: string): string {
  if (info.call?.function) return callee;
  const { self } = environmentOfCallee(info, caller);
  if (self === undefined || self === null) {
    if (!info.call?.of) return callee;
    throw new TypeError(`Cannot read properties of ${String(self)} (the object of ${callee})`);
  }
  const own = machinesOfObject(self).get(callee);
  if (!own) return info.call?.of ? plainMachine(callee).name : callee;
  return own === machines[callee] ? callee : own.name;
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
