/**
 * The contract between compiled code and the engine: what codegen emits, what the engine drives.
 *
 * Invariants
 * 1. A machine is stateless. All that a run knows is its frames; `run` loads its locals from the frame at entry and hands
 *    back the live ones at the next suspension. Two calls with equal frames and equal resumes do the same.
 * 2. State names are own keys of the null-prototype table `states`; a name from a message is only ever looked up there.
 * 3. `start` is the name of the state before the first suspension. Its frame's locals are `{ args: [...] }`.
 * 4. `run` never performs a durable call. It stops at it, with the arguments evaluated.
 */
import type { PendingCall, Wait } from './envelope.ts';
import type { ActivityOptions } from './options.ts';
import type { ErrorClass } from './values/codec-registry.ts';

/** Version of this contract, checked when machines are registered. */
export const machineFormat = 1;

/** Where a run stands inside one machine. A run's position is a stack of frames, outermost first. */
export interface Frame {
  readonly machine: string;
  /** A key of the machine's `states`, or `start`. */
  readonly state: string;
  /** {@link StateInfo.hash} of that state in the code that wrote the frame; '' at `start`. */
  readonly hash: string;
  /** Live locals by slot name; `{ args }` at `start`. */
  readonly locals: Readonly<Record<string, unknown>>;
  /** Only of a frame that stands at a group: its branches, in the order written. */
  readonly branches?: readonly Branch[];
}

/**
 * One branch of a group (`Promise.all([…])`). It travels in the frame of the group, so that what branches and workflow hold
 * in common stays one object.
 */
export type Branch = { readonly value: unknown } | { readonly error: unknown } | OpenBranch;

/** A run within the run: fields mean what they mean in the envelope. */
export interface OpenBranch {
  /** Outermost first. The first stands at the state of the branch, in the machine of the group. */
  readonly frames: readonly Frame[];
  /** Suspensions that this branch has reached. */
  readonly visit: number;
  readonly call?: PendingCall;
  readonly wait?: Wait;
}

/** How a group ends: the static method of `Promise` that was written. */
export type GroupPolicy = 'all' | 'allSettled' | 'any' | 'race';

/** How `run` is entered: fresh at `start`, else with what the suspension came to. */
export type Resume =
  | { readonly kind: 'start' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown };

/** Why `run` stopped. */
export type Stop =
  | {
      readonly kind: 'suspend';
      readonly state: string;
      /** Arguments of the durable call, evaluated, in the order written. */
      readonly args: readonly unknown[];
      readonly locals: Readonly<Record<string, unknown>>;
      /** G10: the stretch that led here since the last suspension (or `start`) is provably repeatable. */
      readonly repeatable: boolean;
    }
  | {
      /** Calls another function or method that suspends; its return value resumes this frame at `state`. */
      readonly kind: 'call';
      readonly state: string;
      readonly machine: string;
      readonly args: readonly unknown[];
      readonly locals: Readonly<Record<string, unknown>>;
      readonly repeatable: boolean;
    }
  | {
      /** Waits for several at once. */
      readonly kind: 'group';
      readonly state: string;
      /** What was given to `Promise.all`: a `BranchSeed` for each durable call, everything else as it is. */
      readonly list: readonly unknown[];
      readonly locals: Readonly<Record<string, unknown>>;
      readonly repeatable: boolean;
    }
  | { readonly kind: 'return'; readonly value: unknown; readonly repeatable: boolean }
  | { readonly kind: 'throw'; readonly error: unknown; readonly repeatable: boolean };

/** What a suspension waits for. */
export type OperationKind = 'activity' | 'sleep' | 'sleepUntil' | 'rateLimit' | 'call' | 'group';

/**
 * What the code of a frame stands in: its `this`, and the services among its arguments. It never travels. That of the
 * outermost frame is the workflow's instance; each next one is found again from the frame of its caller.
 */
export interface Environment {
  readonly self: Self;
  readonly given: readonly unknown[];
}

/** Undefined in a function of a module. */
export type Self = object | undefined;

/** How the engine finds what a call enters. All of it is evaluated where the caller stands. */
export interface CallTarget {
  /** The function, which carries its machine. Absent where the machine is one of the object's. */
  function?(): unknown;
  /** The callee's `this`. Absent: it is the caller's. */
  of?(self: Self, given: readonly unknown[]): Self;
  /** The services that the callee is given, in the order of its parameters. Absent: none. */
  given?(self: Self, given: readonly unknown[]): readonly unknown[];
}

/** How the engine finds the activity method *at call time*, so that overrides, spies and wrappers work. */
export interface ActivityTarget {
  /** As written, without `this.`: `charge`, `billing.charge`. */
  readonly name: string;
  /** The object that has the method. */
  of(self: Self, given: readonly unknown[]): object;
  readonly key: string;
  /** Literal policy of `Activities<T, Policy>`; absent where the decorator's options rule. */
  readonly policy?: ActivityOptions;
}

