/**
 * Compares two graphs in step, independently of the codec: same kinds, same own properties in the same order with the same
 * attributes, and the same pairs of objects wherever they are met again. Gives the first difference, or undefined.
 */
export function differenceOf(a: unknown, b: unknown): string | undefined {
  const pairs = new Map<object, object>();
  const taken = new Set<object>();
  const pending: [unknown, unknown, string][] = [[a, b, 'root']];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [left, right, path] = next;
    if (typeof left !== 'object' || left === null) {
      if (!Object.is(left, right)) return `${path}: ${String(left)} became ${String(right)}`;
      continue;
    }
    if (typeof right !== 'object' || right === null) return `${path}: an object became ${String(right)}`;
    if (pairs.has(left) || taken.has(right)) {
      if (pairs.get(left) !== right) return `${path}: one object became two, or two became one`;
      continue;
    }
    pairs.set(left, right);
    taken.add(right);
    const fault = compareShallow(left, right, (x, y, step) => pending.push([x, y, `${path}${step}`]));
    if (fault !== undefined) return `${path}: ${fault}`;
  }
  return undefined;
}

type Push = (left: unknown, right: unknown, step: string) => void;

function compareShallow(left: object, right: object, push: Push): string | undefined {
  if (Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return 'another prototype';
  const tag = Object.prototype.toString.call(left);
  if (tag !== Object.prototype.toString.call(right)) return `${tag} became ${Object.prototype.toString.call(right)}`;
  const inner = compareInner(left, right, push);
  return inner ?? compareProperties(left, right, push);
}

function compareInner(left: object, right: object, push: Push): string | undefined {
  if (left instanceof Map || left instanceof Set) {
    const [mine, theirs] = [[...left], [...(right as typeof left)]] as unknown[][][];
    if (mine!.length !== theirs!.length) return 'another size';
    mine!.forEach((entry, at) => {
      if (left instanceof Set) push(entry, theirs![at], `<${at}>`);
      else for (const half of [0, 1]) push(entry[half], theirs![at]![half], `<${at}.${half}>`);
    });
    return undefined;
  }
  if (ArrayBuffer.isView(left)) {
    push(left.buffer, (right as typeof left).buffer, '.buffer');
    return left.byteOffset === (right as typeof left).byteOffset ? undefined : 'another offset';
  }
  if (left instanceof ArrayBuffer)
    return Buffer.from(left).equals(Buffer.from(right as ArrayBuffer)) ? undefined : 'other bytes';
  if (left instanceof Date || left instanceof Number || left instanceof String || left instanceof Boolean)
    return Object.is(left.valueOf(), (right as Date).valueOf()) ? undefined : 'another value';
  if (left instanceof RegExp || left instanceof URL)
    return left.toString() === (right as URL).toString() ? undefined : 'another text';
  const { left: hidden } = left as { left?: unknown };
  if (hidden !== undefined && !Object.hasOwn(left, 'left')) push(hidden, (right as { left?: unknown }).left, '.#left');
  return undefined;
}

/** From Node 21 on, the stack of an error is an accessor that answers as the property did. */
function propertyOf(object: object, key: string | symbol): PropertyDescriptor {
  const property = Object.getOwnPropertyDescriptor(object, key)!;
  const isStack = object instanceof Error && key === 'stack' && property.get !== undefined;
  return isStack ? { value: object.stack, writable: true, enumerable: false, configurable: true } : property;
}

function compareProperties(left: object, right: object, push: Push): string | undefined {
  const [mine, theirs] = [Reflect.ownKeys(left), Reflect.ownKeys(right)];
  const names = (keys: (string | symbol)[]) => JSON.stringify(keys.map(String));
  // Errors get theirs in the order of the language: stack and message first.
  const sorted = left instanceof Error ? [...mine].sort() : mine;
  if (names(sorted) !== names(left instanceof Error ? [...theirs].sort() : theirs))
    return `keys ${names(mine)} became ${names(theirs)}`;
  for (const key of sorted) {
    const [a, b] = [propertyOf(left, key), propertyOf(right, key)];
    if (a.enumerable !== b.enumerable || a.writable !== b.writable || a.configurable !== b.configurable)
      return `other attributes of ${String(key)}`;
    push(a.value, b.value, `[${JSON.stringify(key)}]`);
  }
  return undefined;
}
