import { createHook, type AsyncHook } from 'node:async_hooks';

/**
 * Real timers that were set in a context of our own, by identity.
 *
 * A count of all timers would not do: a test runner has timers of its own that come and go, and one that goes hides one that
 * comes. Timers that would not keep Node alive are not waited for; a timeout beside a request is one of them.
 *
 * Invariant: the hook is enabled only between {@link start} and {@link stop}, because it is asked at every promise.
 */
export class OwnTimers {
  readonly #hook: AsyncHook;
  readonly #pending = new Map<number, NodeJS.Timeout>();

  constructor(isOwn: () => boolean) {
    this.#hook = createHook({
      init: (id, type, _triggerId, resource) => {
        if (type === 'Timeout' && isOwn()) this.#pending.set(id, resource as NodeJS.Timeout);
      },
      destroy: (id) => {
        if (this.#pending.size > 0) this.#pending.delete(id);
      },
    });
  }

  start(): void {
    this.#hook.enable();
  }

  stop(): void {
    this.#hook.disable();
    this.#pending.clear();
  }

  /** Whether any is set that keeps Node alive. */
  isAnyPending(): boolean {
    for (const timer of this.#pending.values()) if (timer.hasRef()) return true;
    return false;
  }
}
