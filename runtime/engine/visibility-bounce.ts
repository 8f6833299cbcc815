/**
 * How long a message is hidden, and how much of the wait stays in the worker.
 *
 * Invariants
 * 1. A visibility timeout is an integer in 1..43,200, and never reaches beyond 12 h after the receive.
 * 2. A message comes back no later than the limiter named: hidden for the whole seconds *below* the wait, so that the rest
 *    (under a second) is held in the worker and the grant is asked for at its very time (PROTOCOL.md 10.5).
 */
import { sqsLimits } from '../protocol/sqs-limits.ts';

const holdMsMax = 1_000;

/** True where so little of a wait is left that a message is not worth sending or hiding for it. */
export function isHeldInHand(waitMs: number): boolean {
  return waitMs < holdMsMax;
}

/** Whole seconds below `waitMs`: at most that long may a message be away. */
export function secondsBelow(waitMs: number): number {
  return Math.floor(waitMs / 1_000);
}

/** Seconds for which a message in hand since `heldMs` may still be hidden (AWS counts 12 h from the receive; 5 s are left for the way there). */
export function visibilitySecondsLeft(heldMs: number): number {
  return Math.max(0, sqsLimits.visibilitySecondsMax - Math.ceil(heldMs / 1_000) - 5);
}

/**
 * Seconds for which a message is hidden where nobody can say when it may go on (permits): 5 s doubling with each receive up
 * to 300 s, with half of it left to chance. `random` is in [0, 1).
 */
export function untimedBounceSeconds(receiveCount: number, random: number): number {
  const base = Math.min(300, 5 * 2 ** Math.min(Math.max(receiveCount, 1) - 1, 20));
  return Math.max(1, Math.round(base / 2 + (base / 2) * random));
}
