import type { Duration } from '../runtime/protocol/duration.ts';
import { durationToMs } from '../runtime/protocol/duration.ts';
import { requireKnownKeys } from '../runtime/protocol/option-keys.ts';
import { needsStore } from './needs-store.ts';
import { requireName } from './required-name.ts';

/** A named message to a run. Signals wait in the run's record, so they need a store. */
export interface Signal<T> {
  readonly name: string;
  /** The next unread value, in the order sent; undefined when `timeout` ends first. */
  wait(options?: { timeout?: Duration }): Promise<T | undefined>;
  /** Each value as it comes, without end. */
  [Symbol.asyncIterator](): AsyncIterator<T>;
}

/**
 * Declares a signal: the type of its value and the name by which `handle.signal` and a workflow meet.
 *
 * @param name 1–256 characters, the same in sender and workflow.
 * @throws HoplineError `INVALID_ARGUMENT` for a bad name. Waiting and iterating reject `NEEDS_STORE` without a store.
 * @example
 * ```ts
 * import { defineSignal } from 'hopline';
 *
 * export const approval = defineSignal<{ by: string; granted: boolean }>('approval');
 * ```
 */
export function defineSignal<T = void>(name: string): Signal<T> {
  requireName(name, 'defineSignal()', 'name', 'INVALID_ARGUMENT');
  return Object.freeze({
    name,
    async wait(options: { timeout?: Duration } = {}): Promise<T | undefined> {
      requireKnownKeys(options, `Signal '${name}' wait()`, ['timeout']);
      if (options.timeout !== undefined) durationToMs(options.timeout, 'timeout');
      throw needsStore(`Waiting for signal '${name}'`);
    },
    [Symbol.asyncIterator](): AsyncIterator<T> {
      return { next: async () => Promise.reject(needsStore(`Waiting for signal '${name}'`)) };
    },
  });
}
