/**
 * What a worker can run: workflows by name, each with the machines of its object and the policies of its activities.
 *
 * Invariants
 * 1. Tables are null-prototype objects; a name from a message is only ever looked up in them (DESIGN.md §7).
 * 2. A workflow's name is a literal that the compiler wrote, never `Function.name`, which minifiers change.
 * 3. Policies are read when a worker is made, so that a wrapper put around a method later cannot hide its decorator.
 *    Objects that a factory makes per delivery are asked when first met.
 */
import type { WorkflowEntry } from '../../sdk/config.ts';
import { resolveActivityPolicy, type ActivityPolicy } from '../engine/activity-policy.ts';
import type { MachineSet } from '../engine/advance.ts';
import { HoplineError } from '../protocol/errors.ts';
import {
  machineFormat,
  machinesOf,
  type ActivityTarget,
  type Machine,
  type MachineTable,
} from '../protocol/machine.ts';
import { markOf } from '../protocol/marks.ts';
import type { WorkflowOptions } from '../protocol/options.ts';
import { virtualMachines } from '../protocol/virtual-machines.ts';
import { registerReachedErrorClass } from '../protocol/values/codec-registry.ts';

/** A run as a factory sees it. */
export interface RunIdentity {
  readonly id: string;
  readonly workflow: string;
}

export interface RegisteredWorkflow {
  readonly name: string;
  readonly options: WorkflowOptions;
  readonly machine: Machine;
  readonly machines: MachineSet;
  instanceFor(run: RunIdentity): object | Promise<object>;
  policyOf(self: object, target: ActivityTarget): ActivityPolicy;
  /** Those read so far: all, but for what a factory has not made yet. */
  knownPolicies(): Iterable<ActivityPolicy>;
}

export type WorkflowTable = Readonly<Record<string, RegisteredWorkflow>>;

const maxHopsPerHourDefault = 3_600;

/** @throws HoplineError `NO_WORKFLOWS`, `DUPLICATE_WORKFLOW`, `INVALID_MACHINE`, `NEEDS_STORE`, or what a policy's own check says */
export function registerWorkflows(entries: readonly WorkflowEntry[]): WorkflowTable {
  if (!Array.isArray(entries) || entries.length === 0)
    throw new HoplineError(
      'NO_WORKFLOWS',
      'workflows is empty; a worker needs at least one instance of a compiled class. Write workflows: [new Dunning(billing)].',
    );
  const table = Object.create(null) as Record<string, RegisteredWorkflow>;
  for (const entry of entries) for (const workflow of workflowsOf(entry)) addTo(table, workflow);
  return Object.freeze(table);
}

export function maxHopsPerHourOf({ options }: RegisteredWorkflow): number {
  return options.maxHopsPerHour ?? maxHopsPerHourDefault;
}

function addTo(table: Record<string, RegisteredWorkflow>, workflow: RegisteredWorkflow): void {
  const other = table[workflow.name];
  if (other)
    throw new HoplineError(
      'DUPLICATE_WORKFLOW',
      `Two workflows are named '${workflow.name}': ${sourceOf(other)} and ${sourceOf(workflow)}. Give one of them a name of its own: @workflow({ name: '…' }).`,
    );
  table[workflow.name] = workflow;
}

function sourceOf({ machine }: RegisteredWorkflow): string {
  return `${machine.name} in ${machine.file}`;
}

/** An entry as class, marks and instances: what differs between an instance and a factory. */
interface Source {
  readonly prototype: object;
  /** The instance itself; absent for a factory. */
  readonly instance?: object;
  instanceFor(run: RunIdentity): object | Promise<object>;
}

function sourceFrom(entry: WorkflowEntry): Source {
  if (typeof entry !== 'object' || entry === null)
    throw new HoplineError('NO_WORKFLOWS', `workflows holds ${String(entry)}; it takes instances or { use, create }.`);
  if (!('use' in entry) || !('create' in entry))
    return { prototype: Object.getPrototypeOf(entry) as object, instance: entry, instanceFor: () => entry };
  const { use } = entry;
  if (typeof use !== 'function' || typeof entry.create !== 'function')
    throw new HoplineError(
      'NO_WORKFLOWS',
      'workflows holds { use, create } where use is no class or create no function.',
    );
  return { prototype: use.prototype as object, instanceFor: (run) => entry.create(run) };
}

function workflowsOf(entry: WorkflowEntry): RegisteredWorkflow[] {
  const source = sourceFrom(entry);
  const tables = tablesOf(source.prototype);
  const machines = machineSetOf(source.prototype);
  const policies = policiesOf(source, machines);
  const workflows: RegisteredWorkflow[] = [];
  const seen = new Set<string>();
  for (const declaring of tables)
    for (const machine of Object.values(declaring.table.machines)) {
      if (seen.has(machine.method) || !machine.workflow) continue;
      seen.add(machine.method);
      const options = workflowOptionsOf(source, machine);
      const name = options.name ?? nameFor(source, declaring, machine);
      workflows.push({ name, options, machine, machines, instanceFor: (run) => source.instanceFor(run), ...policies });
    }
  if (workflows.length === 0) throw noWorkflows(source.prototype);
  return workflows;
}

