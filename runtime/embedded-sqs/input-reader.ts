import { missingParameter, serializationError } from './errors.ts';

/**
 * Readers of requests. A request comes as JSON from the wire or as the input of an SDK command; both are read by the same
 * readers into checked values, so that no face is laxer than another. What AWS calls a serialization error (a text where a
 * number belongs) is found here; what a number may be is the action's business.
 *
 * Unknown members are ignored, as AWS does; null counts as absent.
 */
export type Reader<T> = (value: unknown, face: Face) => T;
/** `json`: as it stood on the wire, bytes in base64. `command`: the input of an SDK command, bytes as they are. */
export type Face = 'json' | 'command';

type Members = Record<string, Reader<unknown>>;
type Structure<M extends Members> = { -readonly [K in keyof M]: ReturnType<M[K]> | undefined };

/** Reads a whole request. Throws a `SerializationException` that names the member. */
export function readInput<T>(read: Reader<T>, input: unknown, face: Face): T {
  try {
    return read(input ?? {}, face);
  } catch (error) {
    // AWS's text for this is not recorded; the name is.
    if (error instanceof Mismatch) throw serializationError(`${error.path || 'The request'}: ${error.message}`);
    throw error;
  }
}

export const readText: Reader<string> = (value) => {
  if (typeof value === 'string') return value;
  throw new Mismatch(value, 'a String');
};

export const readInteger: Reader<number> = (value) => {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new Mismatch(value, 'an Integer');
};

/** A text in place of bytes is taken for its UTF-8 by the SDK, and for base64 by the wire. */
export const readBytes: Reader<Uint8Array> = (value, face) => {
  if (face === 'command' && value instanceof Uint8Array) return value;
  if (face === 'command' && typeof value === 'string') return Buffer.from(value);
  if (face === 'json' && typeof value === 'string' && isBase64(value)) return Buffer.from(value, 'base64');
  throw new Mismatch(value, 'a Blob');
};

export function readList<T>(item: Reader<T>): Reader<T[]> {
  return (value, face) => {
    if (!Array.isArray(value)) throw new Mismatch(value, 'a List');
    return value.map((element, index) => readAt(item, element, face, index));
  };
}

/** A Map, because names such as `__proto__` are legal keys. */
export function readMap<T>(item: Reader<T>): Reader<Map<string, T>> {
  return (value, face) => {
    if (!isObject(value)) throw new Mismatch(value, 'a Map');
    const map = new Map<string, T>();
    for (const [key, element] of Object.entries(value)) {
      if (element !== null && element !== undefined) map.set(key, readAt(item, element, face, key));
    }
    return map;
  };
}

export function readStructure<M extends Members>(members: M): Reader<Structure<M>> {
  const names = Object.keys(members);
  const readers = Object.values(members);
  return (value, face) => {
    if (!isObject(value)) throw new Mismatch(value, 'a Structure');
    const structure: Record<string, unknown> = {};
    // By index: this loop runs for every entry of every batch.
    for (let index = 0; index < names.length; index++) {
      const name = names[index]!;
      const member = value[name];
      if (member !== null && member !== undefined) structure[name] = readAt(readers[index]!, member, face, name);
    }
    return structure as Structure<M>;
  };
}

/** A parameter without which the request means nothing. An empty text counts as absent, as AWS does (recorded for bodies). */
export function required<T>(value: T | undefined, parameter: string): T {
  if (value === undefined || value === '') throw missingParameter(parameter);
  return value;
}

/** The path is put together only when something is wrong, on the way out. */
function readAt<T>(read: Reader<T>, value: unknown, face: Face, step: string | number): T {
  try {
    return read(value, face);
  } catch (error) {
    if (error instanceof Mismatch) error.moveOut(typeof step === 'number' ? `[${step}]` : step);
    throw error;
  }
}

class Mismatch extends Error {
  path = '';

  constructor(value: unknown, target: string) {
    super(`${describe(value)} can not be converted to ${target}`);
  }

  moveOut(step: string): void {
    const isJoined = this.path === '' || this.path.startsWith('[');
    this.path = isJoined ? step + this.path : `${step}.${this.path}`;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function describe(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return `${typeof value} ${String(value)}`;
  if (Array.isArray(value)) return 'a list';
  return value instanceof Uint8Array ? 'bytes' : typeof value;
}
