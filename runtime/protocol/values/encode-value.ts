/**
 * Values to text. What an object's class does not say is written as it is seen: a frozen object comes back unfrozen, a proxy
 * as what it shows. Everything else comes back equal, or is refused here with its path.
 *
 * Invariants
 * 1. One `Encoding` writes one graph: an object met twice has one node, so aliases and cycles stay.
 * 2. `nodes[i]` belongs to the value for which `indices` says i; an abandoned attempt leaves neither behind.
 * 3. `steps` leads from the root to the value being written, so that a refusal knows its path at no cost to the rest.
 */
import type { HoplineError } from '../errors.ts';
import { isError, isPrototypeOfBuiltIn, prototypeOf, tagOf } from './built-ins.ts';
import { toBase64 } from './base64.ts';
import { codecOf, type Codec } from './codec-registry.ts';
import { decodeValue } from './decode-value.ts';
import { errorParts } from './error-facts.ts';
import { boxNames, sentinel, textNames, viewNames } from './flat-form.ts';
import { escapeNonCharacters, quote, quoteKey } from './quote.ts';
import { Refusal, refuseInstance, refusePrimitive, unserialisable, type Step } from './refusal.ts';
import { valueBounds } from './value-bounds.ts';

/**
 * The flat form of `value` as JSON text, of characters that SQS takes.
 *
 * @param what names the value in the error: the variable, 'argument 1 of charge'
 * @throws HoplineError `UNSERIALISABLE` with the path to what cannot travel, what it is, and what to write instead
 */
export function encodeValue(value: unknown, what: string): string {
  return encodeWith(value, (steps, refusal) => unserialisable(what, steps, refusal));
}

/** As {@link encodeValue}, for a caller that knows better words for a path. */
export function encodeWith(
  value: unknown,
  explain: (steps: readonly Step[], refusal: Refusal) => HoplineError,
): string {
  const encoding = new Encoding();
  try {
    return encoding.text(value);
  } catch (error) {
    throw explain(encoding.steps, error instanceof Refusal ? error : unreadable(error));
  }
}

/** A getter, a proxy trap or a patched method threw; or the stack was nearly used up before we began. */
function unreadable(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  return new Refusal(`a value that throws when it is read (${message})`, 'Keep plain data.', error);
}

class Encoding {
  readonly steps: Step[] = [];
  private readonly nodes: string[] = [];
  private readonly indices = new Map<unknown, number>();
  private holes = 0;
  /** Nodes of instances whose `encode` has answered and whose wire is being written. */
  private readonly open = new Map<number, string>();
  /** Where a wire first led back to its own instance. */
  private loop: { readonly steps: Step[]; readonly name: string } | undefined;

  text(value: unknown): string {
    const root = this.index(value, 0);
    const text = root < 0 ? String(root) : `[${this.nodes.join(',')}]`;
    if (this.loop) this.proveLoop(text, this.loop);
    return text;
  }

  /** The index that stands for `value`: of its node, written if it is new, or a sentinel. */
  private index(value: unknown, depth: number): number {
    switch (typeof value) {
      case 'object':
        break;
      case 'undefined':
        return sentinel.undefined;
      case 'number':
        if (Number.isFinite(value) && !Object.is(value, -0)) break;
        return numberSentinel(value);
      case 'function':
      case 'symbol':
        throw refusePrimitive(value);
    }
    const known = this.indices.get(value);
    if (known !== undefined) {
      if (this.open.has(known)) this.noteLoop(this.open.get(known)!);
      return known;
    }
    const index = this.nodes.length;
    if (index >= valueBounds.valuesMax) throw tooManyValues();
    if (depth > valueBounds.depthMax && value !== null && (typeof value === 'object' || typeof value === 'bigint'))
      throw tooDeep();
    this.indices.set(value, index);
    this.nodes.push('');
    this.nodes[index] =
      typeof value === 'object' && value !== null ? this.object(value, index, depth) : primitive(value);
    return index;
  }

  private part(step: Step, value: unknown, depth: number): number {
    this.steps.push(step);
    const index = this.index(value, depth + 1);
    this.steps.pop();
    return index;
  }

