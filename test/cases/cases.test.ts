/** Fault cases that users met elsewhere, tried from outside: compiled workflows, the public test environment, the model of SQS. */
import { WorkflowFailedError, type RunEvent } from 'hopline';
import { TestEnvironment, type TestEnvironmentOptions } from 'hopline/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { ObservedRequest } from '../../runtime/embedded-sqs/service.ts';
import { Cases, Gone, type Seen } from './workflows.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const start = new Date('2026-03-01T00:00:00Z');

let env: TestEnvironment | undefined;
afterEach(async () => {
  await env?.close();
  env = undefined;
});

async function world(
  options: Partial<TestEnvironmentOptions> = {},
): Promise<{ env: TestEnvironment; seen: Seen; requests: ObservedRequest[] }> {
  const seen: Seen = { calls: [] };
  const requests: ObservedRequest[] = [];
  env = await TestEnvironment.create({ workflows: [new Cases(seen)], startTime: start, ...options });
  env.queue.onRequest = (request) => void requests.push(request);
  return { env, seen, requests };
}

const elapsed = (environment: TestEnvironment): number => environment.now().getTime() - start.getTime();

/** Every DelaySeconds that was asked for. */
function delaysOf(requests: readonly ObservedRequest[]): number[] {
  return requests.flatMap(({ action, input }) => {
    const { DelaySeconds, Entries } = input as { DelaySeconds?: number; Entries?: { DelaySeconds?: number }[] };
    if (!action.startsWith('SendMessage')) return [];
    return (Entries ?? [{ DelaySeconds }]).map((entry) => entry.DelaySeconds ?? 0);
  });
}

describe('C01 a delay is never more than SQS takes', () => {
  it('two hours are exactly eight hops of 900 s, and retries of any growth stay in 0..900', async () => {
    const { env, seen, requests } = await world();
    const run = await env.client.start(Cases, 'sleepThenRetry', { args: [] });
    await env.advance('7199 seconds');
    expect(seen.calls).toEqual([]);
    await env.advance('6 seconds');
    expect(seen.calls[0]?.attempt).toBe(1);
    const hops = env
      .timeline(run.id)
      .filter((event: RunEvent) => event.kind === 'hop' && event.at < start.getTime() + 2 * hour);
    expect(hops.map((event) => event.delaySeconds)).toEqual(Array.from({ length: 8 }, () => 900));

    await expect(run.result()).resolves.toBe(20);
    const delays = delaysOf(requests);
    expect(delays.length).toBeGreaterThan(500);
    expect(delays.filter((delay) => !Number.isInteger(delay) || delay < 0 || delay > 900)).toEqual([]);
    expect(requests.filter((request) => request.error !== undefined)).toEqual([]);
    expect(new Set(seen.calls.map((call) => call.key)).size).toBe(1);
  });
});

describe('C02 a duration that is none', () => {
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])(
    'sleep(%s) is refused by name, before any send',
    async (duration) => {
      const { env, requests } = await world();
      const run = await env.client.start(Cases, 'napOrSay', { args: [duration] });
      requests.length = 0;
      await expect(run.result()).resolves.toMatch(/^INVALID_DURATION duration is /);
      expect(delaysOf(requests)).toEqual([]);
    },
  );

  it.each([
    [1_500, 2],
    [50, 1],
  ])('%d ms wake after %d s: rounded up, never early', async (duration, delay) => {
    const { env, seen, requests } = await world();
    const run = await env.client.start(Cases, 'nap', { args: [duration] });
    requests.length = 0;
    await run.result();
    expect(delaysOf(requests)).toEqual([delay]);
    expect(seen.calls).toHaveLength(1);
    expect(elapsed(env)).toBeGreaterThanOrEqual(duration);
  });
});

describe('C04 sleeps longer than a 32-bit timer', () => {
  it('364 days are one message at every instant', async () => {
    const { env, seen } = await world();
    await env.client.start(Cases, 'nap', { args: ['364 days'] });
    for (let at = 1; at < 364; at += 33) {
      await env.advance({ days: 33 });
      if (elapsed(env) < 364 * day) {
        const depth = env.queue.depth(env.queueUrl);
        expect(depth.visible + depth.inFlight + depth.delayed).toBe(1);
        expect(seen.calls).toEqual([]);
      }
    }
    await env.runToEnd();
    expect(seen.calls).toHaveLength(1);
    // 34,944 hops, each through a worker: no sleeping, but work for a machine that does other things too.
  }, 400_000);
});

describe('sleepUntil', () => {
  it('wakes at the date, and a past one resolves at once', async () => {
    const { env, seen } = await world();
    const run = await env.client.start(Cases, 'until', { args: [new Date(start.getTime() + 3 * day)] });
    await env.advance({ days: 3, seconds: -1 });
    expect(seen.calls).toEqual([]);
    await run.result();
    expect(elapsed(env)).toBeLessThan(3 * day + 5 * second);
    const past = await env.client.start(Cases, 'until', { args: [new Date(0)] });
    const before = elapsed(env);
    await past.result();
    expect(elapsed(env) - before).toBeLessThan(5 * second);
  });
});

