import { noStoreYet } from '../../sdk/needs-store.ts';
import type { Store } from '../ports/store.ts';

export type { Store } from '../ports/store.ts';

/**
 * A store in this process's memory, for tests and for one process that may forget.
 *
 * @throws HoplineError `CONFIGURATION`: this version has no store. What a store makes possible (`result()` outside tests,
 *   signals, cancel, limits shared by several processes) rejects `NEEDS_STORE`.
 * @example
 * ```ts
 * import { memoryStore, type Store } from 'hopline/stores';
 *
 * export function optionalStore(): Store | undefined {
 *   try {
 *     return memoryStore();
 *   } catch {
 *     return undefined; // this version runs without one
 *   }
 * }
 * ```
 */
export function memoryStore(): Store {
  throw noStoreYet('memoryStore()');
}
