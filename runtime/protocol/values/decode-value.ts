/**
 * Text to values. The flat form may come from anybody: whatever it holds, reading ends in a value or in a `HoplineError`,
 * in time and memory linear in its length, and changes nothing but what it makes.
 *
 * First a shell is made of every node, then the shells are filled. Shells need no order, so cycles need no care and nothing
 * recurses. Only what a codec makes depends on its wire; its users wait for it.
 *
 * Invariants
 * 1. `revived[i]` is the one value of node i, or {@link waiting} until its codec has made it.
 * 2. When a codec's `decode` runs, everything that its wire leads to is complete, or throws when it is looked at: an
 *    unfilled place would be a silent change.
 * 3. A key `__proto__` is only ever defined, never assigned. Classes come from the registry or from a fixed list.
 */
import { HoplineError } from '../errors.ts';
import { globalClass } from './built-ins.ts';
import { fromBase64 } from './base64.ts';
import { codecByName } from './codec-registry.ts';
import { bareError, setHidden, type ErrorFacts } from './error-facts.ts';
import { sentinel, textNames, viewNames } from './flat-form.ts';
import { levelsOf, partsOf, walkDepthFirst } from './flat-walk.ts';
import { valueBounds } from './value-bounds.ts';

/**
 * The value of a flat form, parsed or as JSON text.
 *
 * @throws HoplineError `MALFORMED_MESSAGE` where it is none or passes the bounds; `UNKNOWN_CODEC` where it holds an instance
 * of a class that nobody registered here: another worker may know it
 */
