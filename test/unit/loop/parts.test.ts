import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../runtime/clocks/virtual-clock.ts';
import { Batcher } from '../../../runtime/loop/batcher.ts';
import { Deadlines } from '../../../runtime/loop/deadlines.ts';
import { FinishedHops } from '../../../runtime/loop/finished-hops.ts';
import { IntervalLog } from '../../../runtime/loop/interval-log.ts';
import { Lease, type VisibilityReply } from '../../../runtime/loop/lease.ts';
import { ParkedMessages } from '../../../runtime/loop/parked-messages.ts';
import { refusalOf } from '../../../runtime/loop/refusal.ts';
import { Slots } from '../../../runtime/loop/slots.ts';
import { silentLogger } from '../../../runtime/ports/logger.ts';
import type { EntryResult } from '../../../runtime/ports/queue.ts';
import { seededRandom } from '../../support/virtual-world.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function fire(clock: VirtualClock, ms: number): Promise<void> {
  const untilMs = clock.now() + ms;
  await turn();
  while (clock.fireNext(untilMs)) await turn();
  clock.advanceTo(untilMs);
  await turn();
}

describe('a batch', () => {
  function recorded(answer: (payloads: readonly string[]) => EntryResult[] = (all) => all.map(() => ({ ok: true }))) {
    const calls: string[][] = [];
    const batcher = new Batcher<string>(async (payloads) => {
      calls.push([...payloads]);
      return answer(payloads);
    }, 100);
    return { calls, batcher };
  }

  test('leaves when it has ten entries, else at the end of the turn', async () => {
    const { calls, batcher } = recorded();
    const replies = Array.from({ length: 13 }, (_, index) => batcher.add(`m${index}`, `run-${index}`));
    expect(calls.map((call) => call.length)).toEqual([10]);
    await Promise.all(replies);
    expect(calls.map((call) => call.length)).toEqual([10, 3]);
  });

  test('never holds two entries of one run (9.1)', async () => {
    const { calls, batcher } = recorded();
    await Promise.all(['a', 'a', 'b', 'a'].map((run, index) => batcher.add(`${run}${index}`, run)));
    expect(calls).toEqual([['a0', 'b2'], ['a1'], ['a3']]);
  });

  test('stays within the bytes that one call may carry; what alone is over them goes alone', async () => {
    const { calls, batcher } = recorded();
    await Promise.all([60, 60, 30, 500].map((bytes, index) => batcher.add(`m${index}`, `run-${index}`, bytes)));
    expect(calls).toEqual([['m0', 'm2'], ['m1'], ['m3']]);
  });

  test('answers each entry with its own result, and one that the reply leaves out as unknown', async () => {
    const { batcher } = recorded(() => [{ ok: true }, { ok: false, code: 'X', message: '', senderFault: true }]);
    const replies = await Promise.all(['a', 'b', 'c'].map((run) => batcher.add(run, run)));
    expect(replies[0]).toEqual({ ok: true });
    expect(replies[1]).toMatchObject({ ok: false, code: 'X' });
    expect(replies[2]).toMatchObject({ ok: false, error: expect.any(Error) });
    expect(refusalOf(replies[2] as never).kind).toBe('temporary');
  });

  test('answers all with the error of a call that failed', async () => {
    const broken = new Error('down');
    const batcher = new Batcher<string>(() => Promise.reject(broken));
    const replies = await Promise.all(['a', 'b'].map((run) => batcher.add(run, run)));
    expect(replies).toEqual([
      { ok: false, error: broken },
      { ok: false, error: broken },
    ]);
  });
});

