import { FatalError, HoplineError, RetryableError } from 'hopline';
import { describe, expect, test } from 'vitest';
import { resolveActivityPolicy } from '../../../runtime/engine/activity-policy.ts';
import { advance, startFrame, type StackStop } from '../../../runtime/engine/advance.ts';
import type { Decision, DeliveryEvent } from '../../../runtime/engine/decision.ts';
import { enter, proceed, type DeliveryRules, type Step } from '../../../runtime/engine/delivery.ts';
import type { MessageFacts } from '../../../runtime/engine/admission.ts';
import { decodeBody, encodeBody } from '../../../runtime/protocol/body.ts';
import type { Envelope } from '../../../runtime/protocol/envelope.ts';
import { decodeFrames, encodeFrames } from '../../../runtime/protocol/frames.ts';
import { decodeValue } from '../../../runtime/protocol/values/decode-value.ts';
import { scriptedMachine, type ScriptedOptions, type ScriptedStep } from '../../support/scripted-machine.ts';

const nowMs = 1_800_000_000_000;
const limit = { limit: 1, per: '1 minute' } as const;

/** One delivery, driven by hand: code is run, everything else is answered by the test. */
class Driven {
  readonly rules: DeliveryRules;
  readonly decisions: Decision[] = [];
  #step: Step;

  constructor(
    steps: readonly ScriptedStep[],
    options: {
      envelope?: Envelope;
      facts?: Partial<MessageFacts>;
      rules?: Partial<DeliveryRules>;
      script?: ScriptedOptions;
    } = {},
  ) {
    const machine = scriptedMachine('Test.run', steps, options.script);
    this.rules = {
      machines: Object.assign(Object.create(null), { 'Test.run': machine }),
      policyOf: (target) => resolveActivityPolicy({ ...target.policy }),
      maxHopsPerHour: 3_600,
      bounceSecondsMax: 60,
      perProcessLimits: false,
      queue: { url: 'q', isFifo: false, maxReceiveCount: 20, retentionMs: 1_209_600_000, bodyBytesMax: 1_048_576 },
      ...options.rules,
    };
    const envelope = options.envelope ?? started();
    const facts = { receiveCount: 1, sentAtMs: nowMs, nowMs, heldMs: 0, ...options.facts };
    this.#step = enter(this.rules, facts, envelope, decodeFrames(envelope.frames));
    this.#runCode();
  }

  get decision(): Decision {
    return this.#step.decision;
  }

  tell(event: DeliveryEvent, atMs = nowMs): Decision {
    this.#step = proceed(this.#step.delivery, event, atMs);
    this.#runCode();
    return this.decision;
  }

  /** The attempt that is wanted comes to a value, or throws. */
  succeed(value: unknown): Decision {
    return this.tell({ kind: 'attempted', startedAtMs: nowMs, value });
  }

  fail(error: unknown): Decision {
    return this.tell({ kind: 'attempted', startedAtMs: nowMs, error, random: 0.5 });
  }

  /** The envelope that is sent, as the next worker reads it. */
  get sent(): Envelope {
    if (!('envelope' in this.decision)) throw new Error(`Nothing is sent: ${this.decision.kind}`);
    const read = decodeBody(encodeBody(this.decision.envelope));
    if (!read.ok) throw new Error(read.detail);
    return read.envelope;
  }

  get sentState(): string {
    return decodeFrames(this.sent.frames).at(-1)!.state;
  }

  #runCode(): void {
    for (;;) {
      this.decisions.push(this.decision);
      if (this.decision.kind !== 'advance') return;
      const { frames, resume } = this.decision;
      const stop = advance(this.rules.machines, {}, frames, resume) as StackStop;
      this.#step = proceed(this.#step.delivery, { kind: 'advanced', stop }, nowMs);
    }
  }
}

function started(input: unknown = 'in'): Envelope {
  return {
    hopline: 1,
    workflow: 'Test.run',
    run: 'r1',
    incarnation: 'i1',
    epoch: 0,
    hop: 0,
    visit: 0,
    frames: encodeFrames([startFrame('Test.run', [input])]),
    home: 'q',
    startedAtMs: nowMs,
    renewals: 0,
  };
}

const activity = (state: string, more: Partial<ScriptedStep> = {}): ScriptedStep => ({
  state,
  operation: 'activity',
  args: (input, results) => [input, results.length],
  ...more,
});
const limited = (state: string, name = state, more: Partial<ScriptedStep> = {}): ScriptedStep => ({
  state,
  operation: 'rateLimit',
  args: () => [name, limit],
  ...more,
});
const sleep = (duration: unknown, more: Partial<ScriptedStep> = {}): ScriptedStep => ({
  state: 'sleep',
  operation: 'sleep',
  args: () => [duration],
  ...more,
});

