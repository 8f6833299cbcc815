import { describe, expect, it } from 'vitest';
import {
  activityContext,
  defineRateLimit,
  defineSignal,
  HoplineError,
  inline,
  rateLimit,
  sleep,
  sleepUntil,
  type ActivityContext,
  type RateRule,
} from 'hopline';
import { activityContextHolder } from '../../../runtime/ports/activity-context.ts';
import { silentLogger } from '../../../runtime/ports/logger.ts';
import { runInPlainContext, type PlainContext } from '../../../sdk/plain-context.ts';

async function refusal(work: () => Promise<unknown>): Promise<HoplineError> {
  const settled = await work().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (HoplineError.is(settled)) return settled;
  throw new Error('not refused', { cause: settled });
}
const any = (value: unknown): any => value;

function attempt(overrides: Partial<ActivityContext> = {}): ActivityContext {
  return {
    runId: 'r',
    workflow: 'W.w',
    state: 'a#1',
    attempt: 1,
    idempotencyKey: 'i:a#1:1',
    signal: new AbortController().signal,
    logger: silentLogger,
    heartbeat() {},
    lastHeartbeat: undefined,
    ...overrides,
  };
}

/** A plain context that performs nothing and keeps what it was asked for. */
function recorder(): PlainContext & { asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    sleep: async (ms) => void asked.push(['sleep', ms]),
    sleepUntil: async (epochMs) => void asked.push(['sleepUntil', epochMs]),
    rateLimit: async (request) => void asked.push(['rateLimit', request]),
    activityContext: () => attempt({ state: 'plain' }),
  };
}

describe('a durable call that runs as plain code', () => {
  const limit = defineRateLimit('durable-calls', { limit: 5, per: '1s' });

  it.each([
    [() => sleep('2h'), "sleep('2h')"],
    [() => sleep({ minutes: 5 }), 'sleep({"minutes":5})'],
    [() => sleepUntil('2027-03-01T00:00:00Z'), "sleepUntil('2027-03-01T00:00:00Z')"],
    [() => rateLimit(limit, 'tenant'), "rateLimit('durable-calls')"],
    [() => rateLimit('mails', { limit: 1, per: '1 minute' }), "rateLimit('mails')"],
  ])('rejects and says what was called and how to compile: case %#', async (call, shown) => {
    const { code, message } = await refusal(call);
    expect(code).toBe('NOT_COMPILED');
    expect(message).toContain(shown);
    for (const mend of ['hopline build', 'hopline/vite', 'env.plain(']) expect(message).toContain(mend);
  });

  it.each([
    [() => sleep(-1), 'INVALID_DURATION', 'duration is -1'],
    [() => sleep(Number.NaN), 'INVALID_DURATION', 'duration is NaN'],
    [() => sleep(Number.POSITIVE_INFINITY), 'INVALID_DURATION', 'duration is Infinity'],
    [() => sleep(any('2 months')), 'INVALID_DURATION', "duration is '2 months'"],
    [() => sleep(any(undefined)), 'INVALID_DURATION', 'duration is undefined'],
    [() => sleepUntil('tomorrow'), 'INVALID_DATE', "date is 'tomorrow'"],
    [() => sleepUntil(new Date(Number.NaN)), 'INVALID_DATE', 'date is Invalid Date'],
    [() => sleepUntil(any(1_700_000_000_000)), 'INVALID_DATE', 'date is 1700000000000'],
    [() => rateLimit('', { limit: 1, per: 1 }), 'INVALID_RATE_RULE', 'name'],
    [() => rateLimit('x', { limit: 1.5, per: 1 }), 'INVALID_RATE_RULE', 'limit is 1.5'],
    [() => rateLimit('x', { limit: 1, per: 0 }), 'INVALID_RATE_RULE', 'per is 0'],
    [() => rateLimit('x', any(undefined)), 'INVALID_RATE_RULE', "Rate limit 'x' is undefined"],
    [() => rateLimit('x', any({ limit: 1, per: 1, burst: 3 })), 'INVALID_RATE_RULE', "no option 'burst'"],
    [() => rateLimit(limit, any(7)), 'INVALID_RATE_RULE', "The key of rate limit 'durable-calls' is 7"],
    [() => rateLimit('durable-calls', { limit: 6, per: '1s' }), 'INVALID_RATE_RULE', 'declared before'],
  ])('validates its arguments first: case %#', async (call, code, words) => {
    const error = await refusal(call);
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  it('is performed by the plain context that is active', async () => {
    const context = recorder();
    await runInPlainContext(context, async () => {
      await sleep('1.5h');
      await sleepUntil(new Date(5_000));
      await rateLimit(limit, 'tenant');
      await rateLimit('mails', { limit: 1, per: '1 minute' });
    });
    expect(context.asked).toEqual([
      ['sleep', 5_400_000],
      ['sleepUntil', 5_000],
      ['rateLimit', { name: 'durable-calls', key: 'tenant', limit: 5, perMs: 1_000 }],
      ['rateLimit', { name: 'mails', key: '', limit: 1, perMs: 60_000 }],
    ]);
    expect((await refusal(() => sleep(1))).code).toBe('NOT_COMPILED');
  });
});

describe('defineRateLimit', () => {
  it('takes a second equal declaration and refuses one with other numbers, naming both', () => {
    defineRateLimit('twice', { limit: 10, per: '1 minute' });
    defineRateLimit('twice', { limit: 10, per: 60_000 });
    expect(() => defineRateLimit('twice', { limit: 10, per: '2 minutes' })).toThrow(
      /'twice' is declared as 10 per 120000 ms but was declared before as 10 per 60000 ms/,
    );
  });

  it('cannot be changed afterwards', () => {
    const rule: RateRule = { limit: 1, per: '1s' };
    const limit = defineRateLimit('frozen', rule);
    rule.limit = 100;
    expect(limit.rule.limit).toBe(1);
    expect(() => (limit.rule.limit = 2)).toThrow(TypeError);
  });
});

describe('activityContext', () => {
  it('is refused outside an activity', () => {
    expect(() => activityContext()).toThrow(expect.objectContaining({ code: 'NOT_IN_ACTIVITY' }) as Error);
  });

  it('is the attempt that runs, also after an await', async () => {
    const context = attempt({ attempt: 3 });
    const seen = await activityContextHolder().run(context, async () => {
      await Promise.resolve();
      return activityContext();
    });
    expect(seen).toBe(context);
  });

  it('is answered by a plain context', () => {
    expect(runInPlainContext(recorder(), () => activityContext().state)).toBe('plain');
  });
});

it('inline just calls its work and lets its rejection through', async () => {
  expect(await inline(async () => 5)).toBe(5);
  await expect(inline(async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

describe('a signal', () => {
  it('waits only with a store, and says so', async () => {
    const signal = defineSignal<number>('approval');
    expect(signal.name).toBe('approval');
    expect((await refusal(() => signal.wait({ timeout: '1h' }))).message).toContain("signal 'approval' needs a store");
    const each = async () => {
      for await (const _value of signal) throw new Error('a value came');
    };
    expect((await refusal(each)).code).toBe('NEEDS_STORE');
  });

  it('refuses a blank name and a bad timeout', async () => {
    expect(() => defineSignal(' ')).toThrow(/name is ' '/);
    expect((await refusal(() => defineSignal('x').wait({ timeout: -1 }))).code).toBe('INVALID_DURATION');
  });
});
