import { durationToMs } from './duration.ts';
import { isCount, requireKnownKeys, requireOption } from './option-keys.ts';
import type { RetryPolicy } from './retry-policy.ts';

const knownOptions = ['attempts', 'initial', 'factor', 'max', 'jitter', 'delays', 'maxDuration', 'shouldRetry'];
const jitters: readonly unknown[] = ['full', 'half', 'none'];

/**
 * Refuses a retry policy that could not be kept, where it is declared and not at the first failure.
 *
 * @throws HoplineError `INVALID_RETRY_POLICY` naming the option, `INVALID_DURATION`
 */
export function checkRetryPolicy(policy: RetryPolicy): void {
  const where = 'retry';
  const code = 'INVALID_RETRY_POLICY';
  requireKnownKeys(policy, where, knownOptions, code);
  const { attempts, factor, jitter, shouldRetry } = policy;
  requireOption(
    attempts === undefined || isCount(attempts),
    where,
    'attempts',
    attempts,
    'a whole number from 1',
    code,
  );
  requireOption(
    factor === undefined || (typeof factor === 'number' && Number.isFinite(factor) && factor >= 1),
    where,
    'factor',
    factor,
    'a finite number from 1',
    code,
  );
  requireOption(
    jitter === undefined || jitters.includes(jitter),
    where,
    'jitter',
    jitter,
    "'full', 'half' or 'none'",
    code,
  );
  requireOption(
    shouldRetry === undefined || typeof shouldRetry === 'function',
    where,
    'shouldRetry',
    shouldRetry,
    'a function (error, attempt)',
    code,
  );
  for (const name of ['initial', 'max', 'maxDuration'] as const)
    if (policy[name] !== undefined) durationToMs(policy[name], `retry.${name}`);
  checkDelays(policy);
}

/** The explicit waits set the attempts; a second number beside them could only contradict. */
function checkDelays({ delays, attempts }: RetryPolicy): void {
  if (delays === undefined) return;
  requireOption(
    Array.isArray(delays) && delays.length > 0,
    'retry',
    'delays',
    delays,
    'a list of at least one duration',
    'INVALID_RETRY_POLICY',
  );
  delays.forEach((delay, index) => durationToMs(delay, `retry.delays[${index}]`));
  requireOption(
    attempts === undefined || attempts === delays.length + 1,
    'retry',
    'attempts',
    attempts,
    `left out beside ${delays.length} delays, which set it to ${delays.length + 1}`,
    'INVALID_RETRY_POLICY',
  );
}