describe('activities', () => {
  test('the first runs in the delivery that reaches it, the second is hopped to with its arguments', () => {
    const run = new Driven([activity('a'), activity('b')]);
    expect(run.decision).toMatchObject({
      kind: 'attempt',
      state: 'a',
      args: ['in', 0],
      attempt: 1,
      idempotencyKey: 'i1:a:1',
    });
    expect(run.succeed('A')).toMatchObject({ kind: 'send', cause: 'hop', state: 'b', delaySeconds: 0 });
    expect(run.sentState).toBe('b');
    expect(run.sent).toMatchObject({ hop: 1, visit: 2, call: { attempt: 0, limits: [] } });

    const next = new Driven([activity('a'), activity('b')], { envelope: run.sent });
    expect(next.decision).toMatchObject({ kind: 'attempt', state: 'b', args: ['in', 1], idempotencyKey: 'i1:b:2' });
    expect(next.succeed('B')).toEqual({ kind: 'complete', value: ['A', 'B'] });
  });

  test('one behind a stretch that may give something else next time is hopped to first (G10)', () => {
    const steps = [activity('a', { repeatable: false })];
    const run = new Driven(steps);
    expect(run.decision).toMatchObject({ kind: 'send', cause: 'hop', state: 'a' });
    const next = new Driven(steps, { envelope: run.sent });
    expect(next.decision).toMatchObject({ kind: 'attempt', args: ['in', 0] });
  });

  test('a stretch before a date that has passed counts for the activity behind it (G10)', () => {
    const past: ScriptedStep = {
      state: 'until',
      operation: 'sleepUntil',
      args: () => [new Date(5)],
      repeatable: false,
    };
    const run = new Driven([past, activity('a')]);
    expect(run.decision).toMatchObject({ kind: 'send', cause: 'hop', state: 'a' });
  });

  test('arguments and results are copies, also within the delivery (G8)', () => {
    const input = { list: [1] };
    const run = new Driven([activity('a', { args: (given) => [given, given] })], { envelope: started(input) });
    const { args } = run.decision as Extract<Decision, { kind: 'attempt' }>;
    expect(args[0]).toEqual(input);
    expect(args[0]).toBe(args[1]);
    (args[0] as typeof input).list.push(2);
    const result = { big: 1n };
    const { value } = run.succeed(result) as { value: unknown[] };
    expect(value).toEqual([result]);
    expect(value[0]).not.toBe(result);
  });

  test('one with an inline await behind it is hopped from directly, with what it gave', () => {
    const steps = [activity('a', { inlineAfter: true })];
    const run = new Driven(steps);
    expect(run.succeed('A')).toMatchObject({ kind: 'send', cause: 'hop', state: 'a' });
    expect(run.sent.call?.outcome).toBeDefined();
    const next = new Driven(steps, { envelope: run.sent });
    expect(next.decision).toEqual({ kind: 'complete', value: ['A'] });
  });

  test('behind an outcome that came with the message the next activity runs directly', () => {
    const steps = [activity('a', { inlineAfter: true }), activity('b')];
    const run = new Driven(steps);
    run.succeed('A');
    expect(new Driven(steps, { envelope: run.sent }).decision).toMatchObject({ kind: 'attempt', state: 'b' });
  });

  test('a result that cannot travel is thrown at the await, once', () => {
    const run = new Driven([activity('a', { catches: true })]);
    const done = run.succeed(() => 1) as { kind: string; value: string[] };
    expect(done.kind).toBe('complete');
    expect(done.value[0]).toContain('the result of a');
  });

  test('arguments that cannot travel are thrown at the await, before anything runs', () => {
    const run = new Driven([activity('a', { args: () => [() => 1], catches: true })]);
    expect(run.decisions.map(({ kind }) => kind)).toEqual(['advance', 'advance', 'complete']);
  });

  test('locals that cannot travel are thrown at the await, before anything runs; uncaught they pause the run', () => {
    const spoil = (given: unknown) => {
      (given as Record<string, unknown>)['live'] = () => 1;
      return [];
    };
    const caught = new Driven([activity('a', { args: spoil, catches: true })], { envelope: started({}) });
    expect(caught.decision).toMatchObject({ kind: 'complete', value: [expect.stringContaining('input')] });
    const run = new Driven([activity('a', { args: spoil })], { envelope: started({}) });
    expect(run.decision).toMatchObject({ kind: 'pause', state: 'start', error: { code: 'UNSERIALISABLE' } });
    expect(run.decision).toMatchObject({ error: { message: expect.stringContaining('input') } });
    expect(decodeFrames(run.sent.frames)).toEqual([startFrame('Test.run', [{}])]);
  });
});

