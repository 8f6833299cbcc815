/**
 * When a failed activity is tried again.
 *
 * Invariants
 * 1. Every wait is a safe integer of milliseconds, whatever the factor and the attempt: the curve is capped before it can
 *    overflow.
 * 2. `max` caps the curve alone. A wait that somebody named (`delays`, `shouldRetry`, Retry-After) is kept as named.
 * 3. A declared failure (`FatalError`, `CancelledError`) is never tried again.
 */
import { activityDefaults, jitterOfDelaysDefault } from '../protocol/activity-defaults.ts';
import { checkRetryPolicy } from '../protocol/check-retry-policy.ts';
import { durationToMs } from '../protocol/duration.ts';
import { isCancelledError, isFatalError } from '../protocol/errors.ts';
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
  checkRetryPolicy(policy);
  const defaults = activityDefaults.retry;
  const { attempts, factor, jitter, delays, maxDuration, shouldRetry } = policy;
  const delaysMs = delays?.map((delay) => durationToMs(delay));
  return {
    attempts: delaysMs ? delaysMs.length + 1 : (attempts ?? defaults.attempts),
    initialMs: durationToMs(policy.initial ?? defaults.initial),
    factor: factor ?? defaults.factor,
    maxMs: durationToMs(policy.max ?? defaults.max),
    jitter: jitter ?? (delaysMs ? jitterOfDelaysDefault : defaults.jitter),
    ...(delaysMs && { delaysMs }),
    ...(maxDuration !== undefined && { maxDurationMs: durationToMs(maxDuration) }),
    ...(shouldRetry && { shouldRetry }),
  };
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
