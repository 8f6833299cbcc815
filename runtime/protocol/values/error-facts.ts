/**
 * What an error is made of, read from one and built into one. The codec writes these facts as one node, so that errors
 * travel by reference like everything else: thrown once and held twice stays one, and a cyclic cause stays a cycle.
 */
import {
  ActivityTimeoutError,
  CancelledError,
  FatalError,
  HoplineError,
  RetryableError,
  WorkflowFailedError,
} from '../errors.ts';
import { globalClass, isBuiltInErrorName, nearestBuiltInError } from './built-ins.ts';
import { errorClassByName, registeredErrorName, type ErrorClass } from './codec-registry.ts';

/** The classes are tried from the nearest to the farthest when reviving, so that a worker that lacks one still gets its base. */
export interface ErrorIdentity {
  /** Nearest class under `registerErrorClass`. */
  readonly u?: string;
  /** Nearest class of ours. */
  readonly h?: string;
  /** Nearest built-in; absent for `Error`. */
  readonly b?: string;
  /** `name`. */
  readonly n: string;
  /** `message`; absent where the error has none. */
  readonly m?: string;
  /** `stack`. */
  readonly s?: string;
}

export interface ErrorFacts extends ErrorIdentity {
  /** Indices of what stands under hidden (`cause`, `errors`) and enumerable properties. */
  readonly cause?: number;
  readonly errors?: number;
  readonly f?: Readonly<Record<string, number>>;
  /** Names of own properties that could not travel. */
  readonly lost?: readonly string[];
}

export interface ErrorParts {
  readonly identity: ErrorIdentity;
  /** `cause` and `errors` where they are hidden, as the language sets them. */
  readonly hidden: readonly (readonly ['cause' | 'errors', unknown])[];
  readonly fields: readonly (readonly [string, unknown])[];
  readonly lost: string[];
}

const brand = Symbol.for('hopline.error');
const ours: Readonly<Record<string, ErrorClass>> = Object.assign(Object.create(null) as Record<string, ErrorClass>, {
  HoplineError,
  FatalError,
  RetryableError,
  ActivityTimeoutError,
  CancelledError,
  WorkflowFailedError,
});

export function isOurErrorName(name: string): boolean {
  return name in ours;
}

/** Takes an error apart; what certainly cannot travel (accessors, symbol keys, hidden fields) is in `lost` already. */
export function errorParts(error: Error): ErrorParts {
  const hidden: ['cause' | 'errors', unknown][] = [];
  const fields: [string, unknown][] = [];
  const lost: string[] = [];
  for (const key of Reflect.ownKeys(error)) {
    if (key === 'message' || key === 'stack') continue;
    const property = Object.getOwnPropertyDescriptor(error, key)!;
    if (typeof key === 'symbol') {
      if (property.enumerable) lost.push(key.toString());
    } else if (!('value' in property) || key === '__proto__') lost.push(key);
    else if (key === 'lost' && isTextList(property.value)) lost.push(...property.value);
    else if (property.enumerable) fields.push([key, property.value]);
    else if (key === 'cause' || key === 'errors') hidden.push([key, property.value]);
    else if (key !== 'name') lost.push(key);
  }
  return { identity: identityOf(error), hidden, fields, lost };
}

function identityOf(error: Error): ErrorIdentity {
  const registered = registeredErrorName(error);
  const branded = (error as unknown as Record<symbol, unknown>)[brand];
  const base = nearestBuiltInError(error);
  const { name, message, stack } = error as { name: unknown; message: unknown; stack?: unknown };
  return {
    ...(registered === undefined ? undefined : { u: registered }),
    ...(typeof branded === 'string' && isOurErrorName(branded) ? { h: branded } : undefined),
    ...(base === 'Error' ? undefined : { b: base }),
    n: typeof name === 'string' ? name : base,
    ...(Object.hasOwn(error, 'message') || message !== '' ? { m: String(message) } : undefined),
    ...(typeof stack === 'string' ? { s: stack } : undefined),
  };
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The error without what it refers to; {@link setHidden} and plain property definitions add that. */
export function bareError(identity: ErrorIdentity): Error {
  const type = classFor(identity);
  const error = Reflect.construct(Error, identity.m === undefined ? [] : [identity.m], type) as Error;
  // The stack of reviving says nothing; where the original had none, neither does this.
  setHidden(error, 'stack', identity.s ?? `${identity.n}: ${identity.m ?? ''}`);
  if (error.name !== identity.n) setHidden(error, 'name', identity.n);
  return error;
}

function classFor({ u, h, b }: ErrorIdentity): ErrorClass {
  const registered = u === undefined ? undefined : errorClassByName(u);
  if (registered) return registered;
  if (h !== undefined && isOurErrorName(h)) return ours[h]!;
  return b !== undefined && isBuiltInErrorName(b) ? (globalClass(b) as unknown as ErrorClass) : Error;
}

export function setHidden(error: Error, key: string, value: unknown): void {
  Object.defineProperty(error, key, { value, writable: true, configurable: true, enumerable: false });
}
