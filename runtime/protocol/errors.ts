/**
 * The errors that users meet. One base class with a stable `code`; the classes that workflow code throws or catches stand
 * beside it and are no subclasses of it, because they are outcomes of user code and not refusals of ours.
 *
 * Invariants
 * 1. `code` is a key of {@link errorCodes}; a message says what happened with the value, the bound, and the mend.
 * 2. Identity survives two copies of the package (a bundled worker and an installed SDK): classes are recognised by a
 *    brand under `Symbol.for`, never by `instanceof` alone.
 */

import type { Duration } from './duration.ts';

/**
 * Every code that {@link HoplineError} may carry, with its title. A test asserts that each is thrown somewhere.
 *
 * What becomes of a message whose workflow is unknown or whose signature is wrong is no error that somebody could catch: it
 * is handed back or dead-lettered by reason (`DeadLetterReason`).
 */
export const errorCodes = {
  INVALID_DURATION: 'A duration is not finite, is negative or is not understood',
  INVALID_DATE: 'A date is not a valid date',
  INVALID_ID: 'A run id is blank, too long or holds control characters',
  INVALID_OPTION: 'An option has a value outside its bounds',
  INVALID_ARGUMENT: 'An argument has a value outside its bounds',
  INVALID_RETRY_POLICY: 'A retry policy has a value outside its bounds',
  INVALID_RATE_RULE: 'A rate rule has a value outside its bounds',
  NOT_COMPILED: 'A durable call ran as plain code',
  NOT_IN_ACTIVITY: 'activityContext() was called outside an activity',
  NEEDS_STORE: 'The call needs a store',
  LIMIT_NEEDS_STORE: 'The limit cannot be kept exactly without a shared store',
  UNSERIALISABLE: 'A value cannot travel in a message',
  STATE_TOO_LARGE: 'The state of a run is larger than the queue carries',
  MALFORMED_MESSAGE: 'A message is not an envelope',
  UNKNOWN_CODEC: 'A message holds an instance of a class without a codec here',
  DUPLICATE_WORKFLOW: 'Two registered workflows have one name',
  NO_WORKFLOWS: 'A registered object has no compiled workflow',
  CONFIGURATION: 'The worker or the queue is not set up as needed',
  NO_DEAD_LETTER_QUEUE: 'The queue has no redrive policy',
  RUNAWAY: 'A run hops more often than it may',
  TEST_IDLE: 'Nothing is left that could wake the run',
  RUN_PAUSED: 'A run is paused in the dead-letter queue',
  RESULT_TIMEOUT: 'The result did not come in time',
  INVARIANT: 'A rule of Hopline itself was broken',
  COMPILE_FAILED: 'The compiler cannot read what it was given',
  SQS_REFUSED: 'SQS refused a call',
  INVALID_MACHINE: 'A compiled machine does not fit this version',
} as const;
export type ErrorCode = keyof typeof errorCodes;

const brand = Symbol.for('hopline.error');

function branded(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === name;
}

/** What an error class sets on its prototype so that another copy of the package knows it. */
function setBrand(target: object, name: string): void {
  Object.defineProperty(target, brand, { value: name, configurable: true });
  Object.defineProperty(target, 'name', { value: name, configurable: true, writable: true });
}

/**
 * Base of all refusals by Hopline: stable string `code`, message = what happened · the bound · the mend.
 *
 * @example
 * ```ts
 * import { HoplineError } from 'hopline';
 * const isTooLarge = (error: unknown) => HoplineError.is(error, 'STATE_TOO_LARGE');
 * ```
 */
export class HoplineError extends Error {
  readonly code: string;
  declare readonly hint?: string;
  constructor(code: ErrorCode, message: string, options?: { hint?: string; cause?: unknown }) {
    super(message, options && 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    if (options?.hint !== undefined) this.hint = options.hint;
  }
  /** True for errors of any copy of Hopline; with `code`, only for that code. */
  static is(e: unknown, code?: string): e is HoplineError {
    return branded(e, 'HoplineError') && (code === undefined || (e as HoplineError).code === code);
  }
}
setBrand(HoplineError.prototype, 'HoplineError');

/**
 * A declared failure: an activity that throws it is not tried again; uncaught, the run is `failed`.
 *
 * Thrown by an activity it arrives at the workflow's `await` as a `FatalError` with the same message and `cause`.
 *
 * @example
 * ```ts
 * import { activity, FatalError } from 'hopline';
 *
 * class Bank {
 *   @activity()
 *   async charge(card: string): Promise<void> {
 *     const response = await fetch(`https://bank.example/charges/${card}`, { method: 'POST' });
 *     if (response.status === 402) throw new FatalError(`Card ${card} is declined for good`);
 *     if (!response.ok) throw new Error(`The bank answers ${response.status}`); // Tried again by the policy.
 *   }
 * }
 * ```
 */
export class FatalError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
  }
}
setBrand(FatalError.prototype, 'FatalError');

/** A Duration, a Date, or any text: what a server's Retry-After header held. */
// eslint-disable-next-line @typescript-eslint/no-redundant-type-constituents -- Duration says to readers and editors which texts are meant.
type RetryAfter = Duration | Date | string;

