/**
 * One decorator function for both decorator protocols.
 *
 * Legacy (`experimentalDecorators`): (prototype, key, descriptor). Standard TC39: (method, context). They are told apart by
 * the second argument, as only a standard context is an object with a `kind`. Both leave the mark on the method function;
 * legacy ones leave it on the prototype too, where a tracing decorator above cannot hide it.
 */
import { HoplineError } from '../runtime/protocol/errors.ts';
import { setMark, setMarkOnPrototype, type Mark } from '../runtime/protocol/marks.ts';
import { shownArgument } from '../runtime/protocol/shown-argument.ts';

type AsyncMethod = (...args: any[]) => Promise<any>;

/** A method decorator that works with legacy and with standard decorators, on async methods only. */
export interface MethodDecoratorBoth {
  <T extends AsyncMethod>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<T>): void;
  <T extends AsyncMethod>(value: T, context: ClassMethodDecoratorContext): void;
}

/** The decorator that leaves `mark` and changes nothing. */
export function markingDecorator(mark: Mark): MethodDecoratorBoth {
  return (target: object, second: unknown, descriptor?: PropertyDescriptor): void => {
    if (isStandardContext(second)) markStandard(mark, target, second);
    else markLegacy(mark, target, second as string | symbol, descriptor);
  };
}

/** `@workflow` without parentheses would take the method for its options and decorate nothing. */
export function refuseBareUse(name: string, argumentCount: number): void {
  if (argumentCount > 1)
    throw new HoplineError('INVALID_ARGUMENT', `@${name} was used without parentheses. Write @${name}().`);
}

function isStandardContext(second: unknown): second is ClassMethodDecoratorContext {
  return typeof second === 'object' && second !== null && 'kind' in second;
}

function markStandard(mark: Mark, method: unknown, context: ClassMethodDecoratorContext): void {
  if (context.kind !== 'method' || typeof method !== 'function') throw notAMethod(mark, context.name);
  setMark(method, mark);
}

function markLegacy(mark: Mark, prototype: object, key: string | symbol, descriptor?: PropertyDescriptor): void {
  const method = descriptor?.value as unknown;
  if (typeof method !== 'function') throw notAMethod(mark, key);
  setMark(method, mark);
  setMarkOnPrototype(prototype, key, mark);
}

function notAMethod(mark: Mark, key: string | symbol): HoplineError {
  return new HoplineError(
    'INVALID_ARGUMENT',
    `@${mark.kind}() decorates ${shownArgument(key)}, which is no method; it needs an async method. ` +
      `Write \`async ${String(key)}(…) { … }\` instead of a field, a getter or a class.`,
  );
}