export function decodeValue(flat: unknown): unknown {
  try {
    const parsed: unknown = typeof flat === 'string' ? JSON.parse(flat) : flat;
    if (typeof parsed === 'number') return loneValue(parsed);
    if (!Array.isArray(parsed) || parsed.length === 0) throw malformed('it is no list of nodes');
    return new Decoding(parsed).root();
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
type Node = readonly unknown[];
interface Place {
  readonly holder: Holder;
  readonly key: string | number;
}
const waiting = Symbol('waiting for its codec');

class Decoding {
  private readonly nodes: Node;
  private readonly revived: unknown[];
  private holes = 0;
  /** Some node waits for a codec. */
  private coded = false;
  /** Where the instances of codecs belong, by node. */
  private readonly places = new Map<number, Place[]>();

  constructor(nodes: Node) {
    this.nodes = nodes;
    this.revived = new Array<unknown>(nodes.length);
  }

  root(): unknown {
    const { length } = this.nodes;
    if (length > valueBounds.valuesMax)
      throw malformed(`it has ${length} nodes; at most ${valueBounds.valuesMax} are read`);
    // The last level may hold primitives.
    if (length > valueBounds.depthMax && levelsOf(this.nodes) > valueBounds.depthMax + 1)
      throw malformed(`it is nested more than ${valueBounds.depthMax} levels deep`);
    for (let index = 0; index < length; index++) this.revived[index] ??= this.shell(this.nodes[index]);
    if (this.coded) this.fillWithCodecs();
    else for (let index = 0; index < length; index++) this.fill(index);
    return this.revived[0];
  }

  // ---- shells

  private shell(node: unknown): unknown {
    if (!Array.isArray(node)) return typeof node === 'object' && node !== null ? {} : primitive(node);
    const [head] = node as Node;
    if (typeof head === 'string') return this.taggedShell(head, node);
    return head === sentinel.sparse ? this.sparseShell(node) : new Array<unknown>(node.length);
  }

  private taggedShell(tag: string, node: Node): unknown {
    switch (tag) {
      case 'Map':
        return new Map();
      case 'Set':
        return new Set();
      case 'null':
        return Object.create(null);
      case '~object':
        return {};
      case '~error':
        return bareError(errorFacts(node[1]));
      case '~codec':
        this.coded = true;
        return waiting;
      case 'Object':
        return this.boxed(node);
    }
    return viewNames.has(tag) ? this.view(tag, node) : leaf(tag, node);
  }

  private sparseShell(node: Node): unknown[] {
    const length = node[1];
    if (!isCount(length) || node.length % 2 !== 0) throw malformed('a sparse array is not well formed');
    this.countHoles(Math.max(0, length - (node.length - 2) / 2));
    return sparseArray(length);
  }

  private countHoles(count: number): void {
    this.holes += count;
    if (this.holes > valueBounds.holesMax) throw malformed(`its arrays have more than ${valueBounds.holesMax} holes`);
  }

  private boxed([, index]: Node): object {
    if (typeof index !== 'number') throw malformed('a boxed value is missing');
    const node = index < 0 ? undefined : this.nodes[index];
    const isBigInt = Array.isArray(node) && node[0] === 'BigInt';
    const value = index < 0 ? loneValue(index) : isBigInt ? leaf('BigInt', node) : node;
    if (value === null || value === undefined || typeof value === 'object')
      throw malformed('a boxed value is no primitive');
    return Object(value) as object;
  }

  private view(tag: string, node: Node): object {
    const [, index, offset, length] = node;
    const type = globalClass(tag);
    if (!type) throw malformed(`${tag} is unknown to this runtime`);
    const buffer = this.buffer(index);
    if (node.length === 2) return new type(buffer);
    if (!isCount(offset) || !isCount(length)) throw malformed(`a ${tag} has no right place in its buffer`);
    return new type(buffer, offset, length);
  }

  /** Made here where the view stands before it: a view cannot be a shell. */
  private buffer(index: unknown): unknown {
    const node = typeof index === 'number' ? this.nodes[index] : undefined;
    if (!Array.isArray(node) || node[0] !== 'ArrayBuffer') throw malformed('a view has no buffer');
    return (this.revived[index as number] ??= leaf('ArrayBuffer', node));
  }

  // ---- filling

  private fill(index: number): void {
    const node = this.nodes[index];
    if (typeof node !== 'object' || node === null) return;
    const shell = this.revived[index];
    if (!Array.isArray(node)) this.fillPlain(shell as Holder, node as Holder);
    else if (typeof node[0] === 'string') this.fillTagged(node[0], node, shell);
    else if (node[0] === sentinel.sparse) this.fillSparse(shell as Holder, node);
    else this.fillArray(shell as Holder, node);
  }

  private fillPlain(object: Holder, node: Holder): void {
    for (const key of Object.keys(node)) {
      if (key === '__proto__') throw malformed('a key is __proto__');
      this.put(object, key, node[key]);
    }
  }

  private fillArray(array: Holder, node: Node): void {
    for (let at = 0; at < node.length; at++) {
      if (node[at] === sentinel.hole) this.countHoles(1);
      else this.put(array, at, node[at]);
    }
  }

  private fillSparse(array: Holder, node: Node): void {
    for (let at = 2; at < node.length; at += 2) {
      const place = node[at];
      if (!isCount(place) || place >= (node[1] as number))
        throw malformed('a sparse array has an element outside its length');
      this.put(array, place, node[at + 1]);
    }
  }

  private fillTagged(tag: string, node: Node, shell: unknown): void {
    switch (tag) {
      case 'Map':
        return this.fillMap(shell as Map<unknown, unknown>, node);
      case 'Set':
        return this.fillSet(shell as Set<unknown>, node);
      case 'null':
      case '~object':
        return this.fillKeyed(shell as Holder, node);
      case '~error':
        return this.fillError(shell as Error, node[1] as ErrorFacts);
    }
  }

  private fillMap(map: Map<unknown, unknown>, node: Node): void {
    if (node.length % 2 !== 1) throw malformed('a Map has a key without a value');
    for (let at = 1; at < node.length; at += 2) map.set(this.made(node[at]), this.made(node[at + 1]));
  }

  private fillSet(set: Set<unknown>, node: Node): void {
    for (let at = 1; at < node.length; at++) set.add(this.made(node[at]));
  }

  private fillKeyed(object: Holder, node: Node): void {
    if (node.length % 2 !== 1) throw malformed('an object has a key without a value');
    for (let at = 1; at < node.length; at += 2) {
      const key = node[at];
      if (typeof key !== 'string') throw malformed('a key is no string');
      this.put(object, key, node[at + 1]);
    }
  }

  private fillError(error: Error, facts: ErrorFacts): void {
    if (facts.cause !== undefined) setHidden(error, 'cause', this.made(facts.cause));
    if (facts.errors !== undefined) setHidden(error, 'errors', this.made(facts.errors));
    for (const [key, index] of Object.entries(facts.f ?? {})) define(error, key, this.made(index));
    if (facts.lost) define(error, 'lost', [...facts.lost]);
  }

  /** Sets `holder[key]` to the value of a node; where that waits for its codec, later. */
  private put(holder: Holder, key: string | number, index: unknown): void {
    const value = this.at(index);
    if (value === waiting) {
      const places = this.places.get(index as number);
      if (places) places.push({ holder, key });
      else this.places.set(index as number, [{ holder, key }]);
    }
    // Where it waits, this keeps the order of keys.
    if (key === '__proto__') define(holder, key, value);
    else holder[key] = value;
  }

  private at(index: unknown): unknown {
    if (typeof index !== 'number') throw malformed(`an index is ${typeof index}`);
    if (index < 0) return loneValue(index);
    const value = this.revived[index];
    if (value === undefined) throw malformed(`there is no node ${index}`);
    return value;
  }

  private made(index: unknown): unknown {
    const value = this.at(index);
    if (value === waiting) throw malformed(`node ${index as number} needs itself to be read`);
    return value;
  }

  // ---- codecs

  private fillWithCodecs(): void {
    const deferred = new Set<number>();
    this.nodes.forEach((node, index) => {
      if (this.isDeferred(node)) deferred.add(index);
      else this.fill(index);
    });
    const looped = new Set<number>();
    walkDepthFirst(this.nodes, {
      loop: (to) => {
        if (deferred.has(to) || this.revived[to] === waiting) looped.add(to);
      },
      finish: (index) => {
        if (deferred.has(index)) this.fill(index);
        if (this.revived[index] === waiting) this.callCodec(index, this.nodes[index] as Node, looped);
        looped.delete(index);
      },
    });
  }

  /** True for what can only be filled when codecs have answered: a Map has no places that could be set later, in order. */
  private isDeferred(node: unknown): boolean {
    const isOfKind = Array.isArray(node) && (node[0] === 'Map' || node[0] === 'Set' || node[0] === '~error');
    return isOfKind && partsOf(node).some((part) => this.revived[part as number] === waiting);
  }

  /** `looped`: what is open and was referred to from inside. The wire may lead there; nothing else that it leads to is open. */
  private callCodec(index: number, [, name, wireIndex]: Node, looped: ReadonlySet<number>): void {
    if (typeof name !== 'string') throw malformed('a codec has no name');
    const codec = codecByName(name);
    if (!codec)
      throw new HoplineError(
        'UNKNOWN_CODEC',
        `A value was written by the codec '${name}', which nobody has registered here. Import the module that calls registerCodec for it before the worker starts.`,
      );
    for (const open of looped) this.trap(open);
    const wire = this.made(wireIndex);
    const instance = callDecode(name, () => codec.decode(wire));
    this.revived[index] = instance;
    for (const { holder, key } of this.places.get(index) ?? []) define(holder, key, instance);
  }

  /** Until the instance is there, its places throw when read. What is filled as a whole has no places to guard. */
  private trap(index: number): void {
    if (this.revived[index] !== waiting) throw malformed(`node ${index} needs itself to be read`);
    const get = (): never => {
      throw malformed('a codec reads what refers back to the instance that it is making');
    };
    for (const { holder, key } of this.places.get(index) ?? [])
      Object.defineProperty(holder, key, { get, configurable: true, enumerable: true });
  }
}

function callDecode(name: string, decode: () => unknown): unknown {
  const instance = attemptDecode(name, decode);
  if (instance === undefined) throw malformed(`the codec '${name}' gave undefined`);
  return instance;
}

function attemptDecode(name: string, decode: () => unknown): unknown {
  try {
    return decode();
  } catch (error) {
    if (HoplineError.is(error, 'MALFORMED_MESSAGE')) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw malformed(`the codec '${name}' did not read its wire (${message})`, error);
  }
}

function define(holder: object, key: string | number, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, configurable: true, enumerable: true });
}

function primitive(node: unknown): unknown {
  if (node === null || typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean') return node;
  throw malformed(`a node is ${typeof node}`);
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
function leaf(tag: string, node: Node): unknown {
  const text = node[1];
  if (typeof text !== 'string') throw malformed(`a ${tag.slice(0, 40)} has no text`);
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

function flagsOf(node: Node): string | undefined {
  const flags = node[2];
  if (flags !== undefined && typeof flags !== 'string') throw malformed('the flags of a RegExp are no text');
  return flags;
}

function regExpWithIndex(source: string, node: Node): RegExp {
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
