import { checkRetryPolicy } from '../runtime/protocol/check-retry-policy.ts';
import { durationToMs } from '../runtime/protocol/duration.ts';
import { isCount, requireKnownKeys, requireOption } from '../runtime/protocol/option-keys.ts';
import type { ActivityOptions } from '../runtime/protocol/options.ts';
import type { RateLimit } from '../runtime/protocol/rate-rule.ts';
import { markingDecorator, refuseBareUse, type MethodDecoratorBoth } from './method-decorator.ts';
import { checkRateRule } from './rate-limit.ts';
import { requireName } from './required-name.ts';

const knownOptions = ['name', 'retry', 'timeout', 'rateLimit', 'concurrency'];

/**
 * Marks an async method as an activity: what a workflow awaits of it runs at least once, is retried by its policy and timed
 * out by attempt. Its arguments are fixed before the first attempt, and they and its result are copies.
 *
 * It runs again after a crash between its end and the next message. Every attempt and every such repeat has the same
 * `activityContext().idempotencyKey`; pass it to whoever must act once. Throw `FatalError` to end the retries,
 * `RetryableError` to say when to come back.
 *
 * @param options default: 6 attempts from 1 s doubling to 5 min with full jitter, 5 min for one attempt.
 * @throws HoplineError `INVALID_OPTION`, `INVALID_RETRY_POLICY` or `INVALID_DURATION` while the class is defined, naming the
 *   option that is unknown or out of bounds.
 * @example
 * ```ts
 * import { activity, activityContext } from 'hopline';
 *
 * class Webhooks {
 *   @activity({ timeout: '15s', retry: { attempts: 12, initial: '30s', max: '8h' } })
 *   async deliver(url: string, body: string): Promise<number> {
 *     const response = await fetch(url, { method: 'POST', body, signal: activityContext().signal });
 *     return response.status;
 *   }
 * }
 * ```
 */
export function activity(options?: ActivityOptions): MethodDecoratorBoth {
  refuseBareUse('activity', arguments.length);
  return markingDecorator({ kind: 'activity', options: checkedActivityOptions(options ?? {}) });
}

function checkedActivityOptions(options: ActivityOptions): ActivityOptions {
  const where = '@activity()';
  requireKnownKeys(options, where, knownOptions);
  if (options.name !== undefined) requireName(options.name, where, 'name');
  if (options.timeout !== undefined)
    requireOption(durationToMs(options.timeout, 'timeout') > 0, where, 'timeout', options.timeout, 'longer than 0');
  if (options.retry !== undefined) checkRetryPolicy(options.retry);
  if (options.rateLimit !== undefined) checkRateLimitOption(options.rateLimit);
  if (options.concurrency !== undefined) checkConcurrency(options.concurrency);
  return Object.freeze({ ...options });
}

function checkRateLimitOption(option: NonNullable<ActivityOptions['rateLimit']>): void {
  const where = '@activity() rateLimit';
  if (typeof option === 'object' && option !== null && 'limit' in option) {
    requireKnownKeys(option, where, ['limit', 'key']);
    requireOption(typeof option.key === 'function', where, 'key', option.key, 'a function to a string');
    checkRateLimit(option.limit, `${where}.limit`);
  } else checkRateLimit(option, where);
}

function checkRateLimit(limit: RateLimit, where: string): void {
  requireKnownKeys(limit, where, ['name', 'rule']);
  requireName(limit.name, where, 'name');
  checkRateRule(limit.name, limit.rule);
}

function checkConcurrency(concurrency: NonNullable<ActivityOptions['concurrency']>): void {
  const where = '@activity() concurrency';
  requireKnownKeys(concurrency, where, ['name', 'limit', 'key']);
  requireName(concurrency.name, where, 'name');
  requireOption(isCount(concurrency.limit), where, 'limit', concurrency.limit, 'a whole number from 1');
  const { key } = concurrency;
  requireOption(key === undefined || typeof key === 'function', where, 'key', key, 'a function to a string');
}
