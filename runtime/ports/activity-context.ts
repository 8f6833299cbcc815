/**
 * What an activity body may know about the attempt that it is.
 *
 * Invariants
 * 1. The holder stands on `globalThis` under `Symbol.for`, so that a bundled worker and an installed SDK (two copies of the
 *    package in one process) see the same context.
 * 2. Only the loop sets it, around one attempt; it follows the attempt's own async calls and nothing else.
 * 3. It is kept only while a body is at work. Before Node 24 whoever follows async calls makes every promise of the process
 *    twice as dear, those of the AWS SDK included.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './logger.ts';

/** What `activityContext()` returns: who calls, for the how-many-th time, and when to stop. */
export interface ActivityContext {
  readonly runId: string;
  /** Name of the workflow that the run executes. */
  readonly workflow: string;
  /** State at which the run stands: the name of this call in the workflow. */
  readonly state: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Equal for every attempt and every duplicate of this one call, with equal arguments. */
  readonly idempotencyKey: string;
  /** Aborted at timeout, cancel, lost lease, shutdown after the grace period. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
  /** Kept for the next attempt. */
  heartbeat(details?: unknown): void;
  /** Details of the last `heartbeat()` of the attempt before this one; undefined where there was none. */
  readonly lastHeartbeat: unknown;
}

/** Is told of attempts: virtual time must know when user code is at work. */
export interface AttemptObserver {
  begins(): void;
  /** The body has settled, or its signal was aborted and nobody listens to it any more. */
  ends(): void;
}

/** Holds the context of the attempt that runs. */
export class ActivityContextHolder extends AsyncLocalStorage<ActivityContext> {
  readonly observers = new Set<AttemptObserver>();
  /** Bodies that have not settled. */
  #atWork = 0;

  /** Calls `body` within `context`. One of `succeed` and `fail` is called when it has settled, at once where it awaits nothing. */
  perform(
    context: ActivityContext,
    body: () => unknown,
    succeed: (value: unknown) => void,
    fail: (error: unknown) => void,
  ): void {
    const observers = [...this.observers];
    for (const observer of observers) observer.begins();
    this.#atWork += 1;
    let result: unknown;
    try {
      result = this.run(context, body);
    } catch (error) {
      this.#settled();
      fail(error);
      return;
    } finally {
      if (observers.length > 0) void endOf(result, context.signal).then(() => observers.forEach((each) => each.ends()));
    }
    if (typeof result !== 'object' || result === null) {
      this.#settled();
      succeed(result);
      return;
    }
    Promise.resolve(result).then(
      (value) => {
        this.#settled();
        succeed(value);
      },
      (error: unknown) => {
        this.#settled();
        fail(error);
      },
    );
  }

  #settled(): void {
    this.#atWork -= 1;
    if (this.#atWork === 0) this.disable();
  }
}

function endOf(result: unknown, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    Promise.resolve(result).then(
      () => resolve(),
      () => resolve(), // How it ended is for whoever awaits the attempt.
    );
  });
}

const holderKey = Symbol.for('hopline.activity-context');

/** The holder of this process, made on first use. */
export function activityContextHolder(): ActivityContextHolder {
  const scope = globalThis as { [holderKey]?: ActivityContextHolder };
  return (scope[holderKey] ??= new ActivityContextHolder());
}
