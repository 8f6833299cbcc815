import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { activityContext, FatalError, HoplineError, rateLimit, sleep, sleepUntil, WorkflowFailedError } from 'hopline';
import { TestEnvironment, type TestEnvironmentOptions } from 'hopline/testing';
import { defineMachine } from '../../../runtime/protocol/machine.ts';
import { Dunning, HardDecline, type Bank, type Invoice } from '../../support/dunning-machine.ts';
import {
  scriptedMachine,
  scriptedWorkflow,
  type ScriptedOptions,
  type ScriptedStep,
} from '../../support/scripted-machine.ts';

type Activities = Record<string, (...args: any[]) => unknown>;
const opened: TestEnvironment[] = [];

async function environment(workflow: object, options: Partial<TestEnvironmentOptions> = {}): Promise<TestEnvironment> {
  const env = await TestEnvironment.create({ workflows: [workflow], ...options });
  opened.push(env);
  return env;
}
afterEach(async () => {
  for (const env of opened.splice(0)) await env.close();
});

/** A workflow `W.run` of the steps. */
const scripted = (steps: readonly ScriptedStep[], activities?: Activities, options?: ScriptedOptions) =>
  scriptedWorkflow('W', steps, activities, options);
const sleeping = (duration: unknown): ScriptedStep => ({ state: 'sleep', operation: 'sleep', args: () => [duration] });
const acting = (policy: ScriptedStep['policy'] = {}, more: Partial<ScriptedStep> = {}): ScriptedStep => ({
  state: 'act',
  operation: 'activity',
  args: (input) => [input],
  policy,
  ...more,
});
const limited = (limit: number, per: string): ScriptedStep => ({
  state: 'limit',
  operation: 'rateLimit',
  args: () => ['partner', { limit, per }],
});

async function start(env: TestEnvironment, input: unknown = 'input', id?: string) {
  const options = { args: [input], ...(id !== undefined && { id }) };
  return env.client.start<{ run(input: unknown): Promise<unknown> }, 'run'>('W.run', options as { args: [unknown] });
}
const seconds = (env: TestEnvironment, since: Date) => (env.now().getTime() - since.getTime()) / 1_000;

async function refusal(work: Promise<unknown>): Promise<HoplineError> {
  const settled = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (HoplineError.is(settled)) return settled;
  throw new Error('not refused', { cause: settled });
}

const invoice: Invoice = { id: 'i-1', customer: 'ada', cents: 4_200 };

/** A bank that takes the money at the n-th charge, and remembers every call by its idempotency key. */
function bankThatPaysAt(attempt: number) {
  const calls: { key: string; what: string }[] = [];
  const note = (what: string) => void calls.push({ key: activityContext().idempotencyKey, what });
  const bank: Bank = {
    async charge(_invoice, number) {
      note(`charge ${number}`);
      if (number < attempt) throw new HardlyDeclined();
      return { id: `receipt-${number}`, at: new Date(0) };
    },
    async sendMail(_customer, day) {
      note(`mail ${day}`);
    },
    async cancelSubscription() {
      note('cancel');
    },
  };
  return { bank, calls };
}
class HardlyDeclined extends FatalError {
  constructor() {
    super('not enough money');
  }
}

