/**
 * Values to text. What an object's class does not say is written as it is seen: a frozen object comes back unfrozen, a proxy
 * as what it shows. Everything else comes back equal, or is refused here with its path.
 *
 * Objects are written in the order in which they are met, breadth first, from a list of those that are met but not written:
 * nothing recurses, however deep the graph is.
 *
 * Invariants
 * 1. One `Encoding` writes one graph: an object met twice has one node, so aliases and cycles stay.
 * 2. `nodes[i]` belongs to `values[i]`; it is '' while the object is met but not written. No two of `values` are the same.
 *    An abandoned attempt leaves neither behind.
 * 3. Every met object knows where it was met first, so that a refusal knows its path at no cost to the rest.
 */
import type { HoplineError } from '../errors.ts';
import { isError, isPrototypeOfBuiltIn, prototypeOf, rememberBuiltIns, tagOf, tagOfPrototype } from './built-ins.ts';
import { toBase64 } from './base64.ts';
import { codecOf, type Codec } from './codec-registry.ts';
import { decodeValue } from './decode-value.ts';
import { errorParts } from './error-facts.ts';
import { boxNames, sentinel, textNames, viewNames } from './flat-form.ts';
import { hasLoop, leadsBack } from './flat-walk.ts';
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
  return encodeWith(value, (refusal) => unserialisable(what, refusal));
}

/** As {@link encodeValue}, for a caller that knows better words for a path. */
export function encodeWith(value: unknown, explain: (refusal: Refusal) => HoplineError): string {
  try {
    return new Encoding().text(value);
  } catch (error) {
    throw explain(error instanceof Refusal ? error : unreadable(error));
  }
}

/** A getter, a proxy trap or a patched method threw. */
function unreadable(error: unknown): Refusal {
  const message = error instanceof Error ? error.message : String(error);
  return new Refusal(`a value that throws when it is read (${message})`, 'Keep plain data.', error);
}

rememberBuiltIns([...['Date', 'RegExp', 'Map', 'Set', 'ArrayBuffer'], ...boxNames, ...textNames, ...viewNames]);

/** An object that was met, with the way to it. */
interface Met {
  readonly thing: object;
  readonly index: number;
  readonly depth: number;
  readonly holder: Met | undefined;
  readonly step: Step;
}

/** Up to here a search through the values is quicker than keeping a Map of them. */
const lookedThroughMax = 16;

class Encoding {
  private readonly nodes: string[] = [];
  private readonly values: unknown[] = [];
  /** Where each of `values` stands, once they are too many to be looked through: most graphs are small, and a Map is not. */
  private indices: Map<unknown, number> | undefined;
  private readonly met: Met[] = [];
  private holes = 0;
  /** Instances written by a codec. */
  private readonly coded: Met[] = [];
  /** Some node refers to one that was met before it: only then can there be a cycle. */
  private refersBack = false;
  private attempts = 0;

  text(value: unknown): string {
    const root = this.index(value, undefined, '');
    this.writeMet(0);
    const text = root < 0 ? String(root) : `[${this.nodes.join(',')}]`;
    if (this.coded.length > 0 && this.refersBack) this.proveLoops(text);
    return text;
  }

  private writeMet(from: number): void {
    for (let at = from; at < this.met.length; at++) {
      const met = this.met[at]!;
      if (this.nodes[met.index] !== '') continue;
      try {
        this.nodes[met.index] = this.object(met);
      } catch (error) {
        throw located(error instanceof Refusal ? error : unreadable(error), met);
      }
    }
  }