  private object(thing: object, index: number, depth: number): string {
    const prototype = prototypeOf(thing);
    if (prototype === Object.prototype) return this.plain(thing, depth);
    if (prototype === null) return this.keyed(thing, '["null"', depth);
    if (Array.isArray(thing)) return this.array(thing as unknown[], prototype, depth);
    const codec = codecOf(prototype);
    if (codec) return this.coded(thing, codec, index, depth);
    const tag = tagOf(thing);
    if (isError(thing, tag)) return this.error(thing as Error, depth);
    if (isPrototypeOfBuiltIn(prototype, tag)) return this.builtIn(thing, tag, depth);
    throw refuseInstance(thing);
  }

  private plain(thing: object, depth: number): string {
    if (Object.hasOwn(thing, '__proto__')) return this.keyed(thing, '["~object"', depth);
    let text = '{';
    for (const key of Object.getOwnPropertyNames(thing)) {
      const index = this.part(key, this.own(thing, key), depth);
      text += `${text === '{' ? '' : ','}${quoteKey(key)}:${index}`;
    }
    this.refuseSymbols(thing);
    return `${text}}`;
  }

  private keyed(thing: object, head: string, depth: number): string {
    let text = head;
    for (const key of Object.getOwnPropertyNames(thing))
      text += `,${quoteKey(key)},${this.part(key, this.own(thing, key), depth)}`;
    this.refuseSymbols(thing);
    return `${text}]`;
  }

  /** An own property of a plain object, if it is a plain one itself: a getter or a hidden property would silently change. */
  private own(thing: object, key: string): unknown {
    const property = Object.getOwnPropertyDescriptor(thing, key)!;
    if (property.enumerable && 'value' in property) return property.value;
    if (tagOf(thing) === 'Arguments') throw refuseInstance(thing);
    this.steps.push(key);
    throw 'value' in property
      ? new Refusal('a property that is not enumerable', 'Make it a plain property, or a local of its own.')
      : new Refusal('an accessor (get or set)', 'Make it a plain property: { ...it } takes what it reads now.');
  }

  private refuseSymbols(thing: object): void {
    const [symbol] = Object.getOwnPropertySymbols(thing);
    if (symbol === undefined) return;
    if (tagOf(thing) === 'Arguments') throw refuseInstance(thing);
    this.steps.push({ words: `[${String(symbol)}]` });
    throw new Refusal('a property with a symbol as key', 'Use a string as key.');
  }

  private array(array: unknown[], prototype: object, depth: number): string {
    if (prototype !== Array.prototype && !isPrototypeOfBuiltIn(prototype, 'Array')) throw refuseInstance(array);
    const names = Object.getOwnPropertyNames(array);
    this.refuseSymbols(array);
    // Names stand as indices, then `length`, then others: one hole and one other name also add up.
    if (names.length !== array.length + 1 || names[array.length] !== 'length') return this.sparse(array, names, depth);
    let text = '[';
    for (let at = 0; at < array.length; at++) text += `${at === 0 ? '' : ','}${this.part(at, array[at], depth)}`;
    return `${text}]`;
  }

  private sparse(array: unknown[], names: readonly string[], depth: number): string {
    const extra = names.find((name) => name !== 'length' && !isIndexOf(name, array.length));
    if (extra !== undefined) throw arrayWithProperty(extra);
    const { length } = array;
    const entries = names.length - 1;
    this.holes += length - entries;
    if (this.holes > valueBounds.holesMax) throw tooManyHoles(length);
    const digits = String(length).length;
    const parts: (string | number)[] = [];
    if ((length - entries) * 3 > 4 + digits + entries * (digits + 1)) {
      parts.push(sentinel.sparse, length);
      for (const name of names)
        if (name !== 'length') parts.push(name, this.part(Number(name), array[Number(name)], depth));
    } else
      for (let at = 0; at < length; at++)
        parts.push(Object.hasOwn(array, at) ? this.part(at, array[at], depth) : sentinel.hole);
    return `[${parts.join(',')}]`;
  }

