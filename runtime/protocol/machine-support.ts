/**
 * `hopline/machine`: what emitted code calls. Not for people.
 *
 * Invariants
 * 1. A cursor stands for the iterator of a `for…of` or `for…in` that holds a suspension. It travels as (reference,
 *    kind, position) and comes back at the same element, also where the collection was changed during the loop.
 * 2. `unset` is the value of a variable before its initialisation; it never leaves a machine.
 */
import { branchSeed, type BranchSeed } from './branch-seed.ts';
import { HoplineError } from './errors.ts';
import {
  machineFormat,
  nameTable,
  type ActivityTarget,
  type Frame,
  type Machine,
  type CallTarget,
  type Resume,
  type Self,
  type StateInfo,
  type Stop,
} from './machine.ts';

export { defineFunction, defineMachine } from './machine.ts';
export { branchSeed as branch, heldItems, holdItems, settleItems } from './branch-seed.ts';

type EmittedState = Omit<StateInfo, 'activity' | 'call'> & {
  readonly activity?: Omit<ActivityTarget, 'of'> & { of(this: Self, given: readonly unknown[]): object };
  readonly call?: EmittedCall;
};
interface EmittedCall {
  function?(): unknown;
  of?(this: Self, given: readonly unknown[]): Self;
  given?(this: Self, given: readonly unknown[]): readonly unknown[];
}
type EmittedStop = Exclude<Stop, { kind: 'return' | 'throw' }> | { readonly kind: 'return'; readonly value: unknown };
type EmittedMachine = Omit<Machine, 'format' | 'states' | 'run'> & {
  readonly states: Record<string, EmittedState>;
  run(this: Self, frame: Frame, resume: Resume, given: readonly unknown[]): EmittedStop | Promise<EmittedStop>;
};

/** Completes what the compiler wrote: null-prototype tables, and exceptions as stops. */
export function machine(emitted: EmittedMachine): Machine {
  const { states } = emitted;
  return {
    ...emitted,
    format: machineFormat,
    states: nameTable(Object.fromEntries(Object.entries(states).map(([name, state]) => [name, completeState(state)]))),
    run(self, frame, resume, given) {
      const repeatable =
        frame.state === 'start' ? emitted.repeatableAfterStart : states[frame.state]?.repeatableAfter === true;
      // A state's promise holds for every stretch that begins at it, also where another path to the same stop is not repeatable.
      const complete = (stop: EmittedStop): Stop =>
        stop.kind === 'return' || (repeatable && !stop.repeatable) ? { ...stop, repeatable } : stop;
      const thrown = (error: unknown): Stop => ({ kind: 'throw', error, repeatable });
      try {
        const stop = emitted.run.call(self, frame, resume, given);
        return stop instanceof Promise ? stop.then(complete, thrown) : complete(stop);
      } catch (error) {
        return thrown(error);
      }
    },
  };
}

function completeState(state: EmittedState): StateInfo {
  const { activity, call, ...facts } = state;
  return {
    ...facts,
    ...(activity && { activity: { ...activity, of: (self, given) => activity.of.call(self, given) } }),
    ...(call && { call: completeCall(call) }),
  };
}

function completeCall(call: EmittedCall): CallTarget {
  return {
    ...(call.function && { function: () => call.function!() }),
    ...(call.of && { of: (self, given) => call.of!.call(self, given) }),
    ...(call.given && { given: (self, given) => call.given!.call(self, given) }),
  };
}

/** The branch of a group that `this[key](…)` stands for. */
export function chosenBranch(key: unknown, states: Record<string, string>, args: readonly unknown[]): BranchSeed {
  if (typeof key === 'string' && Object.hasOwn(states, key)) return branchSeed(states[key]!, args);
  throw noSuchChoice(key);
}

/** What a suspension came to: its value, or its error thrown at the await. */
export function resumed(resume: Resume): unknown {
  if (resume.kind === 'error') throw resume.error;
  return resume.kind === 'value' ? resume.value : undefined;
}

export function unknownState(state: string): HoplineError {
  return new HoplineError(
    'INVALID_MACHINE',
    `The machine has no state '${state}'. The engine asks only for states it has found; this is a defect of Hopline.`,
  );
}

