import { runInPlainContext, type PlainContext } from '../../sdk/plain-context.ts';
import type { ActivityContext } from '../ports/activity-context.ts';
import { createSlidingLogLimiter } from '../limiters/sliding-log-limiter.ts';
import type { Clock } from '../ports/clock.ts';
import type { LimiterPort } from '../ports/limiter.ts';
import { silentLogger } from '../ports/logger.ts';
import type { RandomPort } from '../ports/random.ts';
import { HoplineError } from '../protocol/errors.ts';
import type { LimitRequest } from '../protocol/rate-rule.ts';
import type { RealWork } from './real-work.ts';
import type { VirtualDriver } from './virtual-driver.ts';

/** What plain code runs on. */
export interface PlainSurroundings {
  readonly plainTimers: Clock;
  readonly realWork: RealWork;
  readonly driver: VirtualDriver;
  /** Ids that no other plain activity has had. */
  readonly plainIds: RandomPort;
}

/** Runs `work` as plain code and moves virtual time until it has settled. */
export async function runPlainly<T>(surroundings: PlainSurroundings, work: () => Promise<T>): Promise<T> {
  const { plainTimers, realWork, driver, plainIds } = surroundings;
  const limiter = createSlidingLogLimiter({ now: () => plainTimers.now() });
  const context = createPlainContext(plainTimers, limiter, plainIds);
  let isSettled = false;
  realWork.begins();
  const running = realWork
    .within(() => runInPlainContext(context, async () => work()))
    .finally(() => (isSettled = true));
  running.catch(() => {}); // It is awaited below, unless it is given up.
  const end = await driver.drive({ isReached: () => isSettled });
  realWork.ends();
  if (end === 'reached') return running;
  throw stuckError(end);
}

function stuckError(end: 'idle' | 'closed'): HoplineError {
  return new HoplineError(
    'TEST_IDLE',
    end === 'closed'
      ? 'The test environment was closed before the plain code ended.'
      : 'The plain code cannot end: it waits neither for virtual time nor for anything real. Look for a promise that nobody settles.',
  );
}

/**
 * Durable calls of one `env.plain(…)`, on virtual time. Nothing is sent: a wait is a virtual timer, a limit is asked until
 * it grants, an activity is the plain call that it is written as.
 */
function createPlainContext(timers: Clock, limiter: LimiterPort, ids: RandomPort): PlainContext {
  let asks = 0;
  return {
    sleep: (ms) => timers.sleep(ms),
    sleepUntil: (epochMs) => timers.sleep(Math.max(0, epochMs - timers.now())),
    rateLimit: (request) => passLimit(timers, limiter, `plain:${asks++}`, request),
    activityContext: () => plainActivityContext(`plain:${ids.uuid()}`),
  };
}

async function passLimit(timers: Clock, limiter: LimiterPort, place: string, request: LimitRequest): Promise<void> {
  for (;;) {
    const reply = await limiter.ask(place, [request]);
    if (reply.granted) return;
    await timers.sleep(reply.waitMs);
  }
}

/** Plain activities run once, so a key of its own for each is as good as one that repeats. */
function plainActivityContext(idempotencyKey: string): ActivityContext {
  return {
    runId: 'plain',
    workflow: 'plain',
    state: 'plain',
    attempt: 1,
    idempotencyKey,
    signal: new AbortController().signal,
    logger: silentLogger,
    heartbeat() {},
    lastHeartbeat: undefined,
  };
}