describe('a result', () => {
  it('comes by itself: virtual time passes, and only as far as needed', async () => {
    const env = await environment(scripted([sleeping('2h'), acting()], { act: (input: string) => `${input} done` }));
    const began = env.now();
    const run = await start(env);
    expect(await run.result()).toEqual([undefined, 'input done']);
    expect(seconds(env, began)).toBeGreaterThanOrEqual(7_200);
    expect(seconds(env, began)).toBeLessThanOrEqual(7_205);
    const delays = env.timeline(run.id).flatMap(({ kind, delaySeconds }) => (kind === 'hop' ? [delaySeconds] : []));
    expect(delays.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 900));
  });

  it('of a real workflow: a fortnight of dunning', async () => {
    const { bank, calls } = bankThatPaysAt(4);
    const env = await environment(new Dunning(bank));
    const began = env.now();
    const run = await env.client.start(Dunning, 'collect', { args: [invoice], id: 'dunning-i-1' });
    const result = await run.result();
    expect(result).toMatchObject({
      status: 'paid',
      day: 7,
      attempts: 4,
      receipt: { id: 'receipt-4', at: new Date(0) },
    });
    expect(calls.map(({ what }) => what)).toEqual([
      'mail 0',
      'charge 1',
      'mail 1',
      'charge 2',
      'mail 3',
      'charge 3',
      'mail 7',
      'charge 4',
    ]);
    expect(Math.floor(seconds(env, began) / 86_400)).toBe(7);
    expect(await env.client.handle('dunning-i-1').result()).toEqual(result);
  });

  it('is a copy of what the workflow returned', async () => {
    const returned = { at: new Date(5), map: new Map([['a', 1n]]) };
    const env = await environment(scripted([], {}, { end: () => returned }));
    const run = await start(env);
    expect(await run.result()).toEqual(returned);
    expect(await run.result()).not.toBe(returned);
  });

  it('of many runs at once comes to each', async () => {
    const env = await environment(scripted([sleeping('1h')], {}, { end: (_results, input) => input }));
    const runs = await Promise.all(['a', 'b', 'c'].map((input) => start(env, input)));
    expect(await Promise.all(runs.map((run) => run.result()))).toEqual(['a', 'b', 'c']);
  });

  it('of a failed run rejects with what the workflow threw as cause', async () => {
    const env = await environment(
      scripted([acting({}, {})], { act: () => Promise.reject(new HardDecline('stolen card')) }),
    );
    const run = await start(env, 1, 'r');
    const error: unknown = await run.result().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WorkflowFailedError);
    expect(error).toMatchObject({ runId: 'r', status: 'failed', message: "Run 'r' of W.run failed: stolen card" });
    expect((error as Error).cause).toMatchObject({ name: 'HardDecline', message: 'stolen card' });
  });

  it('of a paused run rejects with the reason, and comes after a redrive', async () => {
    let isMended = false;
    const act = () => (isMended ? 'fine' : Promise.reject(new Error('no route')));
    const env = await environment(scripted([acting({ retry: { attempts: 2 } })], { act }));
    const run = await start(env, 1, 'r');
    const error = await refusal(run.result());
    expect(error).toMatchObject({
      code: 'RUN_PAUSED',
      message: expect.stringContaining("reason 'paused': no route") as string,
    });
    const [letter] = await env.deadLetters();
    expect(letter).toMatchObject({ runId: 'r', reason: 'paused' });
    isMended = true;
    await env.queue.send(new SendMessageCommand({ QueueUrl: env.queueUrl, MessageBody: letter!.body }));
    expect(await run.result()).toEqual(['fine']);
  });

  it('of a workflow that no worker knows rejects when the hand-backs are over, and says so', async () => {
    const env = await environment(scripted([]));
    const run = await env.client.start<{ go(): Promise<void> }, 'go'>('Other.go', { args: [] });
    expect(await refusal(run.result())).toMatchObject({
      code: 'RUN_PAUSED',
      message: expect.stringContaining("reason 'unknown': no worker knows this workflow") as string,
    });
  });

  it('that nothing can bring rejects TEST_IDLE and says what is known of the run', async () => {
    const env = await environment(scripted([sleeping('1h')]));
    const unknown = await refusal(env.client.handle('nobody').result());
    expect(unknown).toMatchObject({
      code: 'TEST_IDLE',
      message: expect.stringContaining('No worker has seen it') as string,
    });
    const run = await start(env, 1, 'purged');
    await env.runUntilIdle();
    const { PurgeQueueCommand } = await import('@aws-sdk/client-sqs');
    await env.queue.send(new PurgeQueueCommand({ QueueUrl: env.queueUrl }));
    const error = await refusal(run.result());
    expect(error.message).toMatch(/'purged' cannot end.*last seen at hop 0 \(hop at 'sleep'/);
  });

  it('may be waited for only so long, in virtual time', async () => {
    const env = await environment(scripted([sleeping('1h')]));
    const began = env.now();
    const run = await start(env);
    expect(await refusal(run.result({ timeout: '10m' }))).toMatchObject({ code: 'RESULT_TIMEOUT' });
    expect(seconds(env, began)).toBe(600);
    expect(await run.result({ timeout: '51m' })).toEqual([undefined]);
  });
});

