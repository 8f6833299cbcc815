import { describe, expect, test } from 'vitest';
import { admit, isSuspect, mayHide, type MessageFacts, type QueueFacts } from '../../../runtime/engine/admission.ts';
import { carryOn, handedBack, paused, settle } from '../../../runtime/engine/next-envelope.ts';
import type { Envelope } from '../../../runtime/protocol/envelope.ts';

const nowMs = 1_800_000_000_000;
const queue: QueueFacts = {
  url: 'https://sqs.example/1/q',
  isFifo: false,
  maxReceiveCount: 5,
  retentionMs: 345_600_000,
  bodyBytesMax: 1_048_576,
};
const facts: MessageFacts = { receiveCount: 1, sentAtMs: nowMs - 1_000, nowMs, heldMs: 0 };
const envelope: Envelope = {
  hopline: 1,
  workflow: 'W.run',
  run: 'r',
  incarnation: 'i',
  epoch: 0,
  hop: 3,
  visit: 2,
  frames: '[1]',
  renewals: 0,
};
const waiting = (restMs: number, inLine = false): Envelope => ({
  ...envelope,
  wait: inLine ? { dueAtMs: nowMs + restMs, inLine } : { dueAtMs: nowMs + restMs },
});

describe('a message that is not due', () => {
  test('is passed on with the next leg, keeping all but hop and pace', () => {
    const admission = admit(waiting(1_000_000), facts, queue, true);
    expect(admission).toEqual({
      kind: 'pass-on',
      delaySeconds: 900,
      envelope: { ...waiting(1_000_000), hop: 4, pace: { sinceMs: nowMs, hops: 1 } },
    });
  });

  test('is passed on at any receive count and age: that sends a fresh message anyway', () => {
    const worn = { ...facts, receiveCount: 5, sentAtMs: nowMs - queue.retentionMs };
    expect(admit(waiting(5_000), worn, queue, true)).toMatchObject({ kind: 'pass-on', delaySeconds: 5 });
  });

  test('is held for the last second, and due at its very time', () => {
    expect(admit(waiting(999), facts, queue, true)).toEqual({ kind: 'hold', waitMs: 999 });
    expect(admit(waiting(0), facts, queue, true)).toEqual({ kind: 'due' });
  });

  test('with a long place in line waits in flight, once, where there is room for it', () => {
    expect(admit(waiting(2_000_500, true), facts, queue, true)).toEqual({ kind: 'park', visibilitySeconds: 2_000 });
    expect(admit(waiting(2_000_500, true), facts, queue, false).kind).toBe('pass-on');
    expect(admit(waiting(2_000_500, true), { ...facts, receiveCount: 2 }, queue, true).kind).toBe('pass-on');
    expect(admit(waiting(2_000_500), facts, queue, true).kind).toBe('pass-on');
  });

  test('on a FIFO queue is hidden, and never sent with a delay (C38)', () => {
    const fifo = { ...queue, isFifo: true, maxReceiveCount: 20 };
    expect(admit(waiting(90_000_000), facts, fifo, true)).toEqual({ kind: 'park', visibilitySeconds: 43_195 });
    expect(admit(waiting(5_000), { ...facts, receiveCount: 17 }, fifo, true)).toMatchObject({
      kind: 'pass-on',
      delaySeconds: 0,
    });
  });
});

describe('receive counts (G3)', () => {
  test('at max − 2 with nothing decided it is renewed and counted, and above three renewals it is dead', () => {
    expect(admit(envelope, { ...facts, receiveCount: 2 }, queue, true).kind).toBe('due');
    const worn = { ...facts, receiveCount: 3 };
    expect(admit(envelope, worn, queue, true)).toEqual({ kind: 'renew', envelope: { ...envelope, renewals: 1 } });
    expect(admit({ ...envelope, renewals: 2 }, worn, queue, true).kind).toBe('renew');
    expect(admit({ ...envelope, renewals: 3 }, worn, queue, true).kind).toBe('no-progress');
  });

  test('it is renewed at 75 % of retention, where it was received before', () => {
    const old = { ...facts, sentAtMs: nowMs - 0.75 * queue.retentionMs };
    expect(admit(envelope, { ...old, receiveCount: 2 }, queue, true).kind).toBe('renew');
    expect(admit(envelope, old, queue, true).kind).toBe('due');
  });

  test('a healthy message is hidden at most once, so a bounce never brings it to max − 2', () => {
    expect(mayHide(facts, queue, 60)).toBe(true);
    expect(mayHide({ ...facts, receiveCount: 2 }, queue, 60)).toBe(false);
    expect(mayHide(facts, queue, 43_200)).toBe(false);
    expect(mayHide({ ...facts, sentAtMs: nowMs - 0.75 * queue.retentionMs + 59_000 }, queue, 60)).toBe(false);
  });

  test('a suspect was received three times without a verdict, the bounce that it may have had not counted', () => {
    expect([1, 2, 3, 4].map((receiveCount) => isSuspect(envelope, receiveCount))).toEqual([false, false, false, true]);
    expect(isSuspect({ ...envelope, renewals: 1 }, 1)).toBe(true);
  });
});

describe('what follows from an envelope', () => {
  test('the first receive fixes a duration by the broker, and home and start', () => {
    const settled = settle(
      { ...envelope, wait: { durationMs: 5_000 } },
      { sentAtMs: 100, nowMs: 2_000, queueUrl: 'q' },
    );
    expect(settled).toMatchObject({ wait: { dueAtMs: 5_100 }, home: 'q', startedAtMs: 2_000 });
    expect(settle(settled, { sentAtMs: 9_999, nowMs: 9_999, queueUrl: 'q' })).toBe(settled);
  });

  test('nobody says in a message whither the rest of the run is sent', () => {
    expect(
      settle({ ...envelope, home: 'elsewhere', startedAtMs: 1 }, { sentAtMs: 1, nowMs: 1, queueUrl: 'q' }).home,
    ).toBe('q');
  });

  test('a redrive rises the epoch and gives fresh budgets', () => {
    const call = { args: '[[]]', attempt: 6, firstFailedAtMs: 5, firstStartedAtMs: 4, limits: [] };
    const worn = { ...envelope, call, renewals: 3, unknownSinceMs: 1, handBacks: 9, pace: { sinceMs: 1, hops: 99 } };
    const redriven = settle(paused(worn, 'paused'), { sentAtMs: 1, nowMs: 1, queueUrl: 'q' });
    expect(redriven).toEqual({
      ...envelope,
      epoch: 1,
      home: 'q',
      startedAtMs: 1,
      call: { args: '[[]]', attempt: 0, limits: [] },
    });
  });

  test('what carries the run on forgets renewals and hand-backs, which keep the hop', () => {
    const back = handedBack({ ...envelope, renewals: 2 }, 70);
    expect(back).toMatchObject({ delaySeconds: 60, envelope: { hop: 3, unknownSinceMs: 70, handBacks: 1 } });
    let delays = '';
    for (let at = back.envelope, count = 0; count < 6; count++) {
      const next = handedBack(at, 999);
      expect(next.envelope.unknownSinceMs).toBe(70);
      delays += ` ${next.delaySeconds}`;
      at = next.envelope;
    }
    expect(delays).toBe(' 120 240 480 900 900 900');
    const next = carryOn(back.envelope, { frames: '[2]', visit: 3, state: 's', call: undefined, wait: undefined }, 80);
    expect(next).toEqual({ ...envelope, hop: 4, visit: 3, frames: '[2]', pace: { sinceMs: 80, hops: 1 } });
  });
});
