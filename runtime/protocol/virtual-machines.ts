/**
 * The machines of an object by the names that compiled code calls them by. `this.step()` means the method of the object's
 * own class, whatever class the caller stands in: a base's name stands for the nearest override.
 */
import { machineFormat, machinesOf, nameTable, type Machine } from './machine.ts';

/** Before the name of a machine: this one, whatever overrides it, as `super.step()` says. */
export const superPrefix = 'super ';

const known = new WeakMap<object, ReadonlyMap<string, Machine>>();

/** @param prototype of the object's class */
export function virtualMachines(prototype: object): ReadonlyMap<string, Machine> {
  let machines = known.get(prototype);
  if (!machines) known.set(prototype, (machines = findMachines(prototype)));
  return machines;
}

function findMachines(prototype: object): Map<string, Machine> {
  const machines = new Map<string, Machine>();
  const nearest = new Map<string, Machine>();
  const plain = new Set<string>();
  for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const owner = Object.getOwnPropertyDescriptor(at, 'constructor')?.value as unknown;
    const own = typeof owner === 'function' ? (machinesOf(owner)?.machines ?? {}) : {};
    for (const machine of Object.values(own)) {
      const { name, method } = machine;
      machines.set(`${superPrefix}${name}`, machine);
      if (!isVirtual(machine)) machines.set(name, machine);
      else if (plain.has(method)) machines.set(name, plainMachine(name));
      else machines.set(name, nearest.get(method) ?? machine);
      if (!nearest.has(method)) nearest.set(method, machine);
    }
    for (const method of Object.getOwnPropertyNames(at))
      if (!Object.hasOwn(own, method) && !nearest.has(method)) plain.add(method);
  }
  return machines;
}

/** Of any object; one without a class has none. */
export function machinesOfObject(self: object): ReadonlyMap<string, Machine> {
  const prototype = Object.getPrototypeOf(self) as object | null;
  return prototype ? virtualMachines(prototype) : none;
}

const none: ReadonlyMap<string, Machine> = new Map();

/** A workflow is started by its name, not called; a `#private` method cannot be overridden. */
function isVirtual({ workflow, local, method }: Machine): boolean {
  return !workflow && !local && !method.startsWith('#');
}

const plainMachines = new Map<string, Machine>();

/**
 * What does not suspend where a method that does was meant (an override, a test's double): plain code, run in one go. One
 * for each name, because which code it is is the object's to say.
 *
 * @param callee the name of the machine that was meant
 */
export function plainMachine(callee: string): Machine {
  let machine = plainMachines.get(callee);
  if (!machine) plainMachines.set(callee, (machine = createPlainMachine(callee)));
  return machine;
}

function createPlainMachine(callee: string): Machine {
  const method = callee.slice(callee.lastIndexOf('.') + 1);
  return {
    format: machineFormat,
    name: `${callee} as plain code`,
    method,
    file: '',
    hash: 'plain',
    workflow: false,
    states: nameTable({}),
    repeatableAfterStart: false,
    inlineAfterStart: true,
    async run(self, frame) {
      const { args } = frame.locals as { args: readonly unknown[] };
      try {
        const body = (self as Record<string, (...args: readonly unknown[]) => unknown>)[method]!;
        return { kind: 'return', value: await body.apply(self, [...args]), repeatable: false };
      } catch (error) {
        return { kind: 'throw', error, repeatable: false };
      }
    },
  };
}