describe('deadlines', () => {
  test('act in order, once, and not after they are cancelled', async () => {
    const clock = new VirtualClock();
    const deadlines = new Deadlines(clock, () => clock.now());
    const acted: string[] = [];
    deadlines.add(5_000, () => acted.push('late'));
    const cancelled = deadlines.add(2_000, () => acted.push('cancelled'));
    deadlines.add(1_000, () => acted.push('early'));
    deadlines.cancel(cancelled);
    await fire(clock, 1_500);
    expect(acted).toEqual(['early']);
    await fire(clock, 60_000);
    expect(acted).toEqual(['early', 'late']);
  });

  test('ask the clock a few times for thousands of them', async () => {
    const clock = new VirtualClock();
    let sleeps = 0;
    const counting = {
      now: () => clock.now(),
      sleep: (ms: number, signal?: AbortSignal) => (sleeps++, clock.sleep(ms, signal)),
    };
    const deadlines = new Deadlines(counting, () => clock.now());
    for (let index = 0; index < 5_000; index++) {
      const deadline = deadlines.add(1_000, () => undefined);
      const timeout = deadlines.add(300_000, () => undefined);
      await fire(clock, 2);
      deadlines.cancel(deadline);
      deadlines.cancel(timeout);
    }
    expect(sleeps).toBeLessThan(50);
    deadlines.close();
    expect(clock.pendingCount).toBe(0);
  });
});

describe('a lease', () => {
  function leaseOf(visibilityMs: number, replies: VisibilityReply[] = []) {
    const clock = new VirtualClock();
    const changes: { atMs: number; seconds: number }[] = [];
    const startMs = clock.now();
    const monotonic = () => clock.now();
    const lease = new Lease(
      { deadlines: new Deadlines(clock, monotonic), monotonic, visibilityMs },
      async (seconds) => {
        changes.push({ atMs: clock.now() - startMs, seconds });
        return replies.shift() ?? 'changed';
      },
    );
    return { clock, lease, changes };
  }

  test('is renewed at half of what is left while its message is only held', async () => {
    const { clock, changes, lease } = leaseOf(30_000);
    await fire(clock, 100_000);
    expect(changes.map(({ seconds }) => seconds)).toEqual(changes.map(() => 30));
    expect(changes[0]!.atMs).toBe(15_000);
    expect(changes.length).toBe(6);
    expect(lease.isOver).toBe(false);
  });

  test('covers an attempt to its timeout with one change, early (9.2)', async () => {
    const { clock, changes, lease } = leaseOf(10_000);
    lease.cover(300_000, () => undefined);
    await fire(clock, 100_000);
    expect(changes).toEqual([{ atMs: 1_000, seconds: 309 }]);
  });

  test('of an attempt that begins late is covered as early', async () => {
    const { clock, changes, lease } = leaseOf(60_000);
    await fire(clock, 20_000);
    lease.cover(300_000, () => undefined);
    await fire(clock, 5_000);
    expect(changes).toEqual([{ atMs: 21_000, seconds: 309 }]);
  });

  test('that already lasts as long as the attempt costs nothing', async () => {
    const { clock, changes, lease } = leaseOf(600_000);
    lease.cover(300_000, () => undefined);
    await fire(clock, 200_000);
    expect(changes).toEqual([]);
  });

  test('that was lost is told to the attempt, and is over', async () => {
    const { clock, lease } = leaseOf(10_000, ['lost']);
    let lost = 0;
    lease.cover(300_000, () => lost++);
    await fire(clock, 5_000);
    expect(lost).toBe(1);
    expect(lease.isOver).toBe(true);
  });

  test('is tried again where nothing is known, and over when it has run out', async () => {
    const { clock, changes, lease } = leaseOf(
      10_000,
      Array.from({ length: 99 }, () => 'unknown' as const),
    );
    await fire(clock, 10_000);
    expect(changes.length).toBeGreaterThan(5);
    expect(lease.isOver).toBe(true);
  });

  test('is not touched after its end, which waits for a change under way (C19)', async () => {
    const clock = new VirtualClock();
    const monotonic = () => clock.now();
    let answer: (reply: VisibilityReply) => void = () => undefined;
    let changes = 0;
    const lease = new Lease({ deadlines: new Deadlines(clock, monotonic), monotonic, visibilityMs: 10_000 }, () => {
      changes++;
      return new Promise<VisibilityReply>((resolve) => (answer = resolve));
    });
    await fire(clock, 5_000);
    expect(changes).toBe(1);
    let isEnded = false;
    void lease.end()!.then(() => (isEnded = true));
    await turn();
    expect(isEnded).toBe(false);
    answer('changed');
    await turn();
    expect(isEnded).toBe(true);
    await fire(clock, 100_000);
    expect(changes).toBe(1);
    expect(lease.end()).toBeUndefined();
  });
});

