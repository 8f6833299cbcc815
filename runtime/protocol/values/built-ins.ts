/**
 * Which built-in class an object is of, whatever realm it comes from: `instanceof` knows only our own, and a workflow's
 * values may come from a vm context, a test runner's sandbox or a bundled copy.
 */
const globals = globalThis as unknown as Record<string, unknown>;

/** `Object.prototype.toString` without its brackets: 'Map', 'Date', 'Object'. */
export function tagOf(thing: object): string {
  return Object.prototype.toString.call(thing).slice(8, -1);
}

/** The constructor of a built-in of this realm by its dotted name. */
export function globalClass(name: string): (new (...args: unknown[]) => object) | undefined {
  let at: unknown = globals;
  for (const part of name.split('.')) at = (at as Record<string, unknown> | undefined)?.[part];
  return typeof at === 'function' ? (at as new (...args: unknown[]) => object) : undefined;
}

/** True where `prototype` is the `prototype` of the built-in `name`, of this realm or another: not of a subclass or a namesake. */
export function isPrototypeOfBuiltIn(prototype: object, name: string): boolean {
  if (globalClass(name)?.prototype === prototype) return true;
  const made = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value as unknown;
  return (
    typeof made === 'function' &&
    made.prototype === prototype &&
    made.name === name.slice(name.lastIndexOf('.') + 1) &&
    Function.prototype.toString.call(made).includes('[native code]')
  );
}

const tags = new Map<object, string>();

/** Tag of the built-in of this realm that `prototype` belongs to: what nearly all objects that are no plain ones have. */
export function tagOfPrototype(prototype: object): string | undefined {
  return tags.get(prototype);
}

/** Makes {@link tagOfPrototype} know the built-ins of these names, where this runtime has them. */
export function rememberBuiltIns(names: Iterable<string>): void {
  for (const name of names) {
    const prototype = globalClass(name)?.prototype as object | undefined;
    if (prototype) tags.set(prototype, name);
  }
}

const errorNames: ReadonlySet<string> = new Set([
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'AggregateError',
]);

export function isBuiltInErrorName(name: string): boolean {
  return errorNames.has(name);
}

/** Errors proper, of any realm; what only inherits from one (`Object.create(Error.prototype)`); `DOMException`. */
export function isError(thing: object, tag: string): boolean {
  return tag === 'Error' || tag === 'DOMException' || thing instanceof Error;
}

/** Name of the nearest built-in error class above; 'Error' where there is none, as for `DOMException`. */
export function nearestBuiltInError(thing: object): string {
  for (let at = prototypeOf(thing); at !== null; at = prototypeOf(at)) {
    const made = Object.getOwnPropertyDescriptor(at, 'constructor')?.value as unknown;
    if (typeof made === 'function' && errorNames.has(made.name) && isPrototypeOfBuiltIn(at, made.name))
      return made.name;
  }
  return 'Error';
}

export function prototypeOf(thing: object): object | null {
  return Object.getPrototypeOf(thing) as object | null;
}

/** Name of an object's class as its constructor says it, or ''. */
export function classNameOf(thing: object): string {
  const made: unknown = (thing as { constructor?: unknown }).constructor;
  return typeof made === 'function' ? made.name : '';
}