/** What `this[name](…)` comes to where the name is none of those that its type lists. */
export function noSuchChoice(name: unknown): TypeError {
  return new TypeError(`this[${JSON.stringify(name)}] is not a function that this workflow may call`);
}

// ---- variables before their initialisation -----------------------------------------------------------------------------

/** What a `let`, `const` or `class` holds before it is initialised. */
export const unset: unique symbol = Symbol('unset');

/** Reads a variable that may not be initialised yet, as the language does. */
export function checked<T>(value: T, name: string): T {
  if (value === unset) throw new ReferenceError(`Cannot access '${name}' before initialization`);
  return value;
}

/** A value on its way to a variable that may not be initialised yet. */
export function writable<T>(value: T, present: unknown, name: string): T {
  checked(present, name);
  return value;
}

export function saved(key: string, value: unknown): Record<string, unknown> {
  return value === unset ? {} : { [key]: value };
}

/** As {@link saved}, of what is made again: that it is initialised is all that travels. */
export function marked(key: string, value: unknown): Record<string, unknown> {
  return value === unset ? {} : { [key]: true };
}

export function isSaved(locals: Readonly<Record<string, unknown>>, key: string): boolean {
  return Object.hasOwn(locals, key);
}

export function restored(locals: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(locals, key) ? locals[key] : unset;
}

// ---- patterns ------------------------------------------------------------------------------------------------------------

/** ToPropertyKey: once, where the source does. */
export function key(value: unknown): PropertyKey {
  return typeof value === 'symbol' || typeof value === 'number' ? value : String(value);
}

/** `{ …pattern } = value` throws for null and undefined even if the pattern is empty. */
export function destructurable(value: unknown): void {
  if (value === null || value === undefined) {
    throw new TypeError(`Cannot destructure '${String(value)}' as it is ${String(value)}.`);
  }
}