describe('slots', () => {
  function slotsOf(capacity: number) {
    const clock = new VirtualClock();
    const slots = new Slots(capacity, new Deadlines(clock, () => clock.now()), seededRandom(1));
    return { clock, slots };
  }

  test('are given ten at a time, a moment waited for, and then what there is', async () => {
    const { clock, slots } = slotsOf(14);
    expect(await slots.acquire(100, 1)).toBe(10);
    let got: number | undefined;
    void slots.acquire(100, 1).then((count) => (got = count));
    await turn();
    expect(got).toBeUndefined();
    await fire(clock, 25);
    expect(got).toBe(4);
  });

  test('wait while there is none, and are all given back on a close', async () => {
    const { clock, slots } = slotsOf(1);
    expect(await slots.acquire(1, 1)).toBe(1);
    const later = slots.acquire(10, 1);
    await fire(clock, 1_000);
    slots.release(1);
    await fire(clock, 25);
    expect(await later).toBe(1);
    const never = slots.acquire(1, 1);
    slots.close();
    expect(await never).toBe(0);
  });

  test('go to the waiting queues by their weights', async () => {
    const { slots } = slotsOf(1);
    await slots.acquire(1, 1);
    let heavyFirst = 0;
    for (let round = 0; round < 400; round++) {
      const order: string[] = [];
      const both = [
        slots.acquire(1, 3).then(() => order.push('heavy')),
        slots.acquire(1, 1).then(() => order.push('light')),
      ];
      slots.release(1);
      await turn();
      slots.release(1);
      await Promise.all(both);
      if (order[0] === 'heavy') heavyFirst++;
    }
    expect(heavyFirst).toBeGreaterThan(260);
    expect(heavyFirst).toBeLessThan(340);
  });
});

test('finished hops are known up to the highest, for the runs used last', () => {
  const finished = new FinishedHops(2);
  finished.record('a', 5);
  finished.record('a', 3);
  expect([finished.has('a', 5), finished.has('a', 6), finished.has('b', 0)]).toEqual([true, false, false]);
  finished.record('b', 1);
  finished.record('a', 6);
  finished.record('c', 1);
  expect([finished.has('a', 6), finished.has('b', 1), finished.has('c', 1)]).toEqual([true, false, true]);
});

test('parked messages are counted until they come back', () => {
  let nowMs = 0;
  const parked = new ParkedMessages(() => nowMs, 2);
  parked.add(10);
  parked.add(20);
  expect(parked.hasRoom()).toBe(false);
  nowMs = 10_001;
  expect(parked.hasRoom()).toBe(true);
});

test('one trouble is told once per interval, with what was left out', () => {
  let nowMs = 0;
  const lines: object[] = [];
  const log = new IntervalLog({ ...silentLogger, warn: (facts) => void lines.push(facts) }, () => nowMs, 5_000);
  for (; nowMs < 5_000; nowMs += 100) log.report('warn', 'send', { code: 'X' }, 'again');
  log.report('warn', 'receive', {}, 'another kind');
  log.report('warn', 'send', { code: 'X' }, 'again');
  expect(lines).toEqual([{ code: 'X' }, {}, { code: 'X', leftOut: 49 }]);
});

test.each([
  [{ ok: false, code: 'ReceiptHandleIsInvalid', message: '', senderFault: true }, 'receipt'],
  [
    {
      ok: false,
      code: 'InvalidParameterValue',
      message: 'Value x for parameter ReceiptHandle is invalid.',
      senderFault: true,
    },
    'receipt',
  ],
  [{ ok: false, code: 'InvalidMessageContents', message: '', senderFault: true }, 'final'],
  [{ ok: false, code: 'ThrottlingException', message: 'Rate exceeded', senderFault: true }, 'temporary'],
  [{ ok: false, code: 'InternalError', message: '', senderFault: false }, 'temporary'],
  [{ ok: false, error: Object.assign(new Error('denied'), { name: 'AccessDenied' }) }, 'temporary'],
  [{ ok: false, error: Object.assign(new Error(''), { name: 'BatchRequestTooLong' }) }, 'final'],
  [{ ok: false, error: 'not even an error' }, 'temporary'],
] as const)('%j is %s', (reply, kind) => {
  expect(refusalOf(reply).kind).toBe(kind);
});
