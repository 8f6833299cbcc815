import { md5OfAttributes } from './md5.ts';
import type { MessageAttributeValue, StoredAttributes } from './message-attributes.ts';

/** Which of a message's user attributes a receive asks for. */
export type AttributeFilter = 'all' | 'none' | ((name: string) => boolean);

/** `All`, `.*` and `*` mean all; `foo.*` those that begin with foo (recorded); else the name itself. */
export function attributeFilter(names: readonly string[]): AttributeFilter {
  if (names.length === 0) return 'none';
  if (names.some((name) => name === 'All' || name === '.*' || name === '*')) return 'all';
  const exact = new Set(names);
  const prefixes = names.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -2));
  return (name) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/** As they stand in a reply. */
export interface ChosenAttributes {
  readonly md5: string;
  readonly attributes: Record<string, object>;
}

/** The digest goes with what is given back, not with what was sent (recorded); both are absent where nothing was asked for. */
export function selectAttributes(
  stored: StoredAttributes | undefined,
  filter: AttributeFilter,
): ChosenAttributes | undefined {
  if (stored === undefined || filter === 'none') return undefined;
  if (filter === 'all') return write(stored.values, stored.md5);
  const chosen = new Map<string, MessageAttributeValue>();
  for (const [name, value] of stored.values) if (filter(name)) chosen.set(name, value);
  if (chosen.size === 0) return undefined;
  return write(chosen, chosen.size === stored.values.size ? stored.md5 : md5OfAttributes(chosen));
}

const plainProperty = { writable: true, enumerable: true, configurable: true };

function write(values: ReadonlyMap<string, MessageAttributeValue>, md5: string): ChosenAttributes {
  const attributes: Record<string, object> = {};
  for (const [name, value] of values)
    // Setting a `__proto__` would set the prototype, and SQS takes an attribute of that name.
    if (name === '__proto__') Object.defineProperty(attributes, name, { value: writeValue(value), ...plainProperty });
    else attributes[name] = writeValue(value);
  return { md5, attributes };
}

function writeValue({ dataType, value }: MessageAttributeValue): object {
  if (typeof value === 'string') return { StringValue: value, DataType: dataType };
  // A copy: the receiver may write on it.
  return { BinaryValue: value.slice(), DataType: dataType };
}