interface Declaring {
  readonly owner: object;
  readonly table: MachineTable;
}

/** From the concrete class to its bases. */
function tablesOf(prototype: object): Declaring[] {
  const tables: Declaring[] = [];
  for (let at: object | null = prototype; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const owner = Object.getOwnPropertyDescriptor(at, 'constructor')?.value as object | undefined;
    const table = typeof owner === 'function' ? machinesOf(owner) : undefined;
    if (table) tables.push({ owner: owner!, table });
  }
  return tables;
}

function machineSetOf(prototype: object): MachineSet {
  const machines = Object.create(null) as Record<string, Machine>;
  for (const [name, machine] of virtualMachines(prototype)) {
    if (machine.format !== machineFormat)
      throw new HoplineError(
        'INVALID_MACHINE',
        `Machine ${machine.name} has format ${machine.format}; this version of Hopline runs format ${machineFormat}. Compile it again with the version that runs it.`,
      );
    machines[name] = machine;
    for (const [type, known] of machine.errors?.() ?? []) registerReachedErrorClass(type, known);
  }
  return Object.freeze(machines);
}

/**
 * `<Class>.<method>` of the class that is registered. An inherited workflow needs the concrete class's written name, which
 * only the compiler knows.
 */
function nameFor(source: Source, declaring: Declaring, machine: Machine): string {
  const owner = source.prototype.constructor;
  requireNoOverride(source, declaring, machine);
  if (declaring.owner === owner) return machine.name;
  const own = machinesOf(owner);
  if (own) return `${own.className}.${machine.method}`;
  throw new HoplineError(
    'NO_WORKFLOWS',
    `Class ${owner.name} inherits workflow ${machine.name} but was not compiled itself, so its name is not known. Compile the file that declares ${owner.name}, or set @workflow({ name }) on the method.`,
  );
}

/** An override that is no workflow itself would be passed over in silence: its base's machine would run. */
function requireNoOverride(source: Source, declaring: Declaring, machine: Machine): void {
  for (let at = source.prototype; at.constructor !== declaring.owner; at = Object.getPrototypeOf(at) as object) {
    if (!Object.hasOwn(at, machine.method)) continue;
    throw new HoplineError(
      'NO_WORKFLOWS',
      `${at.constructor.name}.${machine.method} overrides workflow ${machine.name} without being one. Decorate it with @workflow() and compile it.`,
    );
  }
}

function workflowOptionsOf({ instance, prototype }: Source, machine: Machine): WorkflowOptions {
  const mark = markOf(instance ?? prototype, machine.method);
  const options = mark?.kind === 'workflow' ? mark.options : {};
  if (options.concurrency !== undefined) throw needsStore(`concurrency of workflow ${machine.name}`);
  return options;
}

function noWorkflows(prototype: object): HoplineError {
  return new HoplineError(
    'NO_WORKFLOWS',
    `An object of class ${prototype.constructor?.name || '(unnamed)'} has no compiled workflow. ` +
      `Decorate a method with @workflow() and compile the file: \`hopline build\`, or the plugin 'hopline/vite' under vite and vitest.`,
  );
}

// ---- policies --------------------------------------------------------------------------------------------------------

function policiesOf(source: Source, machines: MachineSet): Pick<RegisteredWorkflow, 'policyOf' | 'knownPolicies'> {
  const known = new Map<ActivityTarget, ActivityPolicy>();
  const policyOf = (self: object, target: ActivityTarget): ActivityPolicy => {
    let policy = known.get(target);
    if (!policy) known.set(target, (policy = readPolicy(self, target)));
    return policy;
  };
  for (const machine of Object.values(machines))
    for (const { activity } of Object.values(machine.states))
      if (activity && (source.instance || activity.policy)) policyOf(source.instance ?? source.prototype, activity);
  return { policyOf, knownPolicies: () => known.values() };
}

/** A literal policy in the type of a service is nearer to the call than the decorator of its class. */
function readPolicy(self: object, target: ActivityTarget): ActivityPolicy {
  const options = target.policy ?? decoratorOptions(self, target);
  if (options.concurrency !== undefined) throw needsStore(`concurrency of activity ${target.name}`);
  return resolveActivityPolicy(options);
}

function decoratorOptions(self: object, target: ActivityTarget): NonNullable<ActivityTarget['policy']> {
  const owner = target.of(self) as object | null | undefined;
  if (typeof owner !== 'object' && typeof owner !== 'function') return {};
  const mark = owner === null ? undefined : markOf(owner, target.key);
  return mark?.kind === 'activity' ? mark.options : {};
}

function needsStore(what: string): HoplineError {
  return new HoplineError(
    'NEEDS_STORE',
    `${what} needs a store that counts over all processes; this version of Hopline has none. Leave it out, or bound the rate with rateLimit.`,
  );
}