  /** The index that stands for `value`, met at `holder[step]`: of its node, or a sentinel. */
  private index(value: unknown, holder: Met | undefined, step: Step): number {
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
        throw located(refusePrimitive(value), holder, step);
    }
    const known = this.indices ? (this.indices.get(value) ?? -1) : this.values.indexOf(value);
    if (known >= 0) {
      if (holder !== undefined && known <= holder.index) this.refersBack = true;
      return known;
    }
    const index = this.nodes.length;
    if (index >= valueBounds.valuesMax) throw located(tooManyValues(), holder, step);
    if (typeof value === 'object' && value !== null) this.meet(value, index, holder, step);
    else this.nodes.push(typeof value === 'bigint' ? bigintNode(value, holder, step) : primitiveNode(value));
    this.values.push(value);
    if (this.indices) this.indices.set(value, index);
    else if (index === lookedThroughMax) this.indices = new Map(this.values.map((each, at) => [each, at]));
    return index;
  }

  private meet(thing: object, index: number, holder: Met | undefined, step: Step): void {
    const depth = holder === undefined ? 0 : holder.depth + 1;
    if (depth > valueBounds.depthMax) throw located(tooDeep(), holder, step);
    this.met.push({ thing, index, depth, holder, step });
    this.nodes.push('');
  }

  private object(met: Met): string {
    const { thing } = met;
    const prototype = prototypeOf(thing);
    if (prototype === Object.prototype) return this.plain(met);
    if (prototype === null) return this.keyed('["null"', met);
    if (Array.isArray(thing)) return this.array(thing as unknown[], prototype, met);
    const codec = codecOf(prototype);
    if (codec) return this.instance(codec, met);
    const known = tagOfPrototype(prototype);
    if (known !== undefined) return this.builtIn(known, met);
    const tag = tagOf(thing);
    if (isError(thing, tag)) return this.error(thing as Error, met);
    if (isPrototypeOfBuiltIn(prototype, tag)) return this.builtIn(tag, met);
    throw refuseInstance(thing);
  }

  private plain(met: Met): string {
    const { thing } = met;
    if (Object.hasOwn(thing, '__proto__')) return this.keyed('["~object"', met);
    let text = '{';
    for (const key of namesOf(met)) {
      const index = this.index(ownValue(key, met), met, key);
      text += `${text === '{' ? '' : ','}${quoteKey(key)}:${index}`;
    }
    return `${text}}`;
  }

  private keyed(head: string, met: Met): string {
    let text = head;
    for (const key of namesOf(met)) text += `,${quoteKey(key)},${this.index(ownValue(key, met), met, key)}`;
    return `${text}]`;
  }

  private array(array: unknown[], prototype: object, met: Met): string {
    if (prototype !== Array.prototype && !isPrototypeOfBuiltIn(prototype, 'Array')) throw refuseInstance(array);
    const names = namesOf(met);
    // Names stand as indices, then `length`, then others: one hole and one other name also add up.
    if (names.length !== array.length + 1 || names[array.length] !== 'length') return this.sparse(array, names, met);
    let text = '[';
    for (let at = 0; at < array.length; at++) text += `${at === 0 ? '' : ','}${this.index(array[at], met, at)}`;
    return `${text}]`;
  }

  private sparse(array: unknown[], names: readonly string[], met: Met): string {
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
        if (name !== 'length') parts.push(name, this.index(array[Number(name)], met, Number(name)));
    } else
      for (let at = 0; at < length; at++)
        parts.push(Object.hasOwn(array, at) ? this.index(array[at], met, at) : sentinel.hole);
    return `[${parts.join(',')}]`;
  }

  private builtIn(tag: string, met: Met): string {
    const { thing } = met;
    if (tag === 'Object') return this.plain(met);
    if (viewNames.has(tag)) return this.view(thing as Uint8Array, tag, met);
    refuseProperties(thing, tag);
    if (textNames.has(tag)) return `["${tag}",${quote((thing as { toString(): string }).toString())}]`;
    if (boxNames.has(tag)) return `["Object",${this.index(thing.valueOf(), met, '')}]`;
    switch (tag) {
      case 'Date':
        return `["Date","${dateText(thing as Date)}"]`;
      case 'RegExp':
        return regExpNode(thing as RegExp);
      case 'Map':
        return this.map(thing as Map<unknown, unknown>, met);
      case 'Set':
        return this.set(thing as Set<unknown>, met);
      case 'ArrayBuffer':
        return bufferNode(thing as ArrayBuffer);
    }
    throw refuseInstance(thing);
  }

  private map(map: Map<unknown, unknown>, met: Met): string {
    let text = '["Map"';
    let at = 0;
    for (const [key, value] of map) {
      text += `,${this.index(key, met, { kind: 'keys', of: at++ })}`;
      text += `,${this.index(value, met, { kind: 'get', of: key })}`;
    }
    return `${text}]`;
  }

  private set(set: Set<unknown>, met: Met): string {
    let text = '["Set"';
    let at = 0;
    for (const value of set) text += `,${this.index(value, met, { kind: 'values', of: at++ })}`;
    return `${text}]`;
  }

  private view(view: Uint8Array, tag: string, met: Met): string {
    const buffer = this.index(view.buffer, met, 'buffer');
    const whole = view.byteLength === view.buffer.byteLength;
    const length = tag === 'DataView' ? view.byteLength : view.length;
    return `["${tag}",${buffer}${whole ? '' : `,${view.byteOffset},${length}`}]`;
  }

  private instance(codec: Codec<unknown, unknown>, met: Met): string {
    const wire = this.index(callEncode(codec, met.thing), met, { kind: 'wire', of: codec.name });
    this.coded.push(met);
    return `["~codec",${quote(codec.name)},${wire}]`;
  }

  private error(error: Error, met: Met): string {
    const { identity, hidden, fields, lost } = errorParts(error);
    let text = escapeNonCharacters(JSON.stringify(identity)).slice(0, -1);
    for (const [key, value] of hidden) {
      const index = this.attempt(value, met, key);
      if (index === undefined) lost.push(key);
      else text += `,"${key}":${index}`;
    }
    let written = '';
    for (const [key, value] of fields) {
      const index = this.attempt(value, met, key);
      if (index === undefined) lost.push(key);
      else written += `${written === '' ? '' : ','}${quoteKey(key)}:${index}`;
    }
    if (written !== '') text += `,"f":{${written}}`;
    if (lost.length > 0) text += `,"lost":${escapeNonCharacters(JSON.stringify([...new Set(lost)]))}`;
    return `["~error",${text}}]`;
  }

  /**
   * The index of an error's part, or undefined where it cannot travel: an error must arrive even if its `request` cannot.
   * So the part is written to its end at once. An error in it need not be: it can always travel, and its own parts are
   * attempts of their own. That keeps chains of causes out of the recursion.
   */
  private attempt(value: unknown, met: Met, step: Step): number | undefined {
    const { holes, refersBack } = this;
    const nodes = this.nodes.length;
    const objects = this.met.length;
    const coded = this.coded.length;
    this.attempts++;
    try {
      const index = this.index(value, met, step);
      if (!isErrorOfNoCodec(value)) {
        if (this.attempts > attemptsMax) throw tooDeep();
        this.writeMet(objects);
      }
      return index;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.holes = holes;
      this.refersBack = refersBack;
      this.coded.length = coded;
      this.met.length = objects;
      this.nodes.length = nodes;
      for (const abandoned of this.values.splice(nodes)) this.indices?.delete(abandoned);
      return undefined;
    } finally {
      this.attempts--;
    }
  }

  /** Where a wire leads back to its own instance, whether `decode` bears that, only `decode` can tell. */
  private proveLoops(text: string): void {
    const nodes = JSON.parse(text) as unknown[];
    if (!hasLoop(nodes)) return;
    try {
      decodeValue(nodes);
    } catch (error) {
      const met = this.coded.find(({ index }) => leadsBack(nodes, index));
      throw located(refuseLoop(met && codecOf(prototypeOf(met.thing)!)!.name, error), met);
    }
  }
}

