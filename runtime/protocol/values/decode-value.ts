/**
 * Text to values. The flat form may come from anybody: whatever it holds, reading ends in a value or in a `HoplineError`,
 * in time and memory linear in its length, and changes nothing but what it makes.
 *
 * Invariants
 * 1. `revived[i]` is the value of node i from the moment that others may refer to it: containers before they are filled.
 * 2. Recursion goes as deep as the graph was walked when it was written, at most `valueBounds.depthMax`.
 * 3. A key `__proto__` is only ever defined, never assigned. Classes come from the registry or from a fixed list.
 */
import { HoplineError } from '../errors.ts';
import { globalClass } from './built-ins.ts';
import { fromBase64 } from './base64.ts';
import { codecByName } from './codec-registry.ts';
import { bareError, setHidden, type ErrorFacts } from './error-facts.ts';
import { sentinel, textNames, viewNames } from './flat-form.ts';
import { valueBounds } from './value-bounds.ts';

/**
 * The value of a flat form, parsed or as JSON text.
 *
 * @throws HoplineError `MALFORMED_MESSAGE` where it is none or passes the bounds; `UNKNOWN_CODEC` where it holds an instance
 * of a class that nobody registered here: another worker may know it
 */
export function decodeValue(flat: unknown): unknown {
  try {
    return new Decoding(typeof flat === 'string' ? JSON.parse(flat) : flat).value();
  } catch (error) {
    if (HoplineError.is(error)) throw error;
    throw malformed(error instanceof Error ? error.message : String(error), error);
  }
}

function malformed(detail: string, cause?: unknown): HoplineError {
  const message = `An encoded value is malformed: ${detail}. It was truncated, changed, or written by something else than Hopline.`;
  return new HoplineError('MALFORMED_MESSAGE', message, cause === undefined ? undefined : { cause });
}

type Holder = Record<string | number, unknown>;
interface Patch {
  readonly holder: Holder;
  readonly key: string | number;
}

class Decoding {
  private readonly nodes: readonly unknown[];
  private readonly revived: unknown[];
  private readonly flat: unknown;
  private holes = 0;
  /** Instances whose wire is being read, with the places that wait for them. */
  private readonly open = new Map<number, Patch[]>();

  constructor(flat: unknown) {
    this.flat = flat;
    this.nodes = Array.isArray(flat) ? flat : [];
    if (this.nodes.length > valueBounds.valuesMax)
      throw malformed(`it has ${this.nodes.length} nodes; at most ${valueBounds.valuesMax} are read`);
    this.revived = new Array<unknown>(this.nodes.length);
  }

  value(): unknown {
    if (typeof this.flat === 'number') return loneValue(this.flat);
    if (this.nodes.length === 0) throw malformed('it is no list of nodes');
    return this.at(0, 0);
  }

  private at(index: unknown, depth: number): unknown {
    if (typeof index !== 'number') throw malformed(`an index is ${typeof index}`);
    if (index < 0) return loneValue(index);
    const known = this.revived[index];
    if (known !== undefined) return known;
    const node = this.nodes[index];
    switch (typeof node) {
      case 'string':
      case 'number':
      case 'boolean':
        return (this.revived[index] = node);
      case 'object':
        break;
      default:
        throw malformed(`there is no node ${index}`);
    }
    if (node === null) return (this.revived[index] = null);
    if (depth > valueBounds.depthMax) throw malformed(`it is nested more than ${valueBounds.depthMax} levels deep`);
    if (this.open.has(index)) throw malformed(`node ${index} needs itself to be read`);
    return Array.isArray(node) ? this.list(node, index, depth) : this.plain(node, index, depth);
  }

  private plain(node: object, index: number, depth: number): object {
    const object: Holder = {};
    this.revived[index] = object;
    for (const key of Object.keys(node)) {
      if (key === '__proto__') throw malformed('a key is __proto__');
      this.fill(object, key, (node as Holder)[key], depth);
    }
    return object;
  }

  /** Sets `holder[key]`, now or, where the value is an instance still being read, when it is there. */
  private fill(holder: Holder, key: string | number, index: unknown, depth: number): void {
    if (this.open.size > 0 && this.open.has(index as number)) this.promise(holder, key, index as number);
    else holder[key] = this.at(index, depth + 1);
  }

  /** Until the instance is there, its place throws when read: a `decode` that looks must fail rather than see nothing. */
  private promise(holder: Holder, key: string | number, index: number): void {
    const get = (): never => {
      throw malformed(`a codec reads '${key}', which refers back to the instance that it is making`);
    };
    Object.defineProperty(holder, key, { get, configurable: true, enumerable: true });
    this.open.get(index)!.push({ holder, key });
  }

