/**
 * Where durable calls are performed when a workflow runs as plain code.
 *
 * Invariants
 * 1. Without a plain context a durable call that runs as written rejects `NOT_COMPILED`: it never waits in this process,
 *    because what waits in a process is lost with it.
 * 2. The holder stands on `globalThis` under `Symbol.for`, so that two copies of the package agree on what is active.
 * 3. The context follows the async calls of the work it was set for, and nothing else.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActivityContext } from '../runtime/ports/activity-context.ts';
import type { LimitRequest } from '../runtime/protocol/rate-rule.ts';

/** Performs durable calls without a queue. Arguments are already validated. */
export interface PlainContext {
  sleep(ms: number): Promise<void>;
  /** Resolves at once for a past date. */
  sleepUntil(epochMs: number): Promise<void>;
  rateLimit(request: LimitRequest): Promise<void>;
  /** Plain activities run once, so each call may answer with a context of its own. */
  activityContext(): ActivityContext;
}

const holderKey = Symbol.for('hopline.plain-context');

function holder(): AsyncLocalStorage<PlainContext> {
  const scope = globalThis as { [holderKey]?: AsyncLocalStorage<PlainContext> };
  return (scope[holderKey] ??= new AsyncLocalStorage<PlainContext>());
}

/** The context that is active here, or undefined. */
export function currentPlainContext(): PlainContext | undefined {
  return holder().getStore();
}

/** Runs `work` and all that it awaits with `context` active. */
export function runInPlainContext<T>(context: PlainContext, work: () => T): T {
  return holder().run(context, work);
}