function refuseLoop(name: string | undefined, cause: unknown): Refusal {
  return name === undefined
    ? new Refusal(
        'a graph in which a cycle leads through a Map, a Set or an error that also holds instances with codecs',
        'Keep the instances outside the cycle.',
        cause,
      )
    : new Refusal(
        `an instance whose codec '${name}' cannot read a wire that leads back to the instance`,
        'Leave the way back out of what encode gives, or keep an id instead.',
        cause,
      );
}

/** Errors in fields of errors in fields of errors, with other objects between: beyond this they are dropped. */
const attemptsMax = 50;

function isErrorOfNoCodec(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !isError(value, tagOf(value))) return false;
  const prototype = prototypeOf(value);
  return prototype !== null && prototype !== Object.prototype && !codecOf(prototype);
}

function located(refusal: Refusal, met: Met | undefined, step?: Step): Refusal {
  if (refusal.steps) return refusal;
  const steps: Step[] = step === undefined || (met === undefined && step === '') ? [] : [step];
  for (let at = met; at?.holder; at = at.holder) steps.unshift(at.step);
  refusal.steps = steps;
  return refusal;
}

/** An own property of a plain object, if it is a plain one itself: a getter or a hidden property would silently change. */
function ownValue(key: string, met: Met): unknown {
  const property = Object.getOwnPropertyDescriptor(met.thing, key)!;
  const isPlain = property.enumerable === true && (property.writable === true || Object.isFrozen(met.thing));
  if (isPlain && 'value' in property) return property.value;
  if (tagOf(met.thing) === 'Arguments') throw refuseInstance(met.thing);
  const refusal =
    'value' in property
      ? new Refusal(
          `a property that is not ${property.enumerable ? 'writable' : 'enumerable'}`,
          'Make it a plain property, or a local of its own.',
        )
      : new Refusal('an accessor (get or set)', 'Make it a plain property: { ...it } takes what it reads now.');
  throw located(refusal, met, key);
}

/** Names of an object's own properties. Not one that has a symbol among them: that would silently be lost. */
function namesOf(met: Met): readonly string[] {
  const keys = Reflect.ownKeys(met.thing);
  for (const key of keys) if (typeof key === 'symbol') throw symbolRefusal(key, met);
  return keys as string[];
}

function symbolRefusal(symbol: symbol, met: Met): Refusal {
  if (tagOf(met.thing) === 'Arguments') return refuseInstance(met.thing);
  const refusal = new Refusal('a property with a symbol as key', 'Use a string as key.');
  return located(refusal, met, { kind: 'symbol', of: symbol });
}

function primitiveNode(value: unknown): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

function bigintNode(value: bigint, holder: Met | undefined, step: Step): string {
  const digits = String(value);
  if (digits.length <= valueBounds.bigintDigitsMax) return `["BigInt","${digits}"]`;
  const mend = `At most ${valueBounds.bigintDigitsMax} travel; keep it as text, or elsewhere.`;
  throw located(new Refusal(`a bigint of ${digits.length} digits`, mend), holder, step);
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
  const keys = Reflect.ownKeys(thing);
  if (keys.length === 0) return;
  const own = keys.find(
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
