import { HoplineError } from '../errors.ts';
import { classNameOf, isPrototypeOfBuiltIn, prototypeOf, tagOf } from './built-ins.ts';
import { boxNames, textNames, viewNames } from './flat-form.ts';

/**
 * Thrown inside the codec where it meets what cannot travel; the codec's entrance adds the path. Not an error of its own,
 * because most are caught one level up, where an error's field is dropped instead.
 */
export class Refusal {
  /** What the value is, with its article: 'a function'. */
  readonly what: string;
  /** What to type instead: a sentence. */
  readonly mend: string;
  readonly cause: unknown;
  /** From the root to the value; set by who knows it. */
  steps: readonly Step[] | undefined;
  constructor(what: string, mend: string, cause?: unknown) {
    this.what = what;
    this.mend = mend;
    this.cause = cause;
  }
}

/** One step from a value to a part of it: a property, an index, or a way of its own kind. Worded only when needed. */
export type Step =
  string | number | { readonly kind: 'get' | 'keys' | 'values' | 'wire' | 'symbol'; readonly of: unknown };

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

export function pathText(steps: readonly Step[]): string {
  return steps.map(stepText).join('');
}

function stepText(step: Step): string {
  if (typeof step === 'number') return `[${step}]`;
  if (typeof step === 'string') return identifier.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
  switch (step.kind) {
    case 'get':
      return `.get(${keyText(step.of)})`;
    case 'keys':
    case 'values':
      return `.${step.kind}()[${keyText(step.of)}]`;
    case 'wire':
      return `<${step.of as string}>`;
    case 'symbol':
      return `[${keyText(step.of)}]`;
  }
}

const keyLengthMax = 40;

function keyText(key: unknown): string {
  if (typeof key === 'string')
    return JSON.stringify(key.length > keyLengthMax ? `${key.slice(0, keyLengthMax)}…` : key);
  if (typeof key === 'symbol') return key.toString();
  return typeof key === 'object' || typeof key === 'function' ? '…' : `${key as number}`;
}

/** `invoice.lines[3].onPaid is a function, which cannot travel in a message. …` */
export function unserialisable(
  what: string,
  refusal: Refusal,
  steps: readonly Step[] = refusal.steps ?? [],
): HoplineError {
  const message = `${what}${pathText(steps)} is ${refusal.what}, which cannot travel in a message. ${refusal.mend}`;
  return new HoplineError(
    'UNSERIALISABLE',
    message,
    refusal.cause === undefined ? undefined : { cause: refusal.cause },
  );
}

/** Why a primitive or function cannot travel. */
export function refusePrimitive(value: unknown): Refusal {
  return typeof value === 'symbol'
    ? new Refusal(`a symbol (${String(value)})`, 'Keep a string instead.')
    : new Refusal(
        `a function${functionName(value)}`,
        'Keep the data it needs and make the function anew after the suspension.',
      );
}

function functionName(value: unknown): string {
  const name = typeof value === 'function' ? value.name : '';
  return name === '' ? '' : ` (${name})`;
}

const knownMisfits: Readonly<Record<string, [what: string, mend: string]>> = {
  Promise: ['a promise', 'Await it before the suspension.'],
  WeakMap: ['a WeakMap', 'Use a Map.'],
  WeakSet: ['a WeakSet', 'Use a Set.'],
  WeakRef: ['a WeakRef', 'Keep the value itself.'],
  Generator: ['a generator', 'Use it up before the suspension, or keep an array of what it yields.'],
  AsyncGenerator: ['an async generator', 'Use it up before the suspension, or keep an array of what it yields.'],
  SharedArrayBuffer: ['a SharedArrayBuffer', 'Memory cannot be shared across messages: copy it into an ArrayBuffer.'],
  Symbol: ['a boxed symbol', 'Keep a string instead.'],
  Arguments: ['an arguments object', 'Use a rest parameter, or [...arguments].'],
};

/** Why an object of a class that the codec does not know cannot travel. */
export function refuseInstance(thing: object): Refusal {
  const tag = tagOf(thing);
  const name = classNameOf(thing);
  const known = Object.hasOwn(knownMisfits, tag) ? knownMisfits[tag] : undefined;
  if (known) return new Refusal(...known);
  if (tag.endsWith('Iterator'))
    return new Refusal(`an iterator (${tag})`, 'Iterate over an array, a Map or a Set itself, or keep [...it].');
  if (typeof (thing as { then?: unknown }).then === 'function')
    return new Refusal('a thenable', 'Await it before the suspension.');
  if (name === 'Buffer' && tag === 'Uint8Array')
    return new Refusal('a Buffer', 'Use a Uint8Array: new Uint8Array(buffer).');
  if (Array.isArray(thing))
    return new Refusal(`an array of class ${name || '(anonymous)'}`, 'Use a plain array: Array.from(it).');
  const base = builtInBase(thing, tag);
  if (base) return new Refusal(`an instance of ${name || 'a class'}, a subclass of ${base}`, codecMend(name));
  return new Refusal(
    name === '' || name === 'Object'
      ? 'an object with a prototype of its own'
      : `an instance of ${name} without a codec`,
    name === '' || name === 'Object' ? 'Use a plain object: { ...it }.' : codecMend(name),
  );
}

function codecMend(name: string): string {
  return `Keep its plain data, or let it travel: registerCodec(${name || 'TheClass'}, { name, encode, decode }).`;
}

/** The built-in that the object's class extends, where plain instances of it travel. */
function builtInBase(thing: object, tag: string): string | undefined {
  const travels =
    viewNames.has(tag) || boxNames.has(tag) || textNames.has(tag) || /^(Map|Set|Date|RegExp|ArrayBuffer)$/.test(tag);
  for (let at = prototypeOf(thing); travels && at !== null; at = prototypeOf(at))
    if (isPrototypeOfBuiltIn(at, tag)) return tag;
  return undefined;
}