describe('retries', () => {
  const steps = [activity('a', { policy: { retry: { attempts: 3, jitter: 'none' }, timeout: '1s' } })];

  test('send the same call with one attempt more, and at last throw at the await', () => {
    let envelope = started();
    for (const [attempt, delaySeconds] of [
      [1, 1],
      [2, 2],
    ] as const) {
      const run = new Driven(steps, { envelope });
      expect(run.decision).toMatchObject({ kind: 'attempt', attempt, args: ['in', 0], idempotencyKey: 'i1:a:1' });
      expect(run.fail(new Error('no'))).toMatchObject({ kind: 'send', cause: 'retry', delaySeconds });
      expect(run.sent).toMatchObject({
        hop: attempt,
        visit: 1,
        wait: { durationMs: delaySeconds * 1_000 },
        call: { attempt, firstFailedAtMs: nowMs, firstStartedAtMs: nowMs },
      });
      envelope = run.sent;
    }
    const last = new Driven(steps, { envelope });
    expect(last.fail(new TypeError('no more'))).toMatchObject({ kind: 'pause', reason: 'paused', state: 'a' });
  });

  test('an error that is caught goes on in the same delivery, as a copy, and what follows is sent', () => {
    const run = new Driven([activity('a', { policy: { retry: { attempts: 1 } }, catches: true }), activity('b')]);
    expect(run.fail(new Error('down'))).toMatchObject({ kind: 'send', cause: 'hop', state: 'b' });
    const frames = decodeFrames(run.sent.frames);
    expect(frames[0]!.locals['results']).toEqual(['down']);
  });

  test('what the attempt left by heartbeat() goes to the next one', () => {
    const run = new Driven(steps);
    run.tell({ kind: 'attempted', startedAtMs: nowMs, error: new Error('no'), random: 0, heartbeat: '[{"page":1},7]' });
    const next = new Driven(steps, { envelope: run.sent });
    expect(next.decision).toMatchObject({ kind: 'attempt', lastHeartbeat: { page: 7 } });
  });

  test('a Retry-After pauses the keyed limits of the call and no others (C55)', () => {
    const shared = { state: 'l1', operation: 'rateLimit', args: () => ['all', limit] } as const;
    const keyed = { state: 'l2', operation: 'rateLimit', args: () => [{ name: 'tenant', rule: limit }, 'A'] } as const;
    const run = new Driven([shared, keyed, activity('a')]);
    run.tell({ kind: 'granted' });
    const decision = run.fail(new RetryableError('429', { retryAfter: '60' }));
    expect(decision).toMatchObject({
      kind: 'send',
      pause: { forMs: 60_000, requests: [{ name: 'tenant', key: 'A' }] },
    });
  });
});

