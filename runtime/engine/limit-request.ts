import { HoplineError } from '../protocol/errors.ts';
import { durationToMs } from '../protocol/duration.ts';
import type { LimitRequest, RateLimit, RateRule } from '../protocol/rate-rule.ts';

/** A limit over a longer window needs a memory that outlives the process (DESIGN.md §5). */
const perMsMaxOfProcess = 600_000;

/** @throws HoplineError `LIMIT_NEEDS_STORE` where a restart would forget uses that still count */
export function requireKeepable(
  { name, perMs }: Pick<LimitRequest, 'name' | 'perMs'>,
  perProcessLimits: boolean,
): void {
  if (perProcessLimits || perMs <= perMsMaxOfProcess) return;
  throw new HoplineError(
    'LIMIT_NEEDS_STORE',
    `Rate limit '${name}' counts over ${perMs} ms; without a store a limit is kept by each process alone and for at most ${perMsMaxOfProcess} ms. ` +
      `Give the worker limits: 'per-process' if that is what you want, or a shorter window.`,
  );
}

/** What `rateLimit(...args)` asks for. @throws HoplineError `INVALID_RATE_RULE` or `INVALID_ARGUMENT` */
export function limitRequestOf(args: readonly unknown[]): LimitRequest {
  const [first, second] = args;
  if (typeof first === 'string') return requestOf(first, second as RateRule, '');
  const limit = first as RateLimit | undefined;
  return requestOf(limit?.name, limit?.rule, second ?? '');
}

function requestOf(name: unknown, rule: RateRule | undefined, key: unknown): LimitRequest {
  if (typeof name !== 'string' || name.trim() === '' || typeof rule !== 'object' || rule === null)
    throw new HoplineError(
      'INVALID_RATE_RULE',
      "rateLimit() takes what defineRateLimit() returned and a key, or a name and { limit, per }: rateLimit('mails', { limit: 100, per: '1m' }).",
    );
  if (!Number.isSafeInteger(rule.limit) || rule.limit < 1)
    throw new HoplineError(
      'INVALID_RATE_RULE',
      `Rate limit '${name}': limit is ${String(rule.limit)}; it must be a whole number from 1.`,
    );
  const perMs = durationToMs(rule.per, 'per');
  if (perMs === 0)
    throw new HoplineError('INVALID_RATE_RULE', `Rate limit '${name}': per is 0; it must be longer than 0.`);
  if (typeof key !== 'string')
    throw new HoplineError('INVALID_ARGUMENT', `rateLimit() key is ${String(key)}; it must be a text.`);
  return { name, key, limit: rule.limit, perMs };
}