  private builtIn(thing: object, tag: string, depth: number): string {
    if (tag === 'Object') return this.plain(thing, depth);
    if (viewNames.has(tag)) return this.view(thing as Uint8Array, tag, depth);
    refuseProperties(thing, tag);
    if (textNames.has(tag)) return `["${tag}",${quote((thing as { toString(): string }).toString())}]`;
    if (boxNames.has(tag)) return `["Object",${this.part({ words: '' }, thing.valueOf(), depth)}]`;
    switch (tag) {
      case 'Date':
        return `["Date","${dateText(thing as Date)}"]`;
      case 'RegExp':
        return regExpNode(thing as RegExp);
      case 'Map':
        return this.map(thing as Map<unknown, unknown>, depth);
      case 'Set':
        return this.set(thing as Set<unknown>, depth);
      case 'ArrayBuffer':
        return bufferNode(thing as ArrayBuffer);
    }
    throw refuseInstance(thing);
  }

  private map(map: Map<unknown, unknown>, depth: number): string {
    let text = '["Map"';
    let at = 0;
    for (const [key, value] of map) {
      text += `,${this.part({ words: `.keys()[${at++}]` }, key, depth)}`;
      text += `,${this.part({ words: `.get(${shortText(key)})` }, value, depth)}`;
    }
    return `${text}]`;
  }

  private set(set: Set<unknown>, depth: number): string {
    let text = '["Set"';
    let at = 0;
    for (const value of set) text += `,${this.part({ words: `.values()[${at++}]` }, value, depth)}`;
    return `${text}]`;
  }

  private view(view: Uint8Array, tag: string, depth: number): string {
    const buffer = this.part('buffer', view.buffer, depth);
    const whole = view.byteLength === view.buffer.byteLength;
    const length = tag === 'DataView' ? view.byteLength : view.length;
    return `["${tag}",${buffer}${whole ? '' : `,${view.byteOffset},${length}`}]`;
  }

  private coded(thing: object, codec: Codec<unknown, unknown>, index: number, depth: number): string {
    const wire = callEncode(codec, thing);
    this.open.set(index, codec.name);
    const at = this.part({ words: `<${codec.name}>` }, wire, depth);
    this.open.delete(index);
    return `["~codec",${quote(codec.name)},${at}]`;
  }

  private error(error: Error, depth: number): string {
    const { identity, hidden, fields, lost } = errorParts(error);
    let text = escapeNonCharacters(JSON.stringify(identity)).slice(0, -1);
    for (const [key, value] of hidden) {
      const index = this.attempt(key, value, depth);
      if (index === undefined) lost.push(key);
      else text += `,"${key}":${index}`;
    }
    let written = '';
    for (const [key, value] of fields) {
      const index = this.attempt(key, value, depth);
      if (index === undefined) lost.push(key);
      else written += `${written === '' ? '' : ','}${quoteKey(key)}:${index}`;
    }
    if (written !== '') text += `,"f":{${written}}`;
    if (lost.length > 0) text += `,"lost":${escapeNonCharacters(JSON.stringify([...new Set(lost)]))}`;
    return `["~error",${text}}]`;
  }

  /** The index of an error's part, or undefined where it cannot travel: an error must arrive even if its `request` cannot. */
  private attempt(step: Step, value: unknown, depth: number): number | undefined {
    const nodes = this.nodes.length;
    const steps = this.steps.length;
    const { holes, loop } = this;
    try {
      return this.part(step, value, depth);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.abandon(nodes);
      this.steps.length = steps;
      this.holes = holes;
      this.loop = loop;
      return undefined;
    }
  }

  /** Invariant 2. */
  private abandon(from: number): void {
    this.nodes.length = from;
    for (const [value, index] of this.indices) if (index >= from) this.indices.delete(value);
    for (const index of this.open.keys()) if (index >= from) this.open.delete(index);
  }

  private noteLoop(name: string): void {
    this.loop ??= { steps: [...this.steps], name };
  }

  /** A wire leads back to its instance. Whether `decode` bears that, only `decode` can tell. */
  private proveLoop(text: string, loop: { readonly steps: Step[]; readonly name: string }): void {
    try {
      decodeValue(JSON.parse(text));
    } catch (error) {
      this.steps.splice(0, this.steps.length, ...loop.steps);
      throw new Refusal(
        `part of the wire of the ${loop.name} that it refers back to`,
        `The codec '${loop.name}' cannot be read from a wire that is not complete. Leave the way back out of what encode gives, or keep an id.`,
        error,
      );
    }
  }
}