/** The rest of an object pattern: own enumerable properties but for those taken. */
export function rest(value: object, taken: readonly PropertyKey[]): Record<PropertyKey, unknown> {
  const without = new Set(taken.map((name) => (typeof name === 'symbol' ? name : String(name))));
  const copy: Record<PropertyKey, unknown> = {};
  for (const name of Reflect.ownKeys(Object(value) as object)) {
    if (without.has(name) || !Object.prototype.propertyIsEnumerable.call(value, name)) continue;
    Object.defineProperty(copy, name, {
      value: (value as Record<PropertyKey, unknown>)[name],
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

/** What an array pattern reads by index: arrays as they are, strings by code point. */
export function indexed(value: unknown): ArrayLike<unknown> {
  if (typeof value === 'string') return [...value];
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return value as unknown as ArrayLike<unknown>;
  if (
    value === null ||
    value === undefined ||
    typeof (value as Partial<Iterable<unknown>>)[Symbol.iterator] !== 'function'
  ) {
    throw new TypeError(`${shown(value)} is not iterable`);
  }
  return refuseIterator(value);
}

export function from(items: ArrayLike<unknown>, index: number): unknown[] {
  return Array.prototype.slice.call(items, index);
}

// ---- cursors -------------------------------------------------------------------------------------------------------------

/** `items` is what the collection itself yields: entries of a Map, values of the others. */
type CursorKind = 'items' | 'values' | 'keys' | 'entries';
interface SavedCursor {
  readonly of: unknown;
  readonly kind: CursorKind | 'in';
  readonly at: number;
  /** The keys of a for…in, taken once. */
  readonly names?: readonly string[];
}
export interface Cursor {
  /** Moves to the next item; false at the end. */
  next(): boolean;
  value: unknown;
  save(): SavedCursor;
}

export function cursor(of: unknown, kind: CursorKind = 'items'): Cursor {
  return walk(of, kind, 0);
}

export function cursorFrom(at: SavedCursor): Cursor {
  return at.kind === 'in' ? new NameCursor(at.of, at.names ?? [], at.at) : walk(at.of, at.kind, at.at);
}

function walk(of: unknown, kind: CursorKind, at: number): Cursor {
  if (typeof of === 'string') return new TextCursor(of, at);
  if (Array.isArray(of) || (ArrayBuffer.isView(of) && !(of instanceof DataView)))
    return new ListCursor(of as unknown as ArrayLike<unknown>, kind, at);
  const tag = Object.prototype.toString.call(of);
  if (tag === '[object Map]') return new CollectionCursor(of as Map<unknown, unknown>, kind, at);
  if (tag === '[object Set]') return new CollectionCursor(of as Set<unknown>, kind, at);
  if (of === null || of === undefined || typeof (of as Partial<Iterable<unknown>>)[Symbol.iterator] !== 'function') {
    throw new TypeError(`${shown(of)} is not iterable`);
  }
  return refuseIterator(of);
}

function refuseIterator(value: unknown): never {
  throw new HoplineError(
    'UNSERIALISABLE',
    `A loop or pattern with a suspension inside goes over ${shown(value)}, whose iterator cannot travel in a message. Collect it first: [...value].`,
  );
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value);
}

/** Arrays and typed arrays: the length is asked at each step, as their iterator does. */
class ListCursor implements Cursor {
  value: unknown;
  private readonly of: ArrayLike<unknown>;
  private readonly kind: CursorKind;
  private at: number;
  constructor(of: ArrayLike<unknown>, kind: CursorKind, at: number) {
    this.of = of;
    this.kind = kind;
    this.at = at;
  }
  next(): boolean {
    if (this.at >= this.of.length) {
      // An exhausted iterator stays so, whatever is appended later.
      this.at = Infinity;
      return false;
    }
    const index = this.at++;
    this.value = this.kind === 'keys' ? index : this.kind === 'entries' ? [index, this.of[index]] : this.of[index];
    return true;
  }
  save(): SavedCursor {
    return { of: this.of, kind: this.kind, at: this.at };
  }
}

class TextCursor implements Cursor {
  value: unknown;
  private readonly of: string;
  private at: number;
  constructor(of: string, at: number) {
    this.of = of;
    this.at = at;
  }
  next(): boolean {
    if (this.at >= this.of.length) return false;
    const text = String.fromCodePoint(this.of.codePointAt(this.at)!);
    this.at += text.length;
    this.value = text;
    return true;
  }
  save(): SavedCursor {
    return { of: this.of, kind: 'items', at: this.at };
  }
}

/**
 * Map and Set: a live iterator, which alone knows about deletion and re-addition. Its position is the size less what it
 * would still yield, counted from a copy's end when it is saved; the machine stops there, so it may be used up.
 */
class CollectionCursor implements Cursor {
  value: unknown;
  private readonly of: Map<unknown, unknown> | Set<unknown>;
  private readonly kind: CursorKind;
  private readonly iterator: Iterator<unknown>;
  constructor(of: Map<unknown, unknown> | Set<unknown>, kind: CursorKind, at: number) {
    this.of = of;
    this.kind = kind;
    this.iterator = kind === 'items' ? of[Symbol.iterator]() : of[kind]();
    for (let n = 0; n < at; n += 1) this.iterator.next();
  }
  next(): boolean {
    const step = this.iterator.next();
    this.value = step.value;
    return step.done !== true;
  }
  save(): SavedCursor {
    let left = 0;
    while (this.iterator.next().done !== true) left += 1;
    return { of: this.of, kind: this.kind, at: this.of.size - left };
  }
}

/** for…in: the names are listed once, each is visited if it is still there. */
export function keyCursor(of: unknown): Cursor {
  const names: string[] = [];
  for (const name in of as object) names.push(name);
  return new NameCursor(of, names, 0);
}

class NameCursor implements Cursor {
  value: unknown;
  private readonly of: unknown;
  private readonly names: readonly string[];
  private at: number;
  constructor(of: unknown, names: readonly string[], at: number) {
    this.of = of;
    this.names = names;
    this.at = at;
  }
  next(): boolean {
    while (this.at < this.names.length) {
      const name = this.names[this.at++]!;
      if (!(name in (Object(this.of) as object))) continue;
      this.value = name;
      return true;
    }
    return false;
  }
  save(): SavedCursor {
    return { of: this.of, kind: 'in', at: this.at, names: this.names };
  }
}
