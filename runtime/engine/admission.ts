/**
 * What becomes of a message before its frames are looked at.
 *
 * Order matters. A message that is not due is passed on whoever holds it: the sleep needs nobody who knows its workflow.
 * Only then are receive count and age of interest, because whatever was decided before sends a fresh message anyway.
 */
import type { Envelope } from '../protocol/envelope.ts';
import { carryOn, renewed } from './next-envelope.ts';
import { legDelaySeconds } from './timer-hops.ts';
import { isHeldInHand, secondsBelow, visibilitySecondsLeft } from './visibility-bounce.ts';

/** What the broker says of a message, by its own clock. */
export interface MessageFacts {
  readonly receiveCount: number;
  readonly sentAtMs: number;
  readonly nowMs: number;
  /** How long this delivery has been in hand. */
  readonly heldMs: number;
}

/** What is known of the message's queue. */
export interface QueueFacts {
  readonly url: string;
  readonly isFifo: boolean;
  /** Absent where the queue has no dead-letter queue. */
  readonly maxReceiveCount?: number;
  readonly retentionMs: number;
  readonly bodyBytesMax: number;
}

export type Admission =
  | { readonly kind: 'due' }
  /** Nearly due: the rest is waited for in the worker. */
  | { readonly kind: 'hold'; readonly waitMs: number }
  /** A long place in line, waited for in flight. */
  | { readonly kind: 'park'; readonly visibilitySeconds: number }
  | { readonly kind: 'pass-on'; readonly envelope: Envelope; readonly delaySeconds: number }
  /** Received too often, or too old, with nothing decided. */
  | { readonly kind: 'renew'; readonly envelope: Envelope }
  | { readonly kind: 'no-progress' };

/** Renewals without a verdict before a message is given up (8.2). */
const renewalsMax = 3;
/** Without a dead-letter queue nobody counts receives but we. */
const maxReceiveCountDefault = 20;
/** A place in line this far away is worth an in-flight slot rather than another chain of legs. */
const parkMsMin = 900_000;

export function admit(envelope: Envelope, facts: MessageFacts, queue: QueueFacts, mayPark: boolean): Admission {
  const wait = envelope.wait;
  const restMs = wait && 'dueAtMs' in wait ? wait.dueAtMs - facts.nowMs : 0;
  if (restMs > 0) return admitEarly(envelope, restMs, facts, queue, mayPark);
  if (!mustRenew(facts, queue)) return { kind: 'due' };
  if (envelope.renewals >= renewalsMax) return { kind: 'no-progress' };
  return { kind: 'renew', envelope: renewed(envelope) };
}

function admitEarly(
  envelope: Envelope,
  restMs: number,
  facts: MessageFacts,
  queue: QueueFacts,
  mayPark: boolean,
): Admission {
  const { wait } = envelope;
  const isInLine = wait !== undefined && 'inLine' in wait;
  if (isHeldInHand(restMs)) return { kind: 'hold', waitMs: restMs };
  if (mayPark && isInLine && restMs > parkMsMin && mayHide(facts, queue, secondsBelow(restMs)))
    return { kind: 'park', visibilitySeconds: secondsBelow(restMs) };
  // A FIFO queue takes no delay with a message, so whatever waits on one waits in flight; only its own group stands still.
  if (queue.isFifo && facts.receiveCount < maxReceiveCountOf(queue) - 3)
    return {
      kind: 'park',
      visibilitySeconds: Math.min(Math.ceil(restMs / 1_000), visibilitySecondsLeft(facts.heldMs)),
    };
  const { frames, visit, call } = envelope;
  const point = { frames, visit, state: '', call, wait };
  return {
    kind: 'pass-on',
    envelope: carryOn(envelope, point, facts.nowMs),
    delaySeconds: queue.isFifo ? 0 : legDelaySeconds(restMs),
  };
}

/**
 * Whether a message may be hidden for `seconds`. At most once, on its first receive: then a receive count above 2 means
 * deliveries without a verdict and nothing else, which is what suspects and renewals go by. And it must come back before
 * 75 % of retention and within the 12 h that AWS counts from the receive.
 */
export function mayHide(facts: MessageFacts, queue: QueueFacts, seconds: number): boolean {
  return (
    facts.receiveCount <= 1 &&
    facts.receiveCount < maxReceiveCountOf(queue) - 3 &&
    seconds <= visibilitySecondsLeft(facts.heldMs) &&
    !isOld(facts.nowMs + seconds * 1_000 - facts.sentAtMs, queue)
  );
}

/** PROTOCOL.md 8.1, at receipt. */
function mustRenew(facts: MessageFacts, queue: QueueFacts): boolean {
  return (
    facts.receiveCount >= maxReceiveCountOf(queue) - 2 ||
    (facts.receiveCount > 1 && isOld(facts.nowMs - facts.sentAtMs, queue))
  );
}

/** A message that was received before and came to no verdict may do so again and expire; one received first is simply done. */
function isOld(ageMs: number, queue: QueueFacts): boolean {
  return ageMs >= 0.75 * queue.retentionMs;
}

export function maxReceiveCountOf(queue: QueueFacts): number {
  return queue.maxReceiveCount ?? maxReceiveCountDefault;
}

/**
 * Received at least three times without a verdict: the first delivery may have ended in a bounce, two others ended in
 * nothing. A counted renewal says the same of a message whose count began anew.
 */
export function isSuspect(envelope: Envelope, receiveCount: number): boolean {
  return envelope.renewals > 0 || receiveCount >= 4;
}

/** Renewing before a long attempt: the message would reach the end of its retention in hand (8.1). */
export function outlivesRetention(facts: MessageFacts, queue: QueueFacts, workMs: number): boolean {
  const ageMs = facts.nowMs - facts.sentAtMs;
  return ageMs >= queue.retentionMs / 4 && ageMs + workMs >= queue.retentionMs;
}
