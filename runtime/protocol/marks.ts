/**
 * What decorators leave behind for the runtime: options by method, nothing else. Decorators change no behaviour.
 *
 * The mark stands on the method function, under `Symbol.for`, and with legacy decorators on the prototype too, where a
 * tracing decorator that replaces the function cannot hide it.
 */
import type { ActivityOptions, WorkflowOptions } from './options.ts';

export type Mark =
  | { readonly kind: 'workflow'; readonly options: WorkflowOptions }
  | { readonly kind: 'activity'; readonly options: ActivityOptions };

const markKey = Symbol.for('hopline.mark');
const marksKey = Symbol.for('hopline.marks');

export function setMark(method: object, mark: Mark): void {
  Object.defineProperty(method, markKey, { value: mark, configurable: true });
}

export function setMarkOnPrototype(prototype: object, method: string | symbol, mark: Mark): void {
  if (!Object.hasOwn(prototype, marksKey))
    Object.defineProperty(prototype, marksKey, { value: new Map(), configurable: true });
  (prototype as Record<symbol, Map<string | symbol, Mark>>)[marksKey]!.set(method, mark);
}

/** The mark of a method as an instance sees it: the nearest class that decorates it, so an undecorated override keeps its base's mark. */
export function markOf(instance: object, method: string | symbol): Mark | undefined {
  for (let at: object | null = instance; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const own = Object.hasOwn(at, marksKey)
      ? (at as Record<symbol, Map<string | symbol, Mark>>)[marksKey]!.get(method)
      : undefined;
    if (own) return own;
    const value = Object.getOwnPropertyDescriptor(at, method)?.value as object | undefined;
    if (typeof value === 'function' && Object.hasOwn(value, markKey))
      return (value as unknown as Record<symbol, Mark>)[markKey];
  }
  return undefined;
}