function primitive(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'bigint' ? bigintNode(value) : String(value);
}

function bigintNode(value: bigint): string {
  const digits = String(value);
  if (digits.length > valueBounds.bigintDigitsMax)
    throw new Refusal(
      `a bigint of ${digits.length} digits`,
      `At most ${valueBounds.bigintDigitsMax} travel; keep it as text, or elsewhere.`,
    );
  return `["BigInt","${digits}"]`;
}

function numberSentinel(value: number): number {
  if (value === Infinity) return sentinel.infinity;
  if (value === -Infinity) return sentinel.negativeInfinity;
  return value === 0 ? sentinel.negativeZero : sentinel.nan;
}

function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function regExpNode({ source, flags, lastIndex }: RegExp): string {
  if (lastIndex !== 0) return `["~RegExp",${quote(source)},"${flags}",${checkedLastIndex(lastIndex)}]`;
  return flags === '' ? `["RegExp",${quote(source)}]` : `["RegExp",${quote(source)},"${flags}"]`;
}

function checkedLastIndex(lastIndex: unknown): number {
  if (typeof lastIndex === 'number' && Number.isSafeInteger(lastIndex) && !Object.is(lastIndex, -0)) return lastIndex;
  throw new Refusal(`a regular expression whose lastIndex is ${String(lastIndex)}`, 'Set it to an integer.');
}

function bufferNode(buffer: ArrayBuffer): string {
  if ((buffer as { resizable?: boolean }).resizable === true)
    throw new Refusal('a resizable ArrayBuffer', 'Copy it into a fixed one: buffer.slice().');
  return `["ArrayBuffer","${toBase64(buffer)}"]`;
}

/** What is not part of the class would silently be lost. */
function refuseProperties(thing: object, tag: string): void {
  const own = Reflect.ownKeys(thing).find(
    (key) =>
      !(tag === 'RegExp' && key === 'lastIndex') &&
      !(
        tag === 'String' &&
        typeof key === 'string' &&
        (key === 'length' || isIndexOf(key, (thing as { length: number }).length))
      ),
  );
  if (own !== undefined && tag !== 'Object')
    throw new Refusal(
      `a ${tag} with a property of its own (${String(own)})`,
      'Keep the property in an object beside it.',
    );
}

function isIndexOf(name: string, length: number): boolean {
  const index = Number(name);
  return Number.isInteger(index) && index >= 0 && index < length && String(index) === name;
}

function arrayWithProperty(name: string): Refusal {
  const words =
    name === 'index' ? 'the result of RegExp.exec or match' : name === 'raw' ? 'a template strings array' : 'an array';
  return new Refusal(
    `${words} with a property of its own (${name})`,
    name === 'index'
      ? 'Keep [...match] and, if needed, match.index.'
      : 'Keep the property in an object beside it, and [...it].',
  );
}

function callEncode(codec: Codec<unknown, unknown>, thing: object): unknown {
  try {
    return codec.encode(thing);
  } catch (error) {
    throw new Refusal(
      `a ${codec.name} whose codec failed (${error instanceof Error ? error.message : String(error)})`,
      'Mend its encode.',
      error,
    );
  }
}

function shortText(key: unknown): string {
  if (typeof key === 'string') return JSON.stringify(key.length > 40 ? `${key.slice(0, 40)}…` : key);
  return typeof key === 'object' || typeof key === 'function' || typeof key === 'symbol' ? '…' : String(key);
}

function tooDeep(): Refusal {
  return new Refusal(
    `nested more than ${valueBounds.depthMax} levels deep`,
    'Keep long chains as arrays: of nodes that refer to each other by index or id.',
  );
}

function tooManyValues(): Refusal {
  return new Refusal(
    `part of a graph of more than ${valueBounds.valuesMax} values`,
    'Keep large data in a store and let its key travel.',
  );
}

function tooManyHoles(length: number): Refusal {
  return new Refusal(
    `an array of length ${length} with few elements (holes in one message: at most ${valueBounds.holesMax})`,
    'Use a Map from index to element.',
  );
}
