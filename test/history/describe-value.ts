/**
 * A graph as plain JSON, written without any part of the codec: what a recorded body means, in words that will still be true
 * when the codec has changed. An object is described where it is met first; afterwards `{ "@": its number }` stands for it.
 */
export type Description = string | number | boolean | null | { readonly [fact: string]: unknown };

export function describeValue(value: unknown, met = new Map<object, number>()): Description {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) return value;
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (typeof value !== 'object') return { is: Object.is(value, -0) ? '-0' : `${value as undefined | number}` };
  const known = met.get(value);
  if (known !== undefined) return { '@': known };
  met.set(value, met.size);
  return {
    '#': met.size - 1,
    class: className(value),
    ...describeInside(value, met),
    ...describeProperties(value, met),
  };
}

function className(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor: { name: string } } | null;
  return prototype === null ? 'null' : prototype.constructor.name;
}

function describeInside(value: object, met: Map<object, number>): Record<string, unknown> {
  if (value instanceof Map)
    return { entries: [...value].map((entry: unknown[]) => entry.map((half) => describeValue(half, met))) };
  if (value instanceof Set) return { values: [...value].map((each) => describeValue(each, met)) };
  if (value instanceof Date) return { time: Number.isNaN(value.getTime()) ? 'invalid' : value.toISOString() };
  if (value instanceof RegExp || value instanceof URL || value instanceof URLSearchParams)
    return { text: value.toString() };
  if (value instanceof ArrayBuffer) return { bytes: [...new Uint8Array(value)] };
  if (ArrayBuffer.isView(value))
    return { buffer: describeValue(value.buffer, met), byteOffset: value.byteOffset, byteLength: value.byteLength };
  if (value instanceof Number || value instanceof String || value instanceof Boolean)
    return { boxed: describeValue(value.valueOf(), met) };
  return {};
}

function describeProperties(value: object, met: Map<object, number>): Record<string, unknown> {
  if (ArrayBuffer.isView(value) || value instanceof String) return {};
  const keys = Object.getOwnPropertyNames(value);
  // The order of an error's own hidden properties is the engine's affair.
  const ordered = value instanceof Error ? keys.sort() : keys;
  const properties = ordered.map((key) => {
    const { enumerable, value: part } = Object.getOwnPropertyDescriptor(value, key)!;
    return [enumerable ? key : `(${key})`, describeValue(part, met)];
  });
  const isNamed = value instanceof Error ? { name: value.name } : {};
  return properties.length === 0 ? isNamed : { ...isNamed, properties };
}