/**
 * A failure that says when to come back: the next attempt starts after `retryAfter`, which takes the place of the policy's
 * curve (a wait that `shouldRetry` names comes first). It counts as an attempt like any failure.
 *
 * `retryAfter` is a Duration, a Date, or an HTTP Retry-After header's text (digits = seconds); left out or not understood,
 * the policy's own wait stands.
 *
 * @example
 * ```ts
 * import { activity, RetryableError } from 'hopline';
 *
 * class Partner {
 *   @activity({ retry: { attempts: 20 } })
 *   async push(order: string): Promise<void> {
 *     const response = await fetch('https://partner.example/orders', { method: 'POST', body: order });
 *     const retryAfter = response.headers.get('retry-after');
 *     if (response.status === 429) throw new RetryableError('The partner is busy', { retryAfter: retryAfter ?? '30s' });
 *   }
 * }
 * ```
 */
export class RetryableError extends Error {
  declare readonly retryAfter?: RetryAfter;
  constructor(message: string, options?: { retryAfter?: RetryAfter; cause?: unknown }) {
    super(message, options && 'cause' in options ? { cause: options.cause } : undefined);
    if (options?.retryAfter !== undefined) this.retryAfter = options.retryAfter;
  }
}
setBrand(RetryableError.prototype, 'RetryableError');

/**
 * One attempt of an activity took longer than its `timeout`. Retried like any failure; what the workflow can catch is that of
 * the last attempt.
 *
 * @example
 * ```ts
 * import { activity, ActivityTimeoutError, activityContext, workflow } from 'hopline';
 *
 * class Report {
 *   @workflow()
 *   async make(month: string): Promise<string> {
 *     try {
 *       return await this.render(month);
 *     } catch (error) {
 *       if (error instanceof ActivityTimeoutError) return 'too large to render';
 *       throw error;
 *     }
 *   }
 *
 *   @activity({ timeout: '1m', retry: { attempts: 2 } })
 *   async render(month: string): Promise<string> {
 *     const response = await fetch(`https://reports.example/${month}`, { signal: activityContext().signal });
 *     return await response.text();
 *   }
 * }
 * ```
 */
export class ActivityTimeoutError extends Error {}
setBrand(ActivityTimeoutError.prototype, 'ActivityTimeoutError');

/**
 * Thrown at the suspension of a run that was cancelled, so that `finally` and `catch` can tidy up; uncaught, the run is
 * `cancelled`. An activity that throws it is not tried again. `handle.cancel()` needs a store; without one the only
 * `CancelledError` is one that your own code throws.
 *
 * @example
 * ```ts
 * import { activity, CancelledError, sleep, workflow } from 'hopline';
 *
 * class Booking {
 *   @workflow()
 *   async hold(seat: string): Promise<void> {
 *     try {
 *       await sleep('20 minutes');
 *     } catch (error) {
 *       if (error instanceof CancelledError) await this.release(seat);
 *       throw error;
 *     }
 *   }
 *
 *   @activity()
 *   async release(seat: string): Promise<void> {
 *     await fetch(`https://seats.example/${seat}`, { method: 'DELETE' });
 *   }
 * }
 * ```
 */
export class CancelledError extends Error {}
setBrand(CancelledError.prototype, 'CancelledError');

/**
 * What `handle.result()` rejects with when the run did not complete; the workflow's own error is the `cause`.
 *
 * @example
 * ```ts
 * import { WorkflowFailedError, type RunHandle } from 'hopline';
 *
 * async function report(run: RunHandle<string>): Promise<string> {
 *   try {
 *     return await run.result();
 *   } catch (error) {
 *     if (error instanceof WorkflowFailedError) return `run ${error.runId} ${error.status}: ${String(error.cause)}`;
 *     throw error;
 *   }
 * }
 * ```
 */
export class WorkflowFailedError extends Error {
  readonly runId: string;
  readonly status: 'failed' | 'cancelled' | 'terminated';
  constructor(
    message: string,
    details: { runId: string; status: 'failed' | 'cancelled' | 'terminated'; cause?: unknown },
  ) {
    super(message, { cause: details.cause });
    this.runId = details.runId;
    this.status = details.status;
  }
}
setBrand(WorkflowFailedError.prototype, 'WorkflowFailedError');

/** True for a {@link FatalError} of any copy of the package. */
export function isFatalError(value: unknown): value is FatalError {
  return branded(value, 'FatalError');
}
/** True for a {@link RetryableError} of any copy of the package. */
export function isRetryableError(value: unknown): value is RetryableError {
  return branded(value, 'RetryableError');
}
/** True for a {@link CancelledError} of any copy of the package. */
export function isCancelledError(value: unknown): value is CancelledError {
  return branded(value, 'CancelledError');
}

/** A rule of ours was broken: the message is left alone, so that nothing is lost. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition)
    throw new HoplineError('INVARIANT', `${message}. This is a defect of Hopline; the message was left in its queue.`);
}
