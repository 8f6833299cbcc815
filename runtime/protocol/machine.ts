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
}

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
      /** Calls another machine of the same object (a helper that suspends); its return value resumes this frame at `state`. */
      readonly kind: 'call';
      readonly state: string;
      readonly machine: string;
      readonly args: readonly unknown[];
      readonly locals: Readonly<Record<string, unknown>>;
      readonly repeatable: boolean;
    }
  | { readonly kind: 'return'; readonly value: unknown; readonly repeatable: boolean }
  | { readonly kind: 'throw'; readonly error: unknown; readonly repeatable: boolean };

/** What a suspension waits for. */
export type OperationKind = 'activity' | 'sleep' | 'sleepUntil' | 'rateLimit' | 'call';

/** How the engine finds the activity method *at call time*, so that overrides, spies and wrappers work. */
export interface ActivityTarget {
  /** As written, without `this.`: `charge`, `billing.charge`. */
  readonly name: string;
  /** The object that has the method, from the workflow's instance. */
  of(self: object): object;
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

/** What the compiler makes of one workflow method, or of a helper that suspends. */
export interface Machine {
  readonly format: number;
  /** `Dunning.collect`: written by the compiler as a literal, so that no minifier renames it. */
  readonly name: string;
  /** The method on the class. */
  readonly method: string;
  /** Hash of the whole IR. */
  readonly hash: string;
  /** Source file, relative to the project. */
  readonly file: string;
  /** True where the method is decorated: only these can be started. */
  readonly workflow: boolean;
  readonly states: Readonly<Record<string, StateInfo>>;
  /** G10 for the first stretch: as {@link StateInfo.repeatableAfter} from `start`. */
  readonly repeatableAfterStart: boolean;
  /** As {@link StateInfo.inlineAfter} from `start`. */
  readonly inlineAfterStart: boolean;
  /** Error classes that the code tells apart with `instanceof`, each under the name that messages know it by. */
  readonly errors?: () => readonly ReachedErrorClass[];
  /** Called with the workflow's instance as `self`. May be async only because of inline awaits. */
  run(self: object, frame: Frame, resume: Resume): Stop | Promise<Stop>;
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

/** A null-prototype copy, for tables that are indexed by names from messages. */
export function nameTable<T>(entries: Record<string, T>): Readonly<Record<string, T>> {
  return Object.freeze(Object.assign(Object.create(null) as Record<string, T>, entries));
}