  private list(node: readonly unknown[], index: number, depth: number): unknown {
    const [head] = node;
    if (typeof head === 'string') return this.tagged(head, node, index, depth);
    if (head === sentinel.sparse) return this.sparse(node, index, depth);
    const array = new Array<unknown>(node.length);
    this.revived[index] = array;
    for (let at = 0; at < node.length; at++) {
      if (node[at] === sentinel.hole) this.countHoles(1);
      else this.fill(array as unknown as Holder, at, node[at], depth);
    }
    return array;
  }

  private sparse(node: readonly unknown[], index: number, depth: number): unknown[] {
    const length = node[1];
    if (!isCount(length) || node.length % 2 !== 0) throw malformed('a sparse array is not well formed');
    this.countHoles(Math.max(0, length - (node.length - 2) / 2));
    const array = sparseArray(length);
    this.revived[index] = array;
    for (let at = 2; at < node.length; at += 2) {
      const place = node[at];
      if (!isCount(place) || place >= length) throw malformed('a sparse array has an element outside its length');
      this.fill(array as unknown as Holder, place, node[at + 1], depth);
    }
    return array;
  }

  private countHoles(count: number): void {
    this.holes += count;
    if (this.holes > valueBounds.holesMax) throw malformed(`its arrays have more than ${valueBounds.holesMax} holes`);
  }

  private tagged(tag: string, node: readonly unknown[], index: number, depth: number): unknown {
    switch (tag) {
      case 'Map':
        return this.map(node, index, depth);
      case 'Set':
        return this.set(node, index, depth);
      case 'null':
        return this.keyed(Object.create(null) as Holder, node, index, depth);
      case '~object':
        return this.keyed({}, node, index, depth);
      case '~error':
        return this.error(node, index, depth);
      case '~codec':
        return this.coded(node, index, depth);
      case 'Object':
        return (this.revived[index] = this.boxed(node, depth));
    }
    return (this.revived[index] = viewNames.has(tag) ? this.view(tag, node, depth) : leaf(tag, node));
  }

  private map(node: readonly unknown[], index: number, depth: number): Map<unknown, unknown> {
    if (node.length % 2 !== 1) throw malformed('a Map has a key without a value');
    const map = new Map<unknown, unknown>();
    this.revived[index] = map;
    for (let at = 1; at < node.length; at += 2) map.set(this.at(node[at], depth + 1), this.at(node[at + 1], depth + 1));
    return map;
  }

  private set(node: readonly unknown[], index: number, depth: number): Set<unknown> {
    const set = new Set<unknown>();
    this.revived[index] = set;
    for (let at = 1; at < node.length; at++) set.add(this.at(node[at], depth + 1));
    return set;
  }

  private keyed(object: Holder, node: readonly unknown[], index: number, depth: number): object {
    if (node.length % 2 !== 1) throw malformed('an object has a key without a value');
    this.revived[index] = object;
    for (let at = 1; at < node.length; at += 2) {
      const key = node[at];
      if (typeof key !== 'string') throw malformed('a key is no string');
      if (key === '__proto__') {
        Object.defineProperty(object, key, { value: undefined, writable: true, enumerable: true, configurable: true });
        Object.defineProperty(object, key, { value: this.at(node[at + 1], depth + 1) });
      } else this.fill(object, key, node[at + 1], depth);
    }
    return object;
  }

  private boxed(node: readonly unknown[], depth: number): object {
    const value = this.at(node[1], depth + 1);
    if (value === null || value === undefined || typeof value === 'object')
      throw malformed('a boxed value is no primitive');
    return Object(value) as object;
  }

  private view(tag: string, node: readonly unknown[], depth: number): unknown {
    const [, index, offset, length] = node;
    const bufferNode = typeof index === 'number' ? this.nodes[index] : undefined;
    if (!Array.isArray(bufferNode) || bufferNode[0] !== 'ArrayBuffer') throw malformed(`a ${tag} has no buffer`);
    if (node.length !== 2 && !(node.length === 4 && isCount(offset) && isCount(length)))
      throw malformed(`a ${tag} has no right place in its buffer`);
    const type = globalClass(tag);
    if (!type) throw malformed(`${tag} is unknown to this runtime`);
    const buffer = this.at(index, depth + 1);
    return node.length === 2 ? new type(buffer) : new type(buffer, offset, length);
  }

  private error(node: readonly unknown[], index: number, depth: number): Error {
    const facts = errorFacts(node[1]);
    const error = bareError(facts);
    this.revived[index] = error;
    if (facts.cause !== undefined) setHidden(error, 'cause', this.at(facts.cause, depth + 1));
    if (facts.errors !== undefined) setHidden(error, 'errors', this.at(facts.errors, depth + 1));
    for (const [key, at] of Object.entries(facts.f ?? {})) setField(error, key, this.at(at, depth + 1));
    if (facts.lost) setField(error, 'lost', [...facts.lost]);
    return error;
  }

