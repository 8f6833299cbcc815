/**
 * The machines that a workflow may come to: its object's own, those of functions and of other objects that they call, and
 * so on.
 *
 * Invariants
 * 1. One name, one machine: a name from a message leads to the code that wrote it.
 * 2. Functions are found without an instance; what an object calls on the objects that it holds is found from one.
 */
import { environmentOfCallee, environmentOfRun } from '../engine/environments.ts';
import type { MachineSet } from '../engine/advance.ts';
import { HoplineError } from '../protocol/errors.ts';
import {
  machineFormat,
  machineOfFunction,
  type Environment,
  type Machine,
  type StateInfo,
} from '../protocol/machine.ts';
import { machinesOfObject, plainMachine, superPrefix, virtualMachines } from '../protocol/virtual-machines.ts';

/** A machine where it is run; without an instance nobody knows in what. */
export interface Reached {
  readonly machine: Machine;
  readonly environment: Environment | undefined;
}

export interface Reachable {
  readonly machines: MachineSet;
  readonly reached: readonly Reached[];
  /** Some are only found from an instance, and there was none. */
  readonly isOpen: boolean;
}

/** @throws HoplineError `INVALID_MACHINE` naming the caller and what has no machine */
export function reachableMachines(prototype: object, instance: object | undefined): Reachable {
  return new Search(prototype, instance).run();
}

class Search {
  readonly #own: ReadonlyMap<string, Machine>;
  readonly #instance: object | undefined;
  readonly #machines = Object.create(null) as Record<string, Machine>;
  readonly #reached: Reached[] = [];
  #isOpen = false;

  constructor(prototype: object, instance: object | undefined) {
    this.#own = virtualMachines(prototype);
    this.#instance = instance;
  }

  run(): Reachable {
    for (const [name, machine] of this.#own) if (!name.startsWith(superPrefix)) this.#begin(name, machine);
    for (const reached of this.#reached)
      for (const [state, info] of Object.entries(reached.machine.states))
        if (info.operation === 'call') this.#follow(reached, state, info);
    return { machines: Object.freeze(this.#machines), reached: this.#reached, isOpen: this.#isOpen };
  }

  /** A method of the workflow's own object. What a helper is given is known where it is called. */
  #begin(name: string, machine: Machine): void {
    const isCalled = !machine.workflow || !this.#instance;
    this.#add(name, { machine, environment: isCalled ? undefined : environmentOfRun(this.#instance) });
  }

  #add(name: string, { machine, environment }: Reached): void {
    requireFormat(machine);
    const other = this.#machines[name];
    if (other && other !== machine) throw twoOfOneName(name, other, machine);
    this.#machines[name] = machine;
    if (!this.#reached.some((each) => each.machine === machine && isSame(each.environment, environment)))
      this.#reached.push({ machine, environment });
  }

  #follow({ machine, environment: caller }: Reached, state: string, info: StateInfo): void {
    const { call, callee } = info;
    const environment = caller && environmentIn(info, caller);
    if (call?.function) {
      const called = machineOfFunction(call.function(), callee ?? '');
      if (!called) throw notCompiled(machine, state, callee);
      return this.#add(called.name, { machine: called, environment });
    }
    const self = environment?.self;
    if (self) return this.#addMethod(self, callee, call !== undefined, environment);
    if (!call && callee?.startsWith(superPrefix)) {
      const base = this.#own.get(callee);
      if (base) this.#add(callee, { machine: base, environment: undefined });
    }
    // A method of the same object is known already; another object is not before there is an instance that holds it.
    if (call?.of && (caller || !this.#instance)) this.#isOpen = true;
  }

  #addMethod(self: object, callee: string | undefined, isOfAnother: boolean, environment: Environment): void {
    if (callee === undefined) return;
    const own = machinesOfObject(self).get(callee);
    const machine = own ?? (isOfAnother ? plainMachine(callee) : undefined);
    const isAsCalled = this.#machines[callee] === machine || callee.startsWith(superPrefix);
    if (machine) this.#add(isAsCalled ? callee : machine.name, { machine, environment });
  }
}

/** Undefined where the object is not there yet: the call that finds it missing says so. */
function environmentIn(info: StateInfo, caller: Environment): Environment | undefined {
  try {
    return environmentOfCallee(info, caller);
  } catch {
    return undefined;
  }
}

function isSame(a: Environment | undefined, b: Environment | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.self === b.self && a.given.length === b.given.length && a.given.every((each, index) => each === b.given[index])
  );
}

function requireFormat({ name, format }: Machine): void {
  if (format === machineFormat) return;
  throw new HoplineError(
    'INVALID_MACHINE',
    `Machine ${name} has format ${format}; this version of Hopline runs format ${machineFormat}. Compile it again with the version that runs it.`,
  );
}

function notCompiled(caller: Machine, state: string, callee: string | undefined): HoplineError {
  return new HoplineError(
    'INVALID_MACHINE',
    `${caller.name} calls ${callee} (state '${state}'), which has no machine: its module was not compiled with the caller's. Compile both with the same \`hopline build\` or plugin.`,
  );
}

function twoOfOneName(name: string, one: Machine, other: Machine): HoplineError {
  return new HoplineError(
    'INVALID_MACHINE',
    `Two machines are named '${name}': in ${one.file} and in ${other.file}. One workflow calls both, and a message holds the name: rename one of the classes.`,
  );
}