describe('how a run ends', () => {
  test.each([
    [new FatalError('declined'), { kind: 'fail', status: 'failed', state: 'start' }],
    [new TypeError('bug'), { kind: 'pause', reason: 'paused', state: 'start' }],
  ])('uncaught %s', (error, decision) => {
    const run = new Driven([], { script: { end: () => { throw error; } } }); // prettier-ignore
    expect(run.decision).toMatchObject(decision);
  });

  test('paused after an activity it keeps the outcome and its values from before the code behind it ran', () => {
    const steps = [activity('a')];
    const script: ScriptedOptions = {
      end: (results) => {
        (results as unknown[]).push('touched');
        throw new TypeError('bug');
      },
    };
    const run = new Driven(steps, { script });
    run.succeed('A');
    expect(run.decision).toMatchObject({ kind: 'pause', state: 'a' });
    expect(run.sent).toMatchObject({
      hop: 1,
      visit: 1,
      paused: { reason: 'paused', error: { name: 'TypeError', message: 'bug' } },
    });
    expect(decodeFrames(run.sent.frames)[0]!.locals['results']).toEqual([]);
    expect(decodeValue((run.sent.call!.outcome as { value: unknown }).value)).toBe('A');

    const { paused: _paused, ...redriven } = run.sent;
    expect(new Driven(steps, { envelope: redriven }).decision).toEqual({ kind: 'complete', value: ['A'] });
  });

  test('a failed activity that nobody catches is paused without outcome, with fresh attempts', () => {
    const run = new Driven([activity('a', { policy: { retry: { attempts: 1 } } })]);
    run.fail(new Error('down'));
    expect(run.sent.call).toMatchObject({ attempt: 0 });
    expect(run.sent.call).not.toHaveProperty('outcome');
    expect(run.sent.call).not.toHaveProperty('firstFailedAtMs');
  });

  test('a result that cannot travel pauses the run', () => {
    const run = new Driven([], { script: { end: () => ({ f: () => 1 }) } });
    expect(run.decision).toMatchObject({ kind: 'pause', error: { code: 'UNSERIALISABLE' } });
  });

  test('hopping more often than it may pauses it as runaway', () => {
    const pace = { sinceMs: nowMs - 1_000, hops: 10 };
    const run = new Driven([sleep(1)], { envelope: { ...started(), pace }, rules: { maxHopsPerHour: 10 } });
    expect(run.decision).toMatchObject({ kind: 'pause', reason: 'runaway', error: { code: 'RUNAWAY' } });
    const later = new Driven([sleep(1)], {
      envelope: { ...started(), pace: { ...pace, sinceMs: nowMs - 3_600_000 } },
      rules: { maxHopsPerHour: 10 },
    });
    expect(later.sent.pace).toEqual({ sinceMs: nowMs, hops: 1 });
  });
});

describe('sleeps', () => {
  test('are sent as a duration with the first leg', () => {
    const run = new Driven([sleep('2h')]);
    expect(run.decision).toMatchObject({ kind: 'send', cause: 'hop', state: 'sleep', delaySeconds: 900 });
    expect(run.sent.wait).toEqual({ durationMs: 7_200_000 });
  });

  test('sleep(0) is a checkpoint', () => {
    const run = new Driven([sleep(0)]);
    expect(run.decision).toMatchObject({ kind: 'send', delaySeconds: 0 });
    expect(run.sent.wait).toBeUndefined();
  });

  test.each([-1, Number.NaN, Infinity, 'soon'])(
    'sleep(%s) throws INVALID_DURATION at the await, and nothing is sent (C02)',
    (duration) => {
      const caught = new Driven([sleep(duration, { catches: true })]);
      expect(caught.decision).toMatchObject({ kind: 'complete', value: [expect.stringContaining('duration')] });
      const run = new Driven([sleep(duration)]);
      expect(run.decision).toMatchObject({ kind: 'pause', error: { code: 'INVALID_DURATION' } });
    },
  );

  test('until a date: past ones are passed, later ones are due then, others throw', () => {
    const until = (date: unknown): ScriptedStep => ({
      state: 'until',
      operation: 'sleepUntil',
      args: () => [date],
      catches: true,
    });
    expect(new Driven([until(new Date(nowMs))]).decision).toMatchObject({ kind: 'complete' });
    const run = new Driven([until(new Date(nowMs + 1_500).toISOString())]);
    expect(run.decision).toMatchObject({ kind: 'send', delaySeconds: 2 });
    expect(run.sent.wait).toEqual({ dueAtMs: nowMs + 1_500 });
    expect(new Driven([until('soon')]).decision).toMatchObject({
      kind: 'complete',
      value: [expect.stringContaining('date')],
    });
  });

  test('an endless loop over past dates hops at last', () => {
    const run = new Driven([{ state: 'until', operation: 'sleepUntil', args: () => [new Date(0)] }], {
      script: { loops: true },
    });
    expect(run.decision).toMatchObject({ kind: 'send', cause: 'hop', delaySeconds: 0 });
  });

  test('a loop that catches for ever, where nothing can travel, is stopped', () => {
    const run = new Driven([sleep(-1, { catches: true })], { script: { loops: true } });
    expect(run.decision).toMatchObject({ kind: 'pause', error: { code: 'INVALID_DURATION' } });
  });
});