  private coded(node: readonly unknown[], index: number, depth: number): unknown {
    const [, name, at] = node;
    if (typeof name !== 'string') throw malformed('a codec has no name');
    const codec = codecByName(name);
    if (!codec)
      throw new HoplineError(
        'UNKNOWN_CODEC',
        `A value was written by the codec '${name}', which nobody has registered here. Import the module that calls registerCodec for it before the worker starts.`,
      );
    const patches: Patch[] = [];
    this.open.set(index, patches);
    const wire = this.at(at, depth + 1);
    const instance = callDecode(name, () => codec.decode(wire));
    this.open.delete(index);
    for (const { holder, key } of patches)
      Object.defineProperty(holder, key, { value: instance, writable: true, enumerable: true, configurable: true });
    return (this.revived[index] = instance);
  }
}

function callDecode(name: string, decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    if (HoplineError.is(error, 'MALFORMED_MESSAGE')) throw error;
    throw malformed(
      `the codec '${name}' did not read its wire (${error instanceof Error ? error.message : String(error)})`,
      error,
    );
  }
}

function loneValue(index: number): unknown {
  switch (index) {
    case sentinel.undefined:
      return undefined;
    case sentinel.nan:
      return NaN;
    case sentinel.infinity:
      return Infinity;
    case sentinel.negativeInfinity:
      return -Infinity;
    case sentinel.negativeZero:
      return -0;
  }
  throw malformed(`${index} stands for no value`);
}

/** Nodes that refer to no others. */
function leaf(tag: string, node: readonly unknown[]): unknown {
  const text = node[1];
  if (typeof text !== 'string') throw malformed(`a ${tag} has no text`);
  switch (tag) {
    case 'Date':
      return dateOf(text);
    case 'BigInt':
      if (!/^-?\d+$/.test(text) || text.length > valueBounds.bigintDigitsMax + 1)
        throw malformed('a bigint is no number of bounded length');
      return BigInt(text);
    case 'RegExp':
      return new RegExp(text, flagsOf(node));
    case '~RegExp':
      return regExpWithIndex(text, node);
    case 'ArrayBuffer':
      return fromBase64(text);
  }
  if (!textNames.has(tag)) throw malformed(`a node is of the unknown kind ${JSON.stringify(tag.slice(0, 40))}`);
  return ofText(tag, text);
}

function dateOf(text: string): Date {
  const date = new Date(text === '' ? NaN : text);
  if (text !== '' && (Number.isNaN(date.getTime()) || date.toISOString() !== text))
    throw malformed('a Date has no ISO text');
  return date;
}

function flagsOf(node: readonly unknown[]): string | undefined {
  const flags = node[2];
  if (flags !== undefined && typeof flags !== 'string') throw malformed('the flags of a RegExp are no text');
  return flags;
}

function regExpWithIndex(source: string, node: readonly unknown[]): RegExp {
  const lastIndex = node[3];
  if (!Number.isSafeInteger(lastIndex)) throw malformed('the lastIndex of a RegExp is no integer');
  const regExp = new RegExp(source, flagsOf(node));
  regExp.lastIndex = lastIndex as number;
  return regExp;
}

function ofText(tag: string, text: string): unknown {
  const type = globalClass(tag);
  if (!type) throw malformed(`${tag} is unknown to this runtime`);
  return tag.startsWith('Temporal.') ? (type as unknown as { from(text: string): unknown }).from(text) : new type(text);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}

const arrayIndexMax = 2 ** 32 - 2;

/**
 * An array without storage for its holes. Setting `length`, or `new Array(length)`, may allocate all of it; touching the
 * largest index first makes V8 keep the elements in a dictionary (devalue does so for the same reason).
 */
function sparseArray(length: number): unknown[] {
  const array: unknown[] = [];
  array[arrayIndexMax] = undefined;
  Reflect.deleteProperty(array, arrayIndexMax);
  array.length = length;
  return array;
}

function setField(error: Error, key: string, value: unknown): void {
  Object.defineProperty(error, key, { value, writable: true, configurable: true, enumerable: true });
}

/** The facts of an error node, checked: what is wrong would otherwise stand on a user's error as something that it cannot be. */
function errorFacts(value: unknown): ErrorFacts {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('an error has no facts');
  const { u, h, b, n, m, s, cause, errors, f, lost, ...others } = value as Record<string, unknown>;
  const right =
    [u, h, b, m, s].every((text) => text === undefined || typeof text === 'string') &&
    typeof n === 'string' &&
    [cause, errors].every((index) => index === undefined || typeof index === 'number') &&
    (f === undefined || (typeof f === 'object' && f !== null && !Array.isArray(f) && !Object.hasOwn(f, '__proto__'))) &&
    (lost === undefined || (Array.isArray(lost) && lost.every((name) => typeof name === 'string'))) &&
    Object.keys(others).length === 0;
  if (!right) throw malformed('the facts of an error are not well formed');
  return value as ErrorFacts;
}
