/**
 * How a wait becomes a chain of `DelaySeconds`.
 *
 * Invariants
 * 1. A delay is an integer in 0..900: SQS refuses anything else.
 * 2. The last leg never ends before the wait does; it is rounded up to a whole second (G2).
 * 3. A chain has `ceil(rest / 900 s)` legs; a wait over a day may have one more, because its first leg is cut short.
 */
import { sqsLimits } from '../protocol/sqs-limits.ts';

const legMsMax = sqsLimits.delaySecondsMax * 1_000;
const dayMs = 86_400_000;

/** Seconds of the next leg of a wait with `restMs` to go. */
export function legDelaySeconds(restMs: number): number {
  return Math.ceil(Math.min(Math.max(restMs, 0), legMsMax) / 1_000);
}

/**
 * Seconds of the first leg of a new wait. Over a day it is the run's own number of seconds below 900, so that runs which
 * were started together do not hop together, every 15 minutes, for a month.
 */
export function firstLegDelaySeconds(waitMs: number, run: string): number {
  if (waitMs <= dayMs) return legDelaySeconds(waitMs);
  const ownSeconds = hashOf(run) % sqsLimits.delaySecondsMax;
  return ownSeconds === 0 ? sqsLimits.delaySecondsMax : ownSeconds;
}

/** FNV-1a over code units: spreads ids that differ in their last character, and needs nothing of the platform. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}
