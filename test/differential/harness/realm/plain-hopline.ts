/**
 * The module `hopline` as the oracle gives it to a program that no compiler of ours has touched: durable calls resolve
 * at once, activities are wrapped so that arguments and results are copies, and all of it stands in the trace.
 */
import { copy } from '../codec.ts';
import {
  registeredErrorName,
  registerReachedErrorClass,
  type ErrorClass,
} from '../../../../runtime/protocol/values/codec-registry.ts';
import { performActivity } from './outcome.ts';
import { waits } from './waits.ts';

export { CancelledError, FatalError, HoplineError, RetryableError } from '../../../../runtime/protocol/errors.ts';

type Method = (this: object, ...args: unknown[]) => unknown;

export async function sleep(...args: unknown[]): Promise<void> {
  waits.sleep(...(copy(args, 'arguments') as [never]));
}
export async function sleepUntil(...args: unknown[]): Promise<void> {
  waits.sleepUntil(...(copy(args, 'arguments') as [never]));
}
export async function rateLimit(...args: unknown[]): Promise<void> {
  waits.rateLimit(...(copy(args, 'arguments') as unknown[]));
}

export function defineRateLimit(name: string, rule: object): object {
  return { name, rule };
}
export function inline<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
export function workflow() {
  return () => undefined;
}

export function activity() {
  return (target: unknown, context: unknown, descriptor?: PropertyDescriptor): unknown => {
    if (descriptor) return { ...descriptor, value: recorded(String(context), descriptor.value as Method) };
    return recorded(String((context as { name: string }).name), target as Method);
  };
}

/** Wraps the methods of a branded service (`Activities<T>`): a type, which no decorator could see. */
export function recordService(self: object, service: string): void {
  const target = (self as Record<string, object>)[service]!;
  (self as Record<string, object>)[service] = new Proxy(target, {
    get(_, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      const method = recorded(`${service}.${String(key)}`, value as Method);
      return (...args: unknown[]) => method.apply(target, args);
    },
  });
}

let kept = 0;

/** What an activity throws is a copy, and yet of its class (G8). */
async function keepingItsClass(perform: () => unknown): Promise<unknown> {
  try {
    return await perform();
  } catch (error) {
    if (error instanceof Error && registeredErrorName(error) === undefined) {
      const type = error.constructor as ErrorClass;
      const isBuiltIn = (globalThis as Record<string, unknown>)[type.name] === type;
      if (!isBuiltIn) registerReachedErrorClass(type, `kept ${(kept += 1)}`);
    }
    throw error;
  }
}

function recorded(name: string, method: Method): Method {
  return async function (this: object, ...args: unknown[]) {
    const copies = copy(args, `the arguments of ${name}`) as unknown[];
    const outcome = await performActivity(name, copies, (...given) => keepingItsClass(() => method.apply(this, given)));
    if (outcome.kind === 'error') throw outcome.error;
    return outcome.value;
  };
}
