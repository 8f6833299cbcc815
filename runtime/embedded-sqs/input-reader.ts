import { missingParameter, serializationError } from './errors.ts';

/**
 * Readers of requests. A request comes as JSON from the wire or as the input of an SDK command; both are read by the same
 * readers into checked values, so that no face is laxer than another. What AWS calls a serialization error (a text where a
 * number belongs) is thrown here; what a number may be is the action's business.
 *
 * Unknown members are ignored, as AWS does; null counts as absent.
 */
export type Reader<T> = (value: unknown, path: string, face: Face) => T;
/** `json`: as it stood on the wire, bytes in base64. `command`: the input of an SDK command, bytes as they are. */
export type Face = 'json' | 'command';

type Members = Record<string, Reader<unknown>>;
type Structure<M extends Members> = { -readonly [K in keyof M]: ReturnType<M[K]> | undefined };

export const readText: Reader<string> = (value, path) => {
  if (typeof value === 'string') return value;
  throw cannotConvert(value, path, 'a String');
};

export const readInteger: Reader<number> = (value, path) => {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw cannotConvert(value, path, 'an Integer');
};

/** A text in place of bytes is taken for its UTF-8 by the SDK, and for base64 by the wire. */
export const readBytes: Reader<Uint8Array> = (value, path, face) => {
  if (face === 'command' && value instanceof Uint8Array) return value;
  if (face === 'command' && typeof value === 'string') return Buffer.from(value);
  if (face === 'json' && typeof value === 'string' && isBase64(value)) return Buffer.from(value, 'base64');
  throw cannotConvert(value, path, 'a Blob');
};

export function readList<T>(item: Reader<T>): Reader<T[]> {
  return (value, path, face) => {
    if (!Array.isArray(value)) throw cannotConvert(value, path, 'a List');
    return value.map((element, index) => item(element, `${path}[${index}]`, face));
  };
}

/** A Map, because names such as `__proto__` are legal keys. */
export function readMap<T>(item: Reader<T>): Reader<Map<string, T>> {
  return (value, path, face) => {
    if (!isObject(value)) throw cannotConvert(value, path, 'a Map');
    const map = new Map<string, T>();
    for (const [key, element] of Object.entries(value)) {
      if (element !== null && element !== undefined) map.set(key, item(element, `${path}.${key}`, face));
    }
    return map;
  };
}

export function readStructure<M extends Members>(members: M): Reader<Structure<M>> {
  const readers = Object.entries(members);
  return (value, path, face) => {
    if (!isObject(value)) throw cannotConvert(value, path, 'a Structure');
    const structure: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      const member = value[name];
      if (member !== null && member !== undefined) structure[name] = read(member, join(path, name), face);
    }
    return structure as Structure<M>;
  };
}

/** A parameter without which the request means nothing. An empty text counts as absent, as AWS does (recorded for bodies). */
export function required<T>(value: T | undefined, parameter: string): T {
  if (value === undefined || value === '') throw missingParameter(parameter);
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** AWS's text for this is not recorded; the name is. */
function cannotConvert(value: unknown, path: string, target: string): Error {
  const kind = Array.isArray(value) ? 'a list' : value instanceof Uint8Array ? 'bytes' : typeof value;
  const shown = typeof value === 'number' || typeof value === 'boolean' ? ` ${String(value)}` : '';
  return serializationError(`${path || 'The request'}: ${kind}${shown} can not be converted to ${target}`);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
