/**
 * The message body, format 1: everything that a run is between two hops.
 *
 * Invariants
 * 1. `hop` rises by one with each message that carries the run on; a pass-on, a retry, a hand-back and a renewal are told
 *    apart by what else changes. A *renewal* and a *hand-back* keep `hop`: they are the same envelope in a fresh message.
 * 2. `visit` counts suspensions reached since the start. It depends on the run's own path alone, so a stretch that is run
 *    again after a crash counts the same, and (incarnation, state, visit) is the idempotency key of an activity call.
 * 3. A `wait` holds either a duration (not yet received since it was set) or a due time on the broker's clock, fixed at the
 *    first receive as SentTimestamp + duration (PROTOCOL.md 9.5).
 * 4. `frames` and everything typed {@link Encoded} is the flat form of values/; it stays encoded where nobody needs it.
 */
import type { LimitRequest } from './rate-rule.ts';

export const envelopeFormat = 1;

/**
 * A value graph as the codec writes it (values/flat-form.ts). A string is its JSON *text*, as `encodeValue` gives it; a list
 * or a number is that text parsed, as it comes out of a body. Both stand for the same and go into a body as they are, so
 * whoever only passes an envelope on pays for no value. Read only by `decodeValue`.
 */
export type Encoded = string | number | readonly unknown[];

/** The activity call at which the top frame stands, with its arguments fixed (G10). */
export interface PendingCall {
  /** Encoded array. */
  readonly args: Encoded;
  /** Attempts begun so far; the next one is `attempt + 1`. */
  readonly attempt: number;
  /** Broker's clock. Absent before the first failure. */
  readonly firstFailedAtMs?: number;
  /** Broker's clock when the first attempt began, from which `maxDuration` counts. Absent before the first failure. */
  readonly firstStartedAtMs?: number;
  /** Limits of `await rateLimit()` directly before the activity: every attempt asks them anew. */
  readonly limits: readonly LimitRequest[];
  /** Details of the last `heartbeat()`. */
  readonly heartbeat?: Encoded;
  /** Set where the activity is done and must not run again: the run paused, or hopped, after it. */
  readonly outcome?: { readonly value: Encoded } | { readonly error: Encoded };
}

/** `inLine`: it waits for a limit and not for a time, so it may also wait hidden in flight. */
export type Wait = { readonly durationMs: number } | { readonly dueAtMs: number; readonly inLine?: true };

export interface Envelope {
  readonly hopline: typeof envelopeFormat;
  readonly workflow: string;
  readonly run: string;
  /** Fresh UUID for each start. */
  readonly incarnation: string;
  /** Rises with each redrive. */
  readonly epoch: number;
  readonly hop: number;
  readonly visit: number;
  /** Encoded `Frame[]`, outermost first. */
  readonly frames: Encoded;
  readonly call?: PendingCall;
  readonly wait?: Wait;
  /** Broker's clock at the first receive of the first message. */
  readonly startedAtMs?: number;
  /** URL of the queue that the run lives on. */
  readonly home?: string;
  /** `MessageGroupId` of its messages on a standard queue. */
  readonly fairnessKey?: string;
  /** W3C trace context. */
  readonly trace?: string;
  /** Broker's clock when a worker first handed it back as unknown to it, and how often that happened. */
  readonly unknownSinceMs?: number;
  readonly handBacks?: number;
  /** PROTOCOL.md 8.2. */
  readonly renewals: number;
  /** Hops counted in the hour that began at `sinceMs`; above `maxHopsPerHour` the run pauses. */
  readonly pace?: { readonly sinceMs: number; readonly hops: number };
  /** Set on its way to the dead-letter queue. Received from the home queue it means: redriven. */
  readonly paused?: { readonly reason: string; readonly error?: { readonly name: string; readonly message: string } };
}

/** Message attributes: routing facts that need no parsing of the body, and the reason on a dead letter. */
export const attributeNames = {
  run: 'hopline.run',
  workflow: 'hopline.workflow',
  /** Only on dead letters. */
  reason: 'hopline.reason',
  state: 'hopline.state',
  error: 'hopline.error',
  firstFailure: 'hopline.first-failure',
  sourceQueue: 'hopline.source-queue',
  signature: 'hopline.signature',
  /** Only on messages of a later format, which may not be written in: see `unknownSinceMs` and `handBacks`. */
  unknownSince: 'hopline.unknown-since',
  handBacks: 'hopline.hand-backs',
} as const;

/** Why a message was dead-lettered by us. What lies there without a reason was moved by the broker. */
export type DeadLetterReason =
  'malformed' | 'bad-signature' | 'unknown' | 'paused' | 'runaway' | 'no-progress' | 'too-large';
