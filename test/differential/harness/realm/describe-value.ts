/**
 * A value as text, for comparison: written apart from the codec, so that a fault of the codec cannot hide itself.
 *
 * Invariants
 * 1. Equal text means equal graphs: identity is shown (`#n` names a node, `@n` refers to it), as are key order, holes,
 *    -0, own `__proto__`, `lastIndex` and the class of an object.
 * 2. No text depends on the realm, on a stack or on how an engine words an error about an *expression*: the compiled
 *    program has other expressions, so messages such as "x is not a function" keep only their kind.
 */
export function describeValue(root: unknown): string {
  const numbers = new Map<object, number>();
  return describe(root);

  function describe(value: unknown): string {
    if (typeof value === 'object' && value !== null) return describeNode(value);
    return describePrimitive(value);
  }

  function describeNode(value: object): string {
    const known = numbers.get(value);
    if (known !== undefined) return `@${known}`;
    const number = numbers.size + 1;
    numbers.set(value, number);
    return `#${number}${describeObject(value)}`;
  }

  function describeObject(value: object): string {
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (Array.isArray(value)) return describeArray(value);
    if (value instanceof Error) return describeError(value);
    if (value instanceof Map)
      return `Map{${[...value].map(([key, item]) => `${describe(key)}=>${describe(item)}`).join(', ')}}${own(value)}`;
    if (value instanceof Set) return `Set{${[...value].map(describe).join(', ')}}${own(value)}`;
    if (value instanceof Date) return `Date(${value.getTime()})${own(value)}`;
    if (value instanceof RegExp) return `RegExp(${String(value)} at ${value.lastIndex})`;
    if (ArrayBuffer.isView(value)) return `${tag}[${describeBytes(value)}]`;
    if (value instanceof ArrayBuffer) return `ArrayBuffer[${[...new Uint8Array(value)].join(',')}]`;
    if (tag === 'URL' || tag === 'URLSearchParams') return `${tag}(${(value as URL).toString()})`;
    if (value instanceof Number || value instanceof String || value instanceof Boolean)
      return `${tag}(${describePrimitive(value.valueOf())})`;
    return `${className(value)}${own(value) || '{}'}`;
  }

  function describeArray(value: unknown[]): string {
    const items: string[] = [];
    for (let index = 0; index < value.length; index += 1)
      items.push(Object.hasOwn(value, index) ? describe(value[index]) : '<hole>');
    const extra = Object.keys(value).filter((key) => !/^\d+$/.test(key));
    const rest = extra.map((key) => `${key}: ${describe((value as unknown as Record<string, unknown>)[key])}`);
    return `[${[...items, ...rest].join(', ')}]`;
  }

  function describeError(value: Error): string {
    const fields = Object.keys(value)
      .filter((key) => !['stack', 'message', 'name', 'cause', 'errors'].includes(key))
      .map((key) => `${key}: ${describe((value as unknown as Record<string, unknown>)[key])}`);
    if ('cause' in value) fields.push(`cause: ${describe(value.cause)}`);
    if (Array.isArray((value as AggregateError).errors))
      fields.push(`errors: ${describe((value as AggregateError).errors)}`);
    return `${value.name}(${JSON.stringify(withoutExpressions(value.message))})${fields.length > 0 ? `{${fields.join(', ')}}` : ''}`;
  }

  function own(value: object): string {
    const keys = Object.keys(value);
    if (keys.length === 0) return '';
    return `{${keys.map((key) => `${JSON.stringify(key)}: ${describeProperty(value, key)}`).join(', ')}}`;
  }

  function describeProperty(value: object, key: string): string {
    const property = Object.getOwnPropertyDescriptor(value, key)!;
    return property.get || property.set ? '<accessor>' : describe(property.value);
  }
}

function describePrimitive(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return '<function>';
  if (typeof value === 'symbol') return `<${String(value)}>`;
  return Object.is(value, -0) ? '-0' : String(value);
}

function describeBytes(value: ArrayBufferView): string {
  if (value instanceof DataView) return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)].join(',');
  return Array.from(value as unknown as ArrayLike<number | bigint>, describePrimitive).join(',');
}

function className(value: object): string {
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name?: unknown } } | null;
  if (prototype === null) return '<null> ';
  if (prototype === Object.prototype) return '';
  const name = prototype.constructor?.name;
  return typeof name === 'string' ? `${name} ` : '<unnamed> ';
}

const wordings: readonly (readonly [RegExp, string])[] = [
  [/iterable|iterator/i, '<not iterable>'],
  [/is not a function/, '<not a function>'],
  [/is not a constructor/, '<not a constructor>'],
  [/^Cannot (destructure|read propert|set propert|convert undefined or null)/, '<no object>'],
];

/** Only the kind of a message in which the engine quotes the source. */
export function withoutExpressions(message: string): string {
  for (const [wording, kind] of wordings) if (wording.test(message)) return kind;
  return message;
}
