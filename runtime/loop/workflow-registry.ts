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
  machinesOf,
  type ActivityTarget,
  type Environment,
  type Machine,
  type MachineTable,
} from '../protocol/machine.ts';
import { markOf } from '../protocol/marks.ts';
import type { WorkflowOptions } from '../protocol/options.ts';
import { registerReachedErrorClass } from '../protocol/values/codec-registry.ts';
import { reachableMachines, type Reachable } from './reachable-machines.ts';

/** A run as a factory sees it. */
export interface RunIdentity {
  readonly id: string;
  readonly workflow: string;
}

export interface RegisteredWorkflow {
  readonly name: string;
  readonly options: WorkflowOptions;
  readonly machine: Machine;
  /** Known without an instance. */
  readonly machines: MachineSet;
  /** Those that are found from an instance are only known of one that a factory has made. */
  readonly isOpen: boolean;
  machinesFor(self: object): MachineSet;
  instanceFor(run: RunIdentity): object | Promise<object>;
  policyOf(environment: Environment, target: ActivityTarget): ActivityPolicy;
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
  const machines = machineSetsOf(source);
  const policies = policiesOf(machines.atStart);
  const workflows: RegisteredWorkflow[] = [];
  const seen = new Set<string>();
  for (const declaring of tables)
    for (const machine of Object.values(declaring.table.machines)) {
      if (seen.has(machine.method) || !machine.workflow) continue;
      seen.add(machine.method);
      const options = workflowOptionsOf(source, machine);
      const name = options.name ?? nameFor(source, declaring, machine);
      workflows.push({
        name,
        options,
        machine,
        machines: machines.atStart.machines,
        isOpen: machines.atStart.isOpen,
        machinesFor: (self) => machines.of(self),
        instanceFor: (run) => source.instanceFor(run),
        ...policies,
      });
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

interface MachineSets {
  readonly atStart: Reachable;
  of(self: object): MachineSet;
}

function machineSetsOf({ prototype, instance }: Source): MachineSets {
  const atStart = prepared(reachableMachines(prototype, instance));
  if (!atStart.isOpen) return { atStart, of: () => atStart.machines };
  const known = new WeakMap<object, MachineSet>();
  const of = (self: object): MachineSet => {
    let machines = known.get(self);
    if (!machines)
      known.set(self, (machines = reachableFrom(self).machines));
    return machines;
  };
  return { atStart, of };
}

function reachableFrom(self: object): Reachable {
  return prepared(reachableMachines(Object.getPrototypeOf(self) as object, self));
}

/** Errors that its machines tell apart come back as their classes from now on. */
function prepared(reachable: Reachable): Reachable {
  for (const machine of Object.values(reachable.machines))
    for (const [type, known] of machine.errors?.() ?? []) registerReachedErrorClass(type, known);
  return reachable;
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

function policiesOf({ reached }: Reachable): Pick<RegisteredWorkflow, 'policyOf' | 'knownPolicies'> {
  const policies = new KnownPolicies();
  for (const { machine, environment } of reached)
    for (const { activity } of Object.values(machine.states))
      if (activity && (environment || activity.policy)) policies.of(environment ?? nowhere, activity);
  return { policyOf: (environment, target) => policies.of(environment, target), knownPolicies: () => policies.all() };
}

const nowhere: Environment = { self: undefined, given: [] };

/**
 * Policies as they were first read. One place in the code may meet objects of several classes, each with its decorators;
 * objects of one class have one policy.
 */
class KnownPolicies {
  readonly #written = new Map<ActivityTarget, ActivityPolicy>();
  readonly #decorated = new Map<ActivityTarget, Map<object | undefined, ActivityPolicy>>();

  /** A literal policy in the type of a service is nearer to the call than the decorator of its class. */
  of({ self, given }: Environment, target: ActivityTarget): ActivityPolicy {
    if (target.policy) return remembered(this.#written, target, () => resolved(target, target.policy!));
    const owner = target.of(self, given) as unknown;
    const byClass = remembered(this.#decorated, target, () => new Map<object | undefined, ActivityPolicy>());
    return remembered(byClass, classOf(owner), () => resolved(target, decoratorOptions(owner, target)));
  }

  *all(): Iterable<ActivityPolicy> {
    yield* this.#written.values();
    for (const byClass of this.#decorated.values()) yield* byClass.values();
  }
}

function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}

/** What objects of one class have in common; an object without a class stands for itself. */
function classOf(owner: unknown): object | undefined {
  if (typeof owner === 'function') return owner;
  if (typeof owner !== 'object' || owner === null) return undefined;
  const prototype = Object.getPrototypeOf(owner) as object | null;
  return prototype === null || prototype === Object.prototype ? owner : prototype;
}

function resolved(target: ActivityTarget, options: NonNullable<ActivityTarget['policy']>): ActivityPolicy {
  if (options.concurrency !== undefined) throw needsStore(`concurrency of activity ${target.name}`);
  return resolveActivityPolicy(options);
}

function decoratorOptions(owner: unknown, target: ActivityTarget): NonNullable<ActivityTarget['policy']> {
  if ((typeof owner !== 'object' && typeof owner !== 'function') || owner === null) return {};
  const mark = markOf(owner, target.key);
  return mark?.kind === 'activity' ? mark.options : {};
}

function needsStore(what: string): HoplineError {
  return new HoplineError(
    'NEEDS_STORE',
    `${what} needs a store that counts over all processes; this version of Hopline has none. Leave it out, or bound the rate with rateLimit.`,
  );
}