describe('limits', () => {
  test('directly before an activity are asked for together with its own, and again by every attempt (10.4, 10.6)', () => {
    const declared = { name: 'declared', rule: limit };
    const steps = [
      limited('l1'),
      limited('l2'),
      activity('a', { policy: { rateLimit: declared, retry: { jitter: 'none' } } }),
    ];
    const run = new Driven(steps);
    expect(run.decision).toMatchObject({
      kind: 'ask',
      place: 'i1:a:3',
      requests: [{ name: 'l1' }, { name: 'l2' }, { name: 'declared', limit: 1, perMs: 60_000 }],
    });
    expect(run.tell({ kind: 'granted' })).toMatchObject({ kind: 'attempt', state: 'a' });
    run.fail(new Error('no'));
    expect(run.sent.call!.limits.map(({ name }) => name)).toEqual(['l1', 'l2']);
    const next = new Driven(steps, { envelope: run.sent });
    expect(next.decision).toMatchObject({
      kind: 'ask',
      place: 'i1:a:3',
      requests: [{ name: 'l1' }, { name: 'l2' }, { name: 'declared' }],
    });
  });

  test('awaited and declared by name is one use of one call', () => {
    const run = new Driven([limited('l1'), activity('a', { policy: { rateLimit: { name: 'l1', rule: limit } } })]);
    expect((run.decision as Extract<Decision, { kind: 'ask' }>).requests).toHaveLength(1);
  });

  test('the key of a declared limit comes from the arguments; what it throws is thrown at the await', () => {
    const keyed = (key: (...args: any[]) => string) =>
      activity('a', { policy: { rateLimit: { limit: { name: 'k', rule: limit }, key } }, catches: true });
    expect(new Driven([keyed((input: string) => `tenant-${input}`)]).decision).toMatchObject({
      kind: 'ask',
      requests: [{ name: 'k', key: 'tenant-in' }],
    });
    const broken = new Driven([keyed(() => { throw new Error('no key'); })]); // prettier-ignore
    expect(broken.decision).toEqual({ kind: 'complete', value: ['no key'] });
  });

  test('before anything else is asked for alone, before it happens', () => {
    const run = new Driven([limited('l1'), sleep('1m')]);
    expect(run.decision).toMatchObject({ kind: 'ask', place: 'i1:l1:1' });
    expect(run.tell({ kind: 'granted' })).toMatchObject({ kind: 'send', state: 'sleep' });
  });

  test('with something visible behind it is asked for before that runs', () => {
    const run = new Driven([limited('l1', 'l1', { repeatableAfter: false }), activity('a', { repeatable: false })]);
    expect(run.decision).toMatchObject({ kind: 'ask', place: 'i1:l1:1' });
    expect(run.decisions.filter(({ kind }) => kind === 'advance')).toHaveLength(1);
    expect(run.tell({ kind: 'granted' })).toMatchObject({ kind: 'send', cause: 'hop', state: 'a' });
    expect(run.sent.call!.limits).toEqual([]);
  });

  test('before an activity that must be hopped to go with it unasked: a grant is used where it is given (10.3)', () => {
    const run = new Driven([limited('l1', 'l1', { repeatable: false }), activity('a')]);
    expect(run.decision).toMatchObject({ kind: 'send', cause: 'hop', state: 'a' });
    expect(run.sent.call!.limits).toMatchObject([{ name: 'l1' }]);
  });

  test('after an activity are hopped to, and asked for when delivered', () => {
    const steps = [activity('a'), limited('l1'), activity('b')];
    const run = new Driven(steps);
    expect(run.succeed(1)).toMatchObject({ kind: 'send', state: 'l1' });
    const next = new Driven(steps, { envelope: run.sent });
    expect(next.decision).toMatchObject({ kind: 'ask', place: 'i1:b:3' });
  });

  test('one limit twice in a row is asked for twice', () => {
    const run = new Driven([limited('l1', 'same'), limited('l2', 'same'), activity('a')]);
    expect(run.decision).toMatchObject({ kind: 'ask', place: 'i1:l1:1' });
    expect(run.tell({ kind: 'granted' })).toMatchObject({ kind: 'ask', place: 'i1:a:3' });
  });

  test('not granted: under a second is held, a while is bounced, longer is a hop that keeps the place', () => {
    const steps = [limited('l1'), activity('a')];
    const waits = (waitMs: number, options = {}) => new Driven(steps, options).tell({ kind: 'throttled', waitMs });
    expect(waits(999)).toEqual({ kind: 'hold', waitMs: 999 });
    expect(waits(1_999)).toMatchObject({ kind: 'bounce', visibilitySeconds: 1 });
    expect(waits(60_999)).toMatchObject({ kind: 'bounce', visibilitySeconds: 60 });
    expect(waits(61_000)).toMatchObject({ kind: 'send', cause: 'in-line', delaySeconds: 61 });
    expect(waits(3_000_000)).toMatchObject({
      delaySeconds: 900,
      envelope: { visit: 2, wait: { dueAtMs: nowMs + 3_000_000, inLine: true }, call: { limits: [{ name: 'l1' }] } },
    });
  });

  test('a message is bounced once; then it hops, so that its receive count means something (G3)', () => {
    const steps = [limited('l1'), activity('a')];
    const second = new Driven(steps, { facts: { receiveCount: 2 } });
    expect(second.tell({ kind: 'throttled', waitMs: 5_000 })).toMatchObject({
      kind: 'send',
      cause: 'in-line',
      delaySeconds: 5,
    });
  });

  test('a held message asks again, and is put away when the limiter keeps naming the next moment', () => {
    const run = new Driven([limited('l1'), activity('a')]);
    for (let turn = 0; turn < 5; turn++) {
      expect(run.tell({ kind: 'throttled', waitMs: 1 })).toMatchObject({ kind: 'hold' });
      expect(run.tell({ kind: 'held' })).toMatchObject({ kind: 'ask' });
    }
    expect(run.tell({ kind: 'throttled', waitMs: 1 })).toMatchObject({ kind: 'bounce', visibilitySeconds: 1 });
  });

  test('throttled behind a passage that was granted it hops on from where it stands', () => {
    const run = new Driven([
      limited('l1', 'l1', { repeatableAfter: false }),
      activity('a', { policy: { rateLimit: { name: 'l2', rule: limit } } }),
    ]);
    run.tell({ kind: 'granted' });
    expect(run.decision).toMatchObject({ kind: 'ask', place: 'i1:a:2' });
    expect(run.tell({ kind: 'throttled', waitMs: 5_000 })).toMatchObject({
      kind: 'send',
      cause: 'in-line',
      state: 'a',
    });
  });

  test('hopping before a limit that was passed ahead stands at the limit, not behind it', () => {
    const steps = [activity('a'), limited('l1'), sleep('1m')];
    const first = new Driven(steps);
    first.succeed(1);
    const run = new Driven(steps, { envelope: first.sent });
    expect(run.tell({ kind: 'throttled', waitMs: 90_000 })).toMatchObject({ kind: 'send', state: 'l1' });
    const next = new Driven(steps, { envelope: run.sent });
    expect(next.decision).toMatchObject({ kind: 'ask', place: 'i1:l1:2' });
    expect(next.tell({ kind: 'granted' })).toMatchObject({ kind: 'send', state: 'sleep' });
    expect(decodeFrames(next.sent.frames)[0]!.locals['results']).toEqual([1, undefined]);
  });

  test('a window longer than ten minutes is refused at the await, unless the user said per process', () => {
    const long = limited('l1', 'l1', { args: () => ['l1', { limit: 5, per: '1h' }], catches: true });
    const refused = new Driven([long, activity('a')]);
    expect(refused.decision).toMatchObject({ kind: 'attempt' });
    const paused = new Driven([{ ...long, catches: false }]);
    expect(paused.decision).toMatchObject({ kind: 'pause', error: { code: 'LIMIT_NEEDS_STORE' } });
    const allowed = new Driven([long, activity('a')], { rules: { perProcessLimits: true } });
    expect(allowed.decision).toMatchObject({ kind: 'ask', requests: [{ perMs: 3_600_000 }] });
  });

  test.each([
    [['l', { limit: 0, per: '1s' }], 'INVALID_RATE_RULE'],
    [['l', { limit: 1, per: 0 }], 'INVALID_RATE_RULE'],
    [[undefined], 'INVALID_RATE_RULE'],
    [[{ name: 'l', rule: limit }, 7], 'INVALID_RATE_RULE'],
  ])('rateLimit(%j) throws %s at the await', (args, code) => {
    const run = new Driven([limited('l1', 'l1', { args: () => args })]);
    expect(run.decision).toMatchObject({ kind: 'pause' });
    expect(HoplineError.is((run.decision as { error: unknown }).error, code)).toBe(true);
  });
});

test('before an attempt that would outlive its message the run takes a fresh message (8.1)', () => {
  const old = { sentAtMs: nowMs - 50_000, nowMs };
  const queue = { url: 'q', isFifo: false, retentionMs: 60_000, bodyBytesMax: 1_048_576 };
  const run = new Driven([activity('a', { policy: { timeout: '20s' } })], { facts: old, rules: { queue } });
  expect(run.decision).toMatchObject({ kind: 'send', cause: 'hop', state: 'a' });
});
