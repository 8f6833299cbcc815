/**
 * Classes that travel: those with a user's codec, and error classes that revive as themselves.
 *
 * Invariants
 * 1. One registry per process: it hangs on `globalThis` under `Symbol.for`, so that two copies of the package (a bundled
 *    worker and an installed SDK) share it.
 * 2. A name stands for one class (its latest evaluation) and a class is written by one name. Names come from messages and are only ever looked up here, so no
 *    message can build a class that is not registered.
 */
import { HoplineError } from '../errors.ts';

/** How instances of a class travel. */
export interface Codec<T, W> {
  /** Stands in messages: keep it for as long as runs are under way. 1–128 characters. */
  name: string;
  /** Anything that travels itself: plain data, or instances of other classes with codecs. */
  encode(value: T): W;
  decode(wire: W): T;
}

interface Registry {
  readonly codecs: Map<string, Codec<unknown, unknown>>;
  readonly codecsByPrototype: Map<object, Codec<unknown, unknown>>;
  readonly errors: Map<string, ErrorClass>;
  readonly errorsByPrototype: Map<object, string>;
}
export type ErrorClass = abstract new (...args: any[]) => Error;

const registryKey = Symbol.for('hopline.codecs');
const nameLengthMax = 128;
const travelAlready: ReadonlySet<unknown> = new Set<unknown>([Object, Array, Map, Set, Date, RegExp, Error, Function]);

function makeRegistry(): Registry {
  return { codecs: new Map(), codecsByPrototype: new Map(), errors: new Map(), errorsByPrototype: new Map() };
}
const registry = ((globalThis as Record<symbol, unknown>)[registryKey] ??= makeRegistry()) as Registry;

/**
 * Lets a class travel across suspensions, as argument, result and local of workflows.
 *
 * Call it once, where the class is defined, so that whoever can meet an instance has registered it. Instances are recognised
 * by their exact class: a subclass needs a codec of its own. An instance that stands in several places comes back as one.
 * What `encode` gave must not lead back to the instance, except where `decode` only keeps it and does not look inside.
 *
 * Registering a class again under its name replaces its codec.
 *
 * @throws HoplineError `INVALID_ARGUMENT` where the name stands for another class, the class has another name, or the class
 * travels by itself
 * @example
 * ```ts
 * import { registerCodec } from 'hopline';
 * class Money {
 *   readonly cents: bigint;
 *   constructor(cents: bigint) {
 *     this.cents = cents;
 *   }
 * }
 * registerCodec(Money, { name: 'Money', encode: (money) => money.cents, decode: (cents) => new Money(cents) });
 * ```
 */
export function registerCodec<T, W>(type: new (...args: any[]) => T, codec: Codec<T, W>): void {
  checkCodec(type, codec);
  const prototype = type.prototype as object;
  claim(registry.codecs.get(codec.name), registry.codecsByPrototype.get(prototype), codec.name, type.name);
  const erased = codec as unknown as Codec<unknown, unknown>;
  registry.codecs.set(codec.name, erased);
  registry.codecsByPrototype.set(prototype, erased);
}

function checkCodec(type: unknown, codec: { name: string; encode: unknown; decode: unknown }): void {
  if (typeof type !== 'function' || typeof type.prototype !== 'object')
    throw new HoplineError('INVALID_ARGUMENT', `registerCodec was given ${String(type)} as type; it must be a class.`);
  if (travelAlready.has(type))
    throw new HoplineError(
      'INVALID_ARGUMENT',
      `registerCodec was given ${type.name}, which has its own form in messages. Register a class of your own.`,
    );
  checkName(codec.name, 'registerCodec');
  if (typeof codec.encode !== 'function' || typeof codec.decode !== 'function')
    throw new HoplineError(
      'INVALID_ARGUMENT',
      `The codec '${codec.name}' lacks encode or decode; both must be functions.`,
    );
}

function checkName(name: unknown, caller: string): void {
  if (typeof name !== 'string' || name.trim() === '' || name.length > nameLengthMax)
    throw new HoplineError(
      'INVALID_ARGUMENT',
      `${caller} was given the name ${JSON.stringify(name)}; it must have 1 to ${nameLengthMax} characters and not be blank.`,
    );
}

/** Invariant 2. */
function claim(byName: object | undefined, byClass: object | undefined, name: string, className: string): void {
  if (byName !== undefined && byName !== byClass)
    throw new HoplineError(
      'INVALID_ARGUMENT',
      `The name '${name}' stands for another class than ${className} already. Give each class a name of its own, and register each once.`,
    );
  if (byClass !== undefined && byName === undefined)
    throw new HoplineError(
      'INVALID_ARGUMENT',
      `${className} is registered under another name than '${name}' already. One class has one name; messages under way hold the first.`,
    );
}

export function codecByName(name: string): Codec<unknown, unknown> | undefined {
  return registry.codecs.get(name);
}

export function codecOf(prototype: object): Codec<unknown, unknown> | undefined {
  return registry.codecsByPrototype.get(prototype);
}

/**
 * Makes an error class revive as itself: message, stack, cause and own fields are set on an object of the class without its
 * constructor being called. A class with private fields needs a codec instead.
 *
 * Twice for one class and name: nothing.
 */
export function registerErrorClass(type: ErrorClass, name: string = type.name): void {
  checkName(name, 'registerErrorClass');
  const prototype = type.prototype as object;
  const nameOfClass = registry.errorsByPrototype.get(prototype);
  claim(
    registry.errors.get(name),
    nameOfClass === undefined ? undefined : registry.errors.get(nameOfClass),
    name,
    type.name,
  );
  registry.errors.set(name, type);
  registry.errorsByPrototype.set(prototype, name);
}

/**
 * As {@link registerErrorClass}, for classes that compiled code tells apart. A name that the user gave stays; a class that a
 * watcher made anew takes its name over. A class that two modules reach by different ways is found by both names, because
 * another process may have met them in another order.
 *
 * @param type undefined where a variable or property of that type holds nothing
 */
export function registerReachedErrorClass(type: ErrorClass | undefined, name: string): void {
  const prototype = type?.prototype as object | undefined;
  if (type === undefined || prototype === undefined) return;
  registry.errors.set(name, type);
  if (registry.errorsByPrototype.has(prototype)) return;
  registry.errorsByPrototype.set(prototype, name);
}

export function errorClassByName(name: string): ErrorClass | undefined {
  return registry.errors.get(name);
}

/** The nearest registered class above `error`, by its name. */
export function registeredErrorName(error: object): string | undefined {
  if (registry.errors.size === 0) return undefined;
  for (
    let at = Object.getPrototypeOf(error) as object | null;
    at !== null;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    const name = registry.errorsByPrototype.get(at);
    if (name !== undefined) return name;
  }
  return undefined;
}
