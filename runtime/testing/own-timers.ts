import { AsyncLocalStorage, createHook, type AsyncHook } from 'node:async_hooks';

const pruneAbove = 256;

/**
 * Real timers that were set by code of our own, by identity.
 *
 * A count of all timers would not do: a test runner has timers of its own that come and go, and one that goes hides one that
 * comes. Timers that do not keep Node alive are not waited for, such as the timeout beside a request.
 *
 * The hook has no `destroy`, which would make Node watch the end of every promise. A timer itself says whether it is over, in
 * a field that all versions of Node have and no page names.
 */
export class OwnTimers {
  readonly #scope = new AsyncLocalStorage<true>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #hook: AsyncHook;

  constructor() {
    this.#hook = createHook({
      init: (_id, type, _triggerId, resource) => {
        if (type === 'Timeout' && this.#scope.getStore()) this.#add(resource as NodeJS.Timeout);
      },
    }).enable();
  }

  /** What `work` and all that it awaits sets from now on is ours. */
  within<T>(work: () => T): T {
    return this.#scope.run(true, work);
  }

  /** Whether any is set that keeps Node alive. */
  isAnyPending(): boolean {
    this.#prune();
    for (const timer of this.#timers) if (timer.hasRef()) return true;
    return false;
  }

  /** Those that are set now are not waited for. */
  forget(): void {
    this.#timers.clear();
  }

  close(): void {
    this.#hook.disable();
    this.forget();
  }

  #add(timer: NodeJS.Timeout): void {
    if (this.#timers.size >= pruneAbove) this.#prune();
    this.#timers.add(timer);
  }

  #prune(): void {
    for (const timer of this.#timers)
      if ((timer as unknown as { _destroyed?: boolean })._destroyed) this.#timers.delete(timer);
  }
}