describe('C13 waiting for a limit is no failure', () => {
  it('50 runs under one a minute, maxReceiveCount 5: all complete, at most three receives a run', async () => {
    const { env, seen, requests } = await world({ queue: { maxReceiveCount: 5, visibilityTimeout: 60 } });
    const usedAt: number[] = [];
    const runs = [];
    for (let n = 0; n < 50; n++) runs.push(await env.client.start(Cases, 'limited', { args: [n] }));
    env.queue.onRequest = (request) => void requests.push(request);
    await Promise.all(runs.map((run) => run.result()));
    expect(seen.calls).toHaveLength(50);
    expect(seen.calls.every((call) => call.attempt === 1)).toBe(true);
    expect(await env.deadLetters()).toEqual([]);
    for (const run of runs) {
      const events = env.timeline(run.id);
      usedAt.push(events.find((event) => event.kind === 'activity')!.at);
    }
    usedAt.sort((a, b) => a - b);
    for (let n = 1; n < usedAt.length; n++) expect(usedAt[n]! - usedAt[n - 1]!).toBeGreaterThanOrEqual(minute);
    const received = requests.reduce(
      (sum, { action, output }) =>
        sum +
        (action === 'ReceiveMessage' ? ((output as { Messages?: unknown[] } | undefined)?.Messages?.length ?? 0) : 0),
      0,
    );
    expect(received).toBeLessThanOrEqual(3 * 50);
  });
});

describe('C56 text that SQS does not take', () => {
  const odd = '\u0000 \u0007 \u000b \ud800 lone \udc00 \uffff \ufffe \u{1f600} \r\n 𠀀 漢 "\\ </script>';

  it('comes back code unit by code unit, as values and as keys, and no send is refused', async () => {
    const { env, requests } = await world();
    const value = JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>;
    value[odd] = [odd, { [`${odd}key`]: odd }, new Map([[odd, new Set([odd])]])];
    const run = await env.client.start(Cases, 'carry', { args: [value] });
    const result = (await run.result()) as { value: Record<string, unknown>; returned: unknown; same: boolean };
    expect(Object.keys(result.value)).toEqual(['__proto__', odd]);
    expect(result.value[odd]).toEqual(value[odd]);
    expect(Object.getOwnPropertyDescriptor(result.value, '__proto__')?.value).toEqual({ polluted: true });
    expect(result.returned).toEqual(result.value);
    expect(result.same).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(requests.filter((request) => request.error !== undefined)).toEqual([]);
  });
});

describe('C58 a state that outgrows its queue', () => {
  it('ends the run with an error that names workflow, state, bytes, limit and the largest variable', async () => {
    const { env } = await world({ queue: { maximumMessageSize: 262_144 } });
    const run = await env.client.start(Cases, 'grow', { args: [10, 65_536] });
    const error = (await run.result().catch((reason: unknown) => reason)) as Error & { cause: Error };
    expect(error.name).toBe('WorkflowFailedError');
    expect(error.cause.message).toMatch(/Cases\.grow/);
    expect(error.cause.message).toMatch(/chunk/);
    expect(error.cause.message).toMatch(/262,?144/);
    expect(error.cause.message).toMatch(/collected/);
    const depth = env.queue.depth(env.queueUrl);
    expect(depth).toMatchObject({ visible: 0, inFlight: 0, delayed: 0 });
  });
});

describe('C59 what is used only inside nested code', () => {
  it('equals plain execution, carries only live locals, and can be called directly', async () => {
    const { env } = await world();
    const args: [string, ...string[]] = ['a', 'b', 'c'];
    const run = await env.client.start(Cases, 'captured', { args });
    await env.runUntilIdle();
    const [message] = env.queue.peek(env.queueUrl);
    expect(message!.body).not.toContain('not carried');
    const compiled = await run.result();
    const plain = await env.plain(() => new Cases({ calls: [] }).captured(...args));
    expect(compiled).toEqual(plain);
    expect(compiled).toEqual(['a+b+c', '[b!]', '[c!]', '[a!]']);
  });
});

describe('an error class of the user', () => {
  it('is still itself in a catch behind the activity and a sleep', async () => {
    const { env } = await world();
    const run = await env.client.start(Cases, 'tellsApart', { args: ['May'] });
    expect(await run.result({ timeout: '2h' })).toBe('May');
  });

  it('ends the run, and is the cause of what result() rejects with', async () => {
    const { env, seen } = await world();
    const run = await env.client.start(Cases, 'failsForGood', { args: ['May'] });
    const failure = await run.result({ timeout: '2h' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WorkflowFailedError);
    const { cause } = failure as WorkflowFailedError;
    expect(cause).toBeInstanceOf(Gone);
    expect((cause as Gone).since).toBe('May');
    expect(seen.calls, 'a FatalError is not retried').toHaveLength(1);
  });
});
