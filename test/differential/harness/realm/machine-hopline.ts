/**
 * The module `hopline` as compiled programs get it inside a realm. A durable call that is reached is a fault of the
 * compiler: a machine stops at it and never performs it.
 */
import { setMark, setMarkOnPrototype } from '../../../../runtime/protocol/marks.ts';
import type { Mark } from '../../../../runtime/protocol/marks.ts';

export { CancelledError, FatalError, HoplineError, RetryableError } from '../../../../runtime/protocol/errors.ts';

export const sleep = performedByMachine('sleep');
export const sleepUntil = performedByMachine('sleepUntil');
export const rateLimit = performedByMachine('rateLimit');

function performedByMachine(name: string) {
  return () => {
    throw new Error(`HARNESS: a machine performed ${name}() itself instead of stopping at it`);
  };
}

export function defineRateLimit(name: string, rule: object): object {
  return { name, rule };
}
export function inline<T>(work: () => Promise<T>): Promise<T> {
  return work();
}
export function workflow(options: object = {}) {
  return marker({ kind: 'workflow', options });
}
export function activity(options: object = {}) {
  return marker({ kind: 'activity', options });
}

function marker(mark: Mark) {
  return (target: object, context: unknown, descriptor?: PropertyDescriptor): void => {
    if (!descriptor) return setMark(target, mark);
    setMark(descriptor.value as object, mark);
    setMarkOnPrototype(target, context as string, mark);
  };
}
