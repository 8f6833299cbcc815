import { activityDefaults } from '../protocol/activity-defaults.ts';
import { durationToMs } from '../protocol/duration.ts';
import { HoplineError } from '../protocol/errors.ts';
import { normalizeRateLimit } from '../protocol/normalize-rate-limit.ts';
import type { ActivityOptions } from '../protocol/options.ts';
import type { LimitRequest, RateLimit } from '../protocol/rate-rule.ts';
import { resolveRetryPolicy, type RetrySchedule } from './backoff.ts';

/** An activity's options in numbers, every default filled in. */
export interface ActivityPolicy {
  readonly schedule: RetrySchedule;
  /** Bound of one attempt. */
  readonly timeoutMs: number;
  readonly limit?: RateLimit;
  /** Of {@link limit}; absent where all calls count together. The user's code: it may throw. */
  readonly limitKey?: (...args: unknown[]) => string;
}

/** @throws HoplineError naming the option that is out of bounds */
export function resolveActivityPolicy(options: ActivityOptions = {}): ActivityPolicy {
  const timeoutMs = durationToMs(options.timeout ?? activityDefaults.timeout, 'timeout');
  if (timeoutMs === 0) throw new HoplineError('INVALID_OPTION', 'timeout is 0; one attempt must get longer than 0.');
  return { schedule: resolveRetryPolicy(options.retry), timeoutMs, ...limitOf(options.rateLimit) };
}

function limitOf(rateLimit: ActivityOptions['rateLimit']): Pick<ActivityPolicy, 'limit' | 'limitKey'> {
  if (rateLimit === undefined) return {};
  return 'rule' in rateLimit ? { limit: rateLimit } : { limit: rateLimit.limit, limitKey: rateLimit.key };
}

/** What an attempt with `args` asks the limiter for by the activity's own options. @throws what the user's `key` throws */
export function declaredRequest(policy: ActivityPolicy, args: readonly unknown[]): LimitRequest | undefined {
  if (!policy.limit) return undefined;
  const key = policy.limitKey ? policy.limitKey(...args) : '';
  return normalizeRateLimit([policy.limit, key]);
}
