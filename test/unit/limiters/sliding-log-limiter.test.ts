import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSlidingLogLimiter, SlidingLogLimiter } from '../../../runtime/limiters/sliding-log-limiter.ts';
import type { LimiterPort } from '../../../runtime/ports/limiter.ts';
import type { LimitRequest } from '../../../runtime/protocol/rate-rule.ts';
import { idealEndMs, mostInAnyWindow, runCrowd, type Caller, type MakeLimiter } from './crowd.ts';

const slidingLog: MakeLimiter = (now) => createSlidingLogLimiter({ now });
const request = (limit: number, perMs: number, key = ''): LimitRequest => ({ name: 'api', key, limit, perMs });
const together = (count: number, asked: LimitRequest, more: Partial<Caller> = {}): Caller[] =>
  Array.from({ length: count }, () => ({ arrivesMs: 0, requests: [asked], ...more }));

describe('no window sees more uses than the limit (G5)', () => {
  const crowds = fc.record({
    limit: fc.integer({ min: 1, max: 8 }),
    perMs: fc.integer({ min: 1, max: 5_000 }),
    callers: fc.array(
      fc.record({
        arrivesMs: fc.oneof(
          fc.constant(0),
          fc.integer({ min: 0, max: 20_000 }),
          fc.double({ min: 0, max: 9_999, noNaN: true }),
        ),
        lateMs: fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 4_000, noNaN: true })), {
          minLength: 1,
          maxLength: 3,
        }),
        givesUpAfter: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 3 })),
      }),
      { minLength: 1, maxLength: 40 },
    ),
  });
  const property = (makeLimiter: MakeLimiter) =>
    fc.asyncProperty(crowds, async ({ limit, perMs, callers }) => {
      const requests = [request(limit, perMs)];
      const { uses } = await runCrowd(
        makeLimiter,
        callers.map((caller) => ({ ...caller, requests })),
      );
      expect(mostInAnyWindow(uses, perMs)).toBeLessThanOrEqual(limit);
      const faithful = callers.filter(({ givesUpAfter }) => givesUpAfter === Infinity).length;
      expect(uses.length).toBeGreaterThanOrEqual(faithful);
    });

  it('whoever comes when, however late, and whether they come back', async () => {
    await fc.assert(property(slidingLog), { numRuns: 1_000 });
  });

  it('of a bucket that refills (GCRA) and of a fixed window they do: the negative controls', async () => {
    for (const control of [refillingBucket, fixedWindow])
      await expect(fc.assert(property(control), { numRuns: 1_000 })).rejects.toThrow('Property failed');
  });

  it('also where uses are counted in parts of the window', async () => {
    const limit = 1_500;
    const arrivals = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 3, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(arrivals, async (starts) => {
        const callers = starts.flatMap((arrivesMs) =>
          Array.from({ length: 400 }, (_, at) => ({
            arrivesMs: arrivesMs + (at % 7),
            requests: [request(limit, 1_000)],
          })),
        );
        const { uses } = await runCrowd(slidingLog, callers);
        expect(uses).toHaveLength(callers.length);
        expect(mostInAnyWindow(uses, 1_000)).toBeLessThanOrEqual(limit);
      }),
      { numRuns: 30 },
    );
  });

  it('of each key by itself: one busy tenant delays no other (C55)', async () => {
    const busy = Array.from({ length: 200 }, () => ({ arrivesMs: 0, requests: [request(1, 1_000, 'A')] }));
    const others = ['B', 'C', 'D'].map((key) => ({ arrivesMs: 500, requests: [request(1, 1_000, key)] }));
    const { uses } = await runCrowd(slidingLog, [...busy, ...others]);
    for (const { caller, atMs } of uses) if (caller >= 200) expect(atMs).toBe(500);
    const busyUses = uses.filter(({ caller }) => caller < 200);
    expect(mostInAnyWindow(busyUses, 1_000)).toBe(1);
    expect(busyUses.at(-1)!.atMs).toBe(199_000);
  });
});