/** What is known at build time about one suspension. */
export interface StateInfo {
  readonly operation: OperationKind;
  /** Equal hash = the code reachable from here is the same, so a message may resume here. */
  readonly hash: string;
  /** Hashes of earlier builds that the lock proved compatible with this one. */
  readonly accepts?: readonly string[];
  /** 1-based line of the await in the source. */
  readonly line: number;
  readonly activity?: ActivityTarget;
  /** Of a call of what is no method of the same object. */
  readonly call?: CallTarget;
  /** Of a group. */
  readonly policy?: GroupPolicy;
  /** Set where this is a branch of a group: what it comes to goes to the group and not to the machine. */
  readonly branch?: true;
  /** Of a call: the machine, as compiled code names it. */
  readonly callee?: string;
  /**
   * Every stretch from here to the next suspension is provably repeatable. The engine may then run ahead of an
   * undecided rate limit to learn which activity it belongs to, because nothing it does can be seen.
   */
  readonly repeatableAfter: boolean;
  /** An inline await stands between here and a later suspension or the end: hop directly after the activity (DESIGN.md §3). */
  readonly inlineAfter: boolean;
}

/** A function gives it, because a class may be declared further down than the workflow. */
export type ReachedErrorClass = readonly [type: ErrorClass | undefined, name: string];

/** What the compiler makes of one workflow method, or of another function or method that suspends. */
export interface Machine {
  readonly format: number;
  /** `Dunning.collect`, `lib/poll.ts#poll`: written by the compiler as a literal, so that no minifier renames it. */
  readonly name: string;
  /** The method on the class; of a function, what it is called in its module: `poll`, `steps.charge`. */
  readonly method: string;
  /** Hash of the whole IR. */
  readonly hash: string;
  /** Source file, relative to the project. */
  readonly file: string;
  /** True where the method is decorated: only these can be started. */
  readonly workflow: boolean;
  /** Of an async function inside a method: only the code around it calls it, so nothing overrides it. */
  readonly local?: true;
  readonly states: Readonly<Record<string, StateInfo>>;
  /** G10 for the first stretch: as {@link StateInfo.repeatableAfter} from `start`. */
  readonly repeatableAfterStart: boolean;
  /** As {@link StateInfo.inlineAfter} from `start`. */
  readonly inlineAfterStart: boolean;
  /** Error classes that the code tells apart with `instanceof`, each under the name that messages know it by. */
  readonly errors?: () => readonly ReachedErrorClass[];
  /** May be async only because of inline awaits. */
  run(self: Self, frame: Frame, resume: Resume, given: readonly unknown[]): Stop | Promise<Stop>;
}

const machinesKey = Symbol.for('hopline.machines');

/** Own property of a class: its machines by method name, and the class's written name. */
export interface MachineTable {
  readonly className: string;
  readonly machines: Record<string, Machine>;
}

/** Called by emitted code in a static block of the class. Twice for one method, the later wins (a module evaluated again by a watcher). */
export function defineMachine(owner: object, className: string, machine: Machine): void {
  let table = Object.hasOwn(owner, machinesKey) ? (owner as Record<symbol, MachineTable>)[machinesKey] : undefined;
  if (!table) {
    table = { className, machines: Object.create(null) as Record<string, Machine> };
    Object.defineProperty(owner, machinesKey, { value: table, configurable: true });
  }
  table.machines[machine.method] = machine;
}

/** The class's own machines (not those of its bases), or undefined where the compiler wrote none. */
export function machinesOf(owner: object): MachineTable | undefined {
  return Object.hasOwn(owner, machinesKey) ? (owner as Record<symbol, MachineTable>)[machinesKey] : undefined;
}

const machineKey = Symbol.for('hopline.machine');

/**
 * Called by emitted code behind the function: whoever can name the function finds its machine, and those of the async
 * functions inside it.
 */
export function defineFunction(of: unknown, machine: Machine): void {
  if (typeof of !== 'function') return;
  const known = Object.hasOwn(of, machineKey) ? machinesOfFunction(of) : undefined;
  const machines = known ?? (Object.create(null) as Record<string, Machine>);
  machines[machine.name] = machine;
  if (!known) Object.defineProperty(of, machineKey, { value: machines, configurable: true });
}

/** Undefined where the compiler wrote none of that name. */
export function machineOfFunction(of: unknown, name: string): Machine | undefined {
  return typeof of === 'function' && Object.hasOwn(of, machineKey) ? machinesOfFunction(of)[name] : undefined;
}

function machinesOfFunction(of: object): Record<string, Machine> {
  return (of as Record<symbol, Record<string, Machine>>)[machineKey]!;
}

/** A null-prototype copy, for tables that are indexed by names from messages. */
export function nameTable<T>(entries: Record<string, T>): Readonly<Record<string, T>> {
  return Object.freeze(Object.assign(Object.create(null) as Record<string, T>, entries));
}
