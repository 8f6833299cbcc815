import { FatalError, RetryableError, CancelledError } from 'hopline';
import { describe, expect, test } from 'vitest';
import { decideRetry, resolveRetryPolicy, type FailedAttempt } from '../../../runtime/engine/backoff.ts';
import type { RetryPolicy } from '../../../runtime/protocol/retry-policy.ts';

function decide(policy: RetryPolicy, attempt: number, more: Partial<FailedAttempt> = {}) {
  return decideRetry(resolveRetryPolicy(policy), {
    error: new Error('no'),
    attempt,
    nowMs: 1_000_000,
    firstStartedAtMs: 1_000_000,
    random: 0.5,
    ...more,
  });
}

function waits(policy: RetryPolicy, attempts: number, random = 0.5): number[] {
  return Array.from({ length: attempts }, (_, index) => {
    const decision = decide(policy, index + 1, { random });
    return decision.retry ? decision.waitMs : -1;
  });
}

describe('the curve', () => {
  test('doubles from a second and gives up after six attempts by default', () => {
    expect(waits({ jitter: 'none' }, 6)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, -1]);
  });

  test('is capped by max before it can overflow, for 200 attempts of any factor (C46)', () => {
    for (const factor of [10, 1e308, 1])
      for (const random of [0, 0.5, 0.999_999]) {
        const list = waits({ attempts: 201, initial: '2m', factor, max: '8h' }, 200, random);
        expect(list.every((wait) => Number.isSafeInteger(wait) && wait >= 0 && wait <= 28_800_000)).toBe(true);
      }
    expect(decide({ attempts: 200, factor: 1e308 }, 199).retry).toBe(true);
    expect(decide({ attempts: 200, factor: 1e308 }, 200).retry).toBe(false);
  });

  test('a wait of nothing stays nothing however often it is multiplied', () => {
    expect(waits({ initial: 0, factor: 1e308, attempts: 5 }, 4)).toEqual([0, 0, 0, 0]);
  });

  test('full jitter spreads 1,000 retries over the whole wait (C47)', () => {
    const policy: RetryPolicy = { initial: '60s' };
    const buckets = new Map<number, number>();
    for (let index = 0; index < 1_000; index++) {
      const random = ((index * 7919) % 1_000) / 1_000;
      const [wait] = waits(policy, 1, random);
      buckets.set(Math.floor(wait! / 1_000), (buckets.get(Math.floor(wait! / 1_000)) ?? 0) + 1);
    }
    expect(Math.max(...buckets.values())).toBeLessThanOrEqual(40);
    expect(buckets.size).toBe(60);
  });

  test('half jitter keeps half of the wait, none keeps all of it', () => {
    expect(waits({ initial: '60s', jitter: 'half' }, 1, 0)).toEqual([30_000]);
    expect(waits({ initial: '60s', jitter: 'half' }, 1, 0.999)[0]).toBeGreaterThan(59_000);
    expect(new Set([0, 0.3, 0.9].map((random) => waits({ initial: '60s', jitter: 'none' }, 1, random)[0]))).toEqual(
      new Set([60_000]),
    );
  });

  test('explicit waits set the attempts, are not jittered and not capped', () => {
    expect(waits({ delays: ['1s', '2s', '8h'] }, 4)).toEqual([1_000, 2_000, 28_800_000, -1]);
  });
});

describe('who decides', () => {
  test('a declared failure is never tried again', () => {
    expect(decide({ attempts: 9 }, 1, { error: new FatalError('gone') }).retry).toBe(false);
    expect(decide({ attempts: 9 }, 1, { error: new CancelledError('stop') }).retry).toBe(false);
  });

  test('shouldRetry: false gives up, a duration is the wait, undefined and true leave the curve', () => {
    const policy = (answer: boolean | '7s' | undefined): RetryPolicy => ({ jitter: 'none', shouldRetry: () => answer });
    expect(decide(policy(false), 1).retry).toBe(false);
    expect(decide(policy('7s'), 1)).toMatchObject({ retry: true, waitMs: 7_000 });
    expect(decide(policy(undefined), 1)).toMatchObject({ retry: true, waitMs: 1_000 });
    expect(decide(policy(true), 2)).toMatchObject({ retry: true, waitMs: 2_000 });
  });

  test('a shouldRetry that throws ends the attempts with what it threw', () => {
    const broken = new Error('broken policy');
    const decision = decide({ shouldRetry: () => { throw broken; } }, 1); // prettier-ignore
    expect(decision).toEqual({ retry: false, error: broken });
  });

  test.each([
    ['120', 120_000],
    [' 3 ', 3_000],
    ['30s', 30_000],
    [1_500, 1_500],
    [{ minutes: 2 }, 120_000],
    [new Date(1_000_000 + 5_000), 5_000],
    [new Date(5), 0],
    ['Thu, 01 Jan 1970 00:17:00 GMT', 20_000],
  ] as const)('Retry-After %s waits %i ms, whatever the cap', (retryAfter, waitMs) => {
    const error = new RetryableError('busy', { retryAfter });
    expect(decide({ max: '1s' }, 1, { error })).toEqual({ retry: true, waitMs, askedByError: true });
  });

  test('a Retry-After that nobody understands leaves the curve', () => {
    const error = new RetryableError('busy', { retryAfter: 'soon' });
    expect(decide({ jitter: 'none' }, 1, { error })).toEqual({ retry: true, waitMs: 1_000, askedByError: false });
  });

  test('maxDuration counts from the start of the first attempt', () => {
    const policy: RetryPolicy = { attempts: 99, jitter: 'none', maxDuration: '10s' };
    expect(decide(policy, 1, { firstStartedAtMs: 1_000_000 - 9_000 }).retry).toBe(true);
    expect(decide(policy, 1, { firstStartedAtMs: 1_000_000 - 9_001 }).retry).toBe(false);
  });
});

test.each([
  [{ factor: 0.5 }, 'factor'],
  [{ factor: Infinity }, 'factor'],
  [{ factor: Number.NaN }, 'factor'],
  [{ attempts: 0 }, 'attempts'],
  [{ attempts: 1.5 }, 'attempts'],
  [{ attempts: 3, delays: ['1s'] }, 'attempts'],
  [{ delays: [] }, 'delays'],
  [{ jitter: 'some' }, 'jitter'],
  [{ shouldRetry: true }, 'shouldRetry'],
  [{ attemps: 3 }, 'Did you mean attempts?'],
] as const)('%j is refused, naming %s', (policy, option) => {
  expect(() => resolveRetryPolicy(policy as never)).toThrowError(
    expect.objectContaining({ code: 'INVALID_RETRY_POLICY', message: expect.stringContaining(option) }),
  );
});

test('durations in a policy are refused by their option', () => {
  expect(() => resolveRetryPolicy({ initial: -1 })).toThrowError(/retry\.initial/);
  expect(() => resolveRetryPolicy({ delays: ['1s', Number.NaN] })).toThrowError(/retry\.delays\[1\]/);
});