describe('what may be used is used, while work waits', () => {
  it('at least 97 % of it, for any crowd that comes when it is told', async () => {
    const crowds = fc.record({
      limit: fc.integer({ min: 1, max: 30 }),
      perMs: fc.integer({ min: 10, max: 60_000 }),
      arrivals: fc.array(fc.integer({ min: 0, max: 120_000 }), { minLength: 1, maxLength: 150 }),
    });
    await fc.assert(
      fc.asyncProperty(crowds, async ({ limit, perMs, arrivals }) => {
        const callers = arrivals.map((arrivesMs) => ({ arrivesMs, requests: [request(limit, perMs)] }));
        const { uses, bounces } = await runCrowd(slidingLog, callers);
        expect(uses.at(-1)!.atMs * 0.97).toBeLessThanOrEqual(idealEndMs(arrivals, limit, perMs) + 1e-6);
        expect(Math.max(...bounces)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it('also above 1,000 in a window', async () => {
    const { uses } = await runCrowd(slidingLog, together(20_000, request(2_000, 10_000)));
    expect(uses.at(-1)!.atMs).toBeGreaterThanOrEqual(90_000);
    expect(uses.at(-1)!.atMs * 0.97).toBeLessThanOrEqual(90_000);
    expect(Math.max(...uses.map(({ refusals }) => refusals))).toBeLessThanOrEqual(2);
  });

  it('10,000 messages under 10/s are through in 1,000 s, each bounced once (C52)', async () => {
    const { uses, bounces } = await runCrowd(slidingLog, together(10_000, request(10, 1_000)));
    expect(uses.at(-1)!.atMs).toBe(999_000);
    expect(Math.max(...bounces)).toBe(1);
    expect(mostInAnyWindow(uses, 1_000)).toBe(10);
  });

  it('in the order in which they came', async () => {
    const { uses } = await runCrowd(slidingLog, together(50, request(3, 10_000)));
    expect(uses.map(({ caller }) => caller)).toEqual(Array.from({ length: 50 }, (_, at) => at));
  });

  it('a little lateness costs waiting in the worker, not bounces', async () => {
    const late = [3, 0, 17, 8];
    const crowd = Array.from({ length: 500 }, (_, at) => ({
      arrivesMs: 0,
      requests: [request(5, 10_000)],
      lateMs: [late[at % 4]!],
    }));
    const { uses, bounces } = await runCrowd(slidingLog, crowd);
    expect(uses.at(-1)!.atMs * 0.97).toBeLessThanOrEqual(99 * 10_000);
    expect(bounces.reduce((a, b) => a + b) / bounces.length).toBeLessThan(1.1);
  });
});

describe('a place in line', () => {
  const at = () => {
    const time = { nowMs: 0 };
    const limiter = new SlidingLogLimiter({ now: () => time.nowMs });
    const ask = async (place: string, nowMs: number, ...requests: LimitRequest[]) => {
      time.nowMs = nowMs;
      const answer = await limiter.ask(place, requests.length > 0 ? requests : [request(1, 10_000)]);
      return answer.granted ? 'granted' : answer.waitMs;
    };
    return { time, limiter, ask };
  };

  it('is kept: who asks again too early is told the same time, and nobody is put before it', async () => {
    const { ask } = at();
    expect(await ask('a', 0)).toBe('granted');
    expect(await ask('b', 1_000)).toBe(9_000);
    expect(await ask('c', 2_000)).toBe(18_000);
    expect(await ask('b', 4_000)).toBe(6_000);
    expect(await ask('c', 5_000)).toBe(15_000);
    expect(await ask('d', 10_000)).toBe(20_000);
    expect(await ask('b', 10_000)).toBe('granted');
    expect(await ask('c', 20_000)).toBe('granted');
    expect(await ask('d', 30_000)).toBe('granted');
  });

  it('lapses 2 s after its time; then what is free goes to whoever asks', async () => {
    const { ask } = at();
    await ask('a', 0);
    expect(await ask('gone', 1_000)).toBe(9_000);
    expect(await ask('new', 12_000)).toBe(10_000);
    expect(await ask('newer', 12_001)).toBe('granted');
    expect(await ask('gone', 12_002)).toBeGreaterThan(2_000);
  });

  it('of those ahead counts at the time that they were told, also where others ahead are gone', async () => {
    const { ask } = at();
    expect(await ask('a', 0)).toBe('granted');
    for (const [gone, atMs] of [
      ['b', 10_000],
      ['c', 20_000],
      ['d', 30_000],
    ] as const)
      expect(await ask(gone, 0)).toBe(atMs);
    expect(await ask('e', 0)).toBe(40_000);
    expect(await ask('f', 23_000)).toBe('granted');
    expect(await ask('g', 32_500)).toBe(17_500);
    expect(await ask('e', 40_000)).toBe('granted');
    expect(await ask('g', 50_000)).toBe('granted');
  });

  it('is no grant: a use that was made late moves who comes after it, by as much', async () => {
    const { ask } = at();
    await ask('a', 0);
    await ask('b', 0);
    expect(await ask('c', 0)).toBe(20_000);
    expect(await ask('b', 11_500)).toBe('granted');
    expect(await ask('c', 20_000)).toBe(1_500);
    expect(await ask('c', 21_500)).toBe('granted');
  });

  it('of a grant that was lost counts all the same: the redelivered message asks again (10.3)', async () => {
    const { ask } = at();
    expect(await ask('a', 0)).toBe('granted');
    expect(await ask('a', 1)).toBe(9_999);
  });

  it('of many that never come back holds nobody up for long', async () => {
    const lost = together(300, request(1, 1_000), { givesUpAfter: 1 });
    const later = Array.from({ length: 100 }, (_, n) => ({
      arrivesMs: 4_000 + n * 3_000,
      requests: [request(1, 1_000)],
    }));
    const { uses } = await runCrowd(slidingLog, [...lost, ...later]);
    expect(uses).toHaveLength(101);
    expect(mostInAnyWindow(uses, 1_000)).toBe(1);
  });

  it('several limits are granted together or not at all, waiting for the longest (10.4)', async () => {
    const { ask } = at();
    const [slow, fast] = [
      { name: 'slow', key: '', limit: 1, perMs: 60_000 },
      { name: 'fast', key: '', limit: 1, perMs: 1_000 },
    ];
    expect(await ask('a', 0, slow, fast)).toBe('granted');
    expect(await ask('b', 0, slow, fast)).toBe(60_000);
    expect(await ask('c', 5_000, fast)).toBe('granted');
    expect(await ask('d', 5_000, fast)).toBe(1_000);
    expect(await ask('d', 6_000, fast)).toBe('granted');
    expect(await ask('b', 60_000, slow, fast)).toBe('granted');
    expect(await ask('e', 60_000, fast)).toBe(1_000);
  });

  it('one limit asked for twice at once is used once', async () => {
    const { ask } = at();
    const once = request(2, 1_000);
    expect(await ask('a', 0, once, once)).toBe('granted');
    expect(await ask('b', 0, once)).toBe('granted');
    expect(await ask('c', 0, once)).toBe(1_000);
  });
});

describe('pause: a server said Retry-After', () => {
  it('grants nothing of that name and key before its end, then goes on by the limit', async () => {
    const time = { nowMs: 0 };
    const limiter = createSlidingLogLimiter({ now: () => time.nowMs });
    limiter.pause({ name: 'api', key: 'A' }, 60_000);
    limiter.pause({ name: 'api', key: 'A' }, 5_000);
    const ask = async (place: string, key: string, nowMs: number) => {
      time.nowMs = nowMs;
      const answer = await limiter.ask(place, [request(1, 1_000, key)]);
      return answer.granted ? 'granted' : answer.waitMs;
    };
    expect(await ask('a', 'A', 10_000)).toBe(50_000);
    expect(await ask('b', 'A', 10_000)).toBe(51_000);
    expect(await ask('other', 'B', 10_000)).toBe('granted');
    expect(await ask('a', 'A', 59_999)).toBe(1);
    expect(await ask('a', 'A', 60_000)).toBe('granted');
    expect(await ask('b', 'A', 61_000)).toBe('granted');
  });

  it('in the middle of a line sends everybody on once more, and loses no order of magnitude', async () => {
    const time = { nowMs: 0 };
    let paused = false;
    const makeLimiter: MakeLimiter = (now) => {
      const limiter = createSlidingLogLimiter({ now });
      return {
        pause: (...args) => limiter.pause(...args),
        ask: (...args) => {
          time.nowMs = now();
          if (time.nowMs >= 10_000 && !paused) {
            paused = true;
            limiter.pause({ name: 'api', key: '' }, 30_000);
          }
          return limiter.ask(...args);
        },
      };
    };
    const { uses, bounces } = await runCrowd(makeLimiter, together(100, request(1, 1_000)));
    expect(uses.filter(({ atMs }) => atMs >= 10_000 && atMs < 40_000)).toEqual([]);
    expect(uses.at(-1)!.atMs).toBeLessThanOrEqual(132_000);
    expect(Math.max(...bounces)).toBeLessThanOrEqual(3);
  });
});

describe('the limiter itself', () => {
  it('keeps what was used when the rule changes, also across the way of counting', async () => {
    const time = { nowMs: 0 };
    const limiter = createSlidingLogLimiter({ now: () => time.nowMs });
    const use = async (limit: number) => (await limiter.ask('x', [request(limit, 10_000)])).granted;
    for (let used = 0; used < 5; used++) expect(await use(5)).toBe(true);
    expect(await use(5)).toBe(false);
    expect(await use(2_000)).toBe(true);
    time.nowMs = 9_000;
    expect(await use(6)).toBe(false);
    expect(await use(7)).toBe(true);
    time.nowMs = 10_100;
    expect(await use(2)).toBe(true);
    expect(await use(2)).toBe(false);
  });

  it('never goes back in time', async () => {
    const time = { nowMs: 1_000 };
    const limiter = createSlidingLogLimiter({ now: () => time.nowMs });
    expect(await limiter.ask('a', [request(1, 1_000)])).toEqual({ granted: true });
    time.nowMs = 0;
    expect(await limiter.ask('b', [request(1, 1_000)])).toEqual({ granted: false, waitMs: 1_000 });
  });

  it('forgets keys that are idle', async () => {
    const time = { nowMs: 0 };
    const limiter = new SlidingLogLimiter({ now: () => time.nowMs });
    let most = 0;
    for (let key = 0; key < 50_000; key++) {
      time.nowMs += 1;
      await limiter.ask('x', [request(1, 100, `tenant-${key}`)]);
      most = Math.max(most, limiter.size);
    }
    expect(most).toBeLessThan(500);
  });

  it('takes hardly longer to answer when ten thousand wait', async () => {
    const cost = async (waiting: number) => {
      const time = { nowMs: 0 };
      const limiter = createSlidingLogLimiter({ now: () => time.nowMs });
      for (let place = 0; place < waiting; place++) await limiter.ask(`p${place}`, [request(1, 1_000)]);
      const { user, system } = process.cpuUsage();
      for (let turn = 0; turn < 5_000; turn++) await limiter.ask(`p${(turn * 7_919) % waiting}`, [request(1, 1_000)]);
      const spent = process.cpuUsage({ user, system });
      return spent.user + spent.system;
    };
    await cost(1_000);
    const [few, many] = [await cost(100), await cost(10_000)];
    expect(many / few).toBeLessThan(10);
  });
});

/** GCRA with a burst of `limit`: right on average, nearly twice the limit in the worst window. */
function refillingBucket(now: () => number): LimiterPort {
  let theoreticalMs = -Infinity;
  return {
    async ask(_place, [asked]) {
      const { limit, perMs } = asked!;
      const arrivesMs = Math.max(theoreticalMs, now());
      const waitMs = arrivesMs - (perMs - perMs / limit) - now();
      if (waitMs > 0) return { granted: false, waitMs };
      theoreticalMs = arrivesMs + perMs / limit;
      return { granted: true };
    },
    pause() {},
  };
}

/** A counter that is set to 0 at each whole window: twice the limit around its edge. */
function fixedWindow(now: () => number): LimiterPort {
  const counts = new Map<number, number>();
  return {
    async ask(_place, [asked]) {
      const { limit, perMs } = asked!;
      const window = Math.floor(now() / perMs);
      const count = counts.get(window) ?? 0;
      if (count >= limit) return { granted: false, waitMs: (window + 1) * perMs - now() + 1e-6 };
      counts.set(window, count + 1);
      return { granted: true };
    },
    pause() {},
  };
}
