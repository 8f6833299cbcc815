/**
 * When a failed activity is tried again.
 *
 * Invariants
 * 1. Every wait is a safe integer of milliseconds, whatever the factor and the attempt: the curve is capped before it can
 *    overflow.
 * 2. `max` caps the curve alone. A wait that somebody named (`delays`, `shouldRetry`, Retry-After) is kept as named.
 * 3. A declared failure (`FatalError`, `CancelledError`) is never tried again.
 */
import { durationToMs, type Duration } from '../protocol/duration.ts';
import { HoplineError, isCancelledError, isFatalError } from '../protocol/errors.ts';
import type { RetryPolicy } from '../protocol/retry-policy.ts';
import { retryAfterMsOf } from './retry-after.ts';

/** A retry policy in numbers, every default filled in. */
export interface RetrySchedule {
  readonly attempts: number;
  readonly initialMs: number;
  readonly factor: number;
  readonly maxMs: number;
  readonly jitter: 'full' | 'half' | 'none';
  readonly delaysMs?: readonly number[];
  readonly maxDurationMs?: number;
  readonly shouldRetry?: RetryPolicy['shouldRetry'];
}

/** What has failed. */
export interface FailedAttempt {
  readonly error: unknown;
  /** 1 for the first. */
  readonly attempt: number;
  /** Broker's clock now, and when the first attempt began. */
  readonly nowMs: number;
  readonly firstStartedAtMs: number;
  /** In [0, 1). */
  readonly random: number;
}

export type RetryDecision =
  | { readonly retry: true; readonly waitMs: number; readonly askedByError: boolean }
  | { readonly retry: false; readonly error: unknown };

/** @throws HoplineError `INVALID_RETRY_POLICY` naming the option, or `INVALID_DURATION` */
export function resolveRetryPolicy(policy: RetryPolicy = {}): RetrySchedule {
  const { attempts, factor = 2, jitter, delays, maxDuration, shouldRetry } = policy;
  require(attempts === undefined ||
    (Number.isSafeInteger(attempts) && attempts >= 1), 'attempts', attempts, 'a whole number from 1');
  require(typeof factor === 'number' &&
    Number.isFinite(factor) &&
    factor >= 1, 'factor', factor, 'a finite number from 1');
  require(jitter === undefined ||
    ['full', 'half', 'none'].includes(jitter), 'jitter', jitter, "'full', 'half' or 'none'");
  require(shouldRetry === undefined ||
    typeof shouldRetry === 'function', 'shouldRetry', shouldRetry, 'a function (error, attempt)');
  const delaysMs = delays === undefined ? undefined : delaysMsOf(delays, attempts);
  return {
    attempts: delaysMs ? delaysMs.length + 1 : (attempts ?? 6),
    initialMs: durationToMs(policy.initial ?? 1_000, 'retry.initial'),
    factor,
    maxMs: durationToMs(policy.max ?? 300_000, 'retry.max'),
    // Explicit waits are meant as written; they are spread only where that is asked for.
    jitter: jitter ?? (delaysMs ? 'none' : 'full'),
    ...(delaysMs && { delaysMs }),
    ...(maxDuration !== undefined && { maxDurationMs: durationToMs(maxDuration, 'retry.maxDuration') }),
    ...(shouldRetry && { shouldRetry }),
  };
}

function delaysMsOf(delays: unknown, attempts: number | undefined): number[] {
  require(Array.isArray(delays) && delays.length > 0, 'delays', delays, 'a list of at least one duration');
  const list = delays as Duration[];
  require(attempts === undefined ||
    attempts ===
      list.length +
        1, 'attempts', attempts, `left out beside ${list.length} delays, which set it to ${list.length + 1}`);
  return list.map((delay, index) => durationToMs(delay, `retry.delays[${index}]`));
}

function require(valid: boolean, option: string, value: unknown, bound: string): void {
  if (valid) return;
  throw new HoplineError('INVALID_RETRY_POLICY', `retry: ${option} is ${String(value)}; it must be ${bound}.`);
}

/** Whether and when there is another attempt. Calls the policy's own `shouldRetry`. */
export function decideRetry(schedule: RetrySchedule, failed: FailedAttempt): RetryDecision {
  const { error, attempt, nowMs, firstStartedAtMs } = failed;
  if (isFatalError(error) || isCancelledError(error) || attempt >= schedule.attempts) return { retry: false, error };
  const verdict = askPolicy(schedule, error, attempt);
  if ('error' in verdict) return { retry: false, error: verdict.error };
  if (verdict.answer === false) return { retry: false, error };
  const askedMs = retryAfterMsOf(error, nowMs);
  const waitMs = verdict.waitMs ?? askedMs ?? curveMs(schedule, attempt, failed.random);
  const elapsedMs = nowMs + waitMs - firstStartedAtMs;
  if (schedule.maxDurationMs !== undefined && elapsedMs > schedule.maxDurationMs) return { retry: false, error };
  return { retry: true, waitMs, askedByError: verdict.waitMs === undefined && askedMs !== undefined };
}

type PolicyAnswer = { readonly answer: boolean | undefined; readonly waitMs?: number } | { readonly error: unknown };

/** What `shouldRetry` throws takes the place of the failure: a broken policy must be seen, not retried around. */
function askPolicy(schedule: RetrySchedule, error: unknown, attempt: number): PolicyAnswer {
  if (!schedule.shouldRetry) return { answer: undefined };
  try {
    const answer = schedule.shouldRetry(error, attempt);
    if (answer === undefined || typeof answer === 'boolean') return { answer };
    return { answer: true, waitMs: durationToMs(answer, 'the result of retry.shouldRetry') };
  } catch (thrown) {
    return { error: thrown };
  }
}

/** The wait after attempt `attempt` by the curve or the explicit list, jittered. */
function curveMs(schedule: RetrySchedule, attempt: number, random: number): number {
  const base = schedule.delaysMs?.[attempt - 1] ?? exponentialMs(schedule, attempt);
  switch (schedule.jitter) {
    case 'none':
      return base;
    case 'half':
      return Math.ceil(base / 2 + (base / 2) * random);
    case 'full':
      return Math.ceil(base * random);
  }
}

function exponentialMs({ initialMs, factor, maxMs }: RetrySchedule, attempt: number): number {
  // 0 · Infinity is no number, and a wait of nothing stays nothing however often it is multiplied.
  if (initialMs === 0) return 0;
  return Math.min(maxMs, Math.ceil(Math.min(Number.MAX_SAFE_INTEGER, initialMs * factor ** (attempt - 1))));
}