describe('time', () => {
  it('begins where it is told', async () => {
    const env = await environment(scripted([]), { startTime: new Date('2030-05-01T10:00:00Z') });
    expect(env.now()).toEqual(new Date('2030-05-01T10:00:00Z'));
  });

  it('advances by exactly what is asked, doing what comes due on the way', async () => {
    const acted: Date[] = [];
    const env = await environment(scripted([sleeping('1h'), acting()], { act: () => void acted.push(env.now()) }));
    const began = env.now();
    await start(env);
    await env.advance('59 min');
    expect(acted).toEqual([]);
    expect(seconds(env, began)).toBe(3_540);
    await env.advance({ minutes: 2 });
    expect(seconds(env, began)).toBe(3_660);
    expect(acted).toHaveLength(1);
    expect(acted[0]!.getTime() - began.getTime()).toBeGreaterThanOrEqual(3_600_000);
    expect(await refusal(env.advance(-1))).toMatchObject({ code: 'INVALID_DURATION' });
  });

  it('stands still until idle, and passes until the end', async () => {
    const env = await environment(
      scripted([acting(), sleeping('1 day'), acting({}, { state: 'again' })], { act: () => 1, again: () => 2 }),
    );
    const began = env.now();
    const run = await start(env);
    await env.runUntilIdle();
    expect(env.timeline(run.id).map(({ kind }) => kind)).toEqual(['start', 'activity', 'hop']);
    expect(seconds(env, began)).toBe(0);
    await env.runToEnd();
    expect(env.timeline(run.id).at(-1)).toMatchObject({ kind: 'result', status: 'completed' });
    expect(env.queue.depth(env.queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it('holds one message of a sleeping run at every instant, none of them in flight', async () => {
    const env = await environment(scripted([sleeping('5 days')]));
    await start(env);
    for (let day = 0; day < 4; day++) {
      await env.advance('23 h');
      expect(env.queue.depth(env.queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 1 });
    }
  });
});

describe('an activity', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  it('may wait for real timers and sockets: virtual time stands still', async () => {
    server = createServer((_request, response) => setTimeout(() => response.end('pong'), 20));
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const ping = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return (await fetch(url)).text();
    };
    const env = await environment(scripted([acting({ timeout: '1s', retry: { attempts: 1 } })], { act: ping }));
    const began = env.now();
    expect(await (await start(env)).result()).toEqual(['pong']);
    expect(seconds(env, began)).toBe(0);
  });

  it('that waits only for its signal is timed out in virtual time', async () => {
    const reasons: unknown[] = [];
    const wait = () =>
      new Promise((_resolve, reject) => {
        const { signal } = activityContext();
        signal.addEventListener('abort', () => (reasons.push(signal.reason), reject(signal.reason as Error)));
      });
    const policy = { timeout: '2h', retry: { attempts: 2, initial: '1s', jitter: 'none' } } as const;
    const env = await environment(scripted([acting(policy, { catches: true })], { act: wait }));
    const began = env.now();
    const run = await start(env);
    expect(await run.result()).toEqual([expect.stringContaining('took longer than its timeout of 7200000 ms')]);
    expect(reasons).toHaveLength(2);
    expect(seconds(env, began)).toBeGreaterThanOrEqual(2 * 7_200 + 1);
  });

  it('and code with an inline await may wait for real things too', async () => {
    class Inline {}
    defineMachine(Inline, 'W', {
      ...scriptedMachine('W.run', [sleeping('1h')]),
      inlineAfterStart: true,
      async run(_self, frame) {
        await new Promise((resolve) => setTimeout(resolve, 30));
        if (frame.state === 'sleep') return { kind: 'return', value: 'slept', repeatable: false };
        return { kind: 'suspend', state: 'sleep', args: ['1h'], locals: {}, repeatable: false };
      },
    });
    const env = await environment(new Inline());
    const began = env.now();
    expect(await (await start(env)).result()).toBe('slept');
    expect(seconds(env, began)).toBe(3_600);
  });

  it('that fails is retried at its times', async () => {
    const times: number[] = [];
    const act = () => {
      times.push(env.now().getTime());
      if (times.length < 4) throw new Error('again');
      return times.length;
    };
    const env = await environment(scripted([acting({ retry: { delays: ['1s', '2s', '4s'] } })], { act }));
    expect(await (await start(env)).result()).toEqual([4]);
    const gaps = times.slice(1).map((time, index) => (time - times[index]!) / 1_000);
    gaps.forEach((gap, index) => {
      expect(gap).toBeGreaterThanOrEqual(2 ** index);
      expect(gap).toBeLessThanOrEqual(2 ** index + 1);
    });
  });
});

describe('several workers', () => {
  it('share the queue and one limiter', async () => {
    const uses: number[] = [];
    const workflow = scripted([limited(1, '10s'), acting()], { act: () => void uses.push(env.now().getTime()) });
    const env = await environment(workflow, { workers: 3 });
    const runs = await Promise.all(Array.from({ length: 10 }, () => start(env)));
    await Promise.all(runs.map((run) => run.result()));
    const gaps = uses.slice(1).map((use, index) => use - uses[index]!);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(10_000);
    expect(uses.at(-1)! - uses[0]!).toBeLessThanOrEqual(9 * 10_000 * 1.03 + 1_000);
  });

  it('refuse a long limit unless it is said to be of this process', async () => {
    const workflow = scripted([limited(1, '1h'), acting()], { act: () => 'used' });
    const strict = await environment(workflow);
    const error = await refusal((await start(strict)).result());
    expect(error).toMatchObject({
      code: 'RUN_PAUSED',
      cause: { message: expect.stringContaining("limits: 'per-process'") as string },
    });
    const perProcess = await environment(workflow, { limits: 'per-process' });
    expect(await (await start(perProcess)).result()).toEqual([undefined, 'used']);
  });
});

describe('plain code', () => {
  it('sleeps on virtual time and runs its activities once', async () => {
    const env = await environment(scripted([]));
    const began = env.now();
    const result = await env.plain(async () => {
      await sleep('30 days');
      await sleepUntil(new Date(began.getTime() + 31 * 86_400_000));
      await sleepUntil('2001-01-01T00:00:00Z');
      return [activityContext().attempt, activityContext().idempotencyKey !== activityContext().idempotencyKey];
    });
    expect(result).toEqual([1, true]);
    expect(seconds(env, began)).toBe(31 * 86_400);
  });

  it('gives each activity a key of its own, the same in every run of a test', async () => {
    const keys = async () => {
      const env = await environment(scripted([]));
      const key = async () => activityContext().idempotencyKey;
      return [await env.plain(key), await env.plain(key)];
    };
    const [first, second] = await keys();
    expect(first).not.toBe(second);
    expect(await keys()).toEqual([first, second]);
  });

  it('waits for limits on virtual time', async () => {
    const env = await environment(scripted([]));
    const began = env.now();
    await env.plain(async () => {
      for (let use = 0; use < 5; use++) await rateLimit('plain', { limit: 2, per: '1 minute' });
    });
    expect(seconds(env, began)).toBe(120);
  });

  it('may do real things, which take no virtual time', async () => {
    const env = await environment(scripted([]));
    const began = env.now();
    await env.plain(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(seconds(env, began)).toBe(0);
  });

  it('rejects with what it throws, and where it can never end', async () => {
    const env = await environment(scripted([]));
    await expect(env.plain(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
    await expect(env.plain(() => { throw new Error('at once'); })).rejects.toThrow('at once'); // prettier-ignore
    expect(await refusal(env.plain(() => new Promise(() => {})))).toMatchObject({ code: 'TEST_IDLE' });
    expect(await refusal(sleep(1))).toMatchObject({ code: 'NOT_COMPILED' });
  });
});

describe('faults', () => {
  const kinds = [
    'duplicate',
    'reorder',
    'lostReply',
    'failedEntry',
    'throttle',
    'phantomReceive',
    'lateDelivery',
  ] as const;

  /** A day of these runs, so that faults and not legs of sleep fill the time. */
  const hourMs = 3_600_000;
  const expected = { status: 'paid', day: 3, attempts: 3, receipt: { id: 'receipt-3', at: new Date(0) } };

  async function dun(seed: number, faults: TestEnvironmentOptions['faults']) {
    const { bank, calls } = bankThatPaysAt(3);
    const env = await environment(new Dunning(bank, hourMs), { seed, workers: 2, ...(faults && { faults }) });
    const starts = Array.from({ length: 3 }, () => env.client.start(Dunning, 'collect', { args: [invoice] }));
    const results = await Promise.all((await Promise.all(starts)).map((run) => run.result()));
    await env.runToEnd();
    expect(await env.deadLetters()).toEqual([]);
    for (const result of results) expect(result).toEqual(expected);
    return { env, calls };
  }
  /** What was done under each idempotency key. */
  function byKey(calls: readonly { key: string; what: string }[]): string[][] {
    const groups = new Map<string, string[]>();
    for (const { key, what } of calls) groups.set(key, [...(groups.get(key) ?? []), what]);
    return [...groups.values()];
  }

  it.each(kinds)('%s: the result is the same', async (kind) => {
    let faults = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const { env } = await dun(seed, { [kind]: 0.1 });
      faults += env.queue.faultCounts[kind] ?? 0;
    }
    expect(faults).toBeGreaterThan(0);
  });

  it('crash: a fresh worker goes on, and what is repeated has the same key and does the same', async () => {
    let repeats = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const { calls } = await dun(seed, { crash: 0.02 });
      for (const same of byKey(calls)) {
        expect(new Set(same).size).toBe(1);
        repeats += same.length - 1;
      }
    }
    expect(repeats).toBeGreaterThan(0);
  });

  it('none: nothing is repeated', async () => {
    const { calls, env } = await dun(1, undefined);
    expect(byKey(calls).every((same) => same.length === 1)).toBe(true);
    expect(env.queue.faultCounts).toEqual({});
  });

  it('all at once, over ten seeds', async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const rate = 0.03;
      const all = Object.fromEntries([...kinds, 'crash'].map((kind) => [kind, rate]));
      await dun(seed, all);
    }
  });
});

describe('a seed', () => {
  async function course(seed: number) {
    const act = () => {
      if (activityContext().attempt < 4) throw new Error('again');
    };
    const env = await environment(scripted([acting()], { act }), { seed, faults: { lateDelivery: 0.3 } });
    const run = await start(env);
    await run.result();
    return { id: run.id, timeline: env.timeline(run.id) };
  }

  it('gives the same course again, and another seed another', async () => {
    const first = await course(7);
    expect(await course(7)).toEqual(first);
    expect(await course(8)).not.toEqual(first);
  });
});

describe('values', () => {
  it('come back from a sleep code unit by code unit', async () => {
    const text = '\u0000\u0007\u000b\ud800 \uffff \ufffe 🚀 \r\n 漢';
    const input = {
      [text]: [text, new Map([[text, new Date(0)]])],
      __proto__: null,
      [Symbol.iterator.description!]: 1,
    };
    const env = await environment(scripted([sleeping('20m')], {}, { end: (_results, value) => value }));
    expect(await (await start(env, input)).result()).toEqual(input);
  });
});

describe('dead letters', () => {
  it('name the reason of a worker, and those that the broker moved', async () => {
    const env = await environment(scripted([]), { queue: { maxReceiveCount: 5, visibilityTimeout: 30 } });
    await env.queue.send(new SendMessageCommand({ QueueUrl: env.queueUrl, MessageBody: 'hello' }));
    await env.runToEnd();
    const byHand = new SendMessageCommand({ QueueUrl: env.deadLetterQueueUrl, MessageBody: 'by hand' });
    await env.queue.send(byHand);
    expect(await env.deadLetters()).toEqual([
      { reason: 'malformed', body: 'hello' },
      { reason: 'moved-by-broker', body: 'by hand' },
    ]);
  });
});

describe('an environment', () => {
  it.each([
    [{ store: 'memory' }, 'CONFIGURATION', 'this version of Hopline has no store'],
    [{ store: { kind: 'x', close: async () => {} } }, 'CONFIGURATION', 'has no store'],
    [{ workerz: 2 }, 'CONFIGURATION', "no option 'workerz'. Did you mean workers?"],
    [{ workers: 0 }, 'CONFIGURATION', 'workers is 0'],
    [{ seed: 0.5 }, 'CONFIGURATION', 'seed is 0.5'],
    [{ startTime: new Date(Number.NaN) }, 'CONFIGURATION', 'startTime is Invalid Date'],
    [{ faults: { crash: 2 } }, 'INVALID_OPTION', '`faults.crash` is 2'],
    [{ queue: { visibility: 1 } }, 'CONFIGURATION', "no option 'visibility'"],
    [{ queue: { maxReceiveCount: 2 } }, 'CONFIGURATION', 'maxReceiveCount 2'],
    [{ workflows: [{}] }, 'NO_WORKFLOWS', 'no compiled workflow'],
    [{ limits: 'shared' }, 'NEEDS_STORE', "limits: 'shared'"],
  ])('refuses options that it cannot keep: case %#', async (options, code, words) => {
    const created = TestEnvironment.create({ workflows: [scripted([])], ...(options as object) });
    expect(await refusal(created)).toMatchObject({ code, message: expect.stringContaining(words) as string });
  });

  it('closes without a trace, also in the middle of things, and then refuses', async () => {
    const before = process.getActiveResourcesInfo().length;
    const signals: AbortSignal[] = [];
    const act = () => (signals.push(activityContext().signal), new Promise(() => {}));
    const env = await environment(scripted([acting()], { act }));
    const run = await start(env);
    await env.runUntilIdle();
    const result = refusal(run.result());
    await env.close();
    await env.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await result).toMatchObject({ code: 'TEST_IDLE', message: expect.stringContaining('closed') as string });
    expect(await refusal(env.advance(1))).toMatchObject({ code: 'CONFIGURATION' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before);
  });
});
