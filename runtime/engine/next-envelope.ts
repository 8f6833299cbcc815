/**
 * How one envelope follows from another. Every field of the next message is decided here.
 *
 * Invariants
 * 1. What carries the run on (hop, retry, pass-on, pause) has `hop + 1`; a renewal and a hand-back have the same `hop`,
 *    because they are the same envelope in a fresh message and must not look done to a process that knows `hop` (9.3).
 * 2. Only a renewal adds to `renewals`; whatever carries the run on sets it to 0 (8.2).
 * 3. A wait never goes out as a duration twice: whoever received it has fixed it (9.5).
 */
import type { Encoded, Envelope, PendingCall, Wait } from '../protocol/envelope.ts';

/** A place at which a run can be written down and taken up again. */
export interface Point {
  readonly frames: Encoded;
  readonly visit: number;
  /** State of the top frame, for events and dead letters. */
  readonly state: string;
  readonly call: PendingCall | undefined;
  readonly wait: Wait | undefined;
}

/** What fixes an envelope at its first receive, by the broker's clock. */
export interface Receipt {
  readonly sentAtMs: number;
  readonly nowMs: number;
  readonly queueUrl: string;
}

const hourMs = 3_600_000;
const handBackSecondsMin = 60;
const handBackSecondsMax = 900;

/** The envelope as this delivery works with it: due time absolute, start and home known, a redrive counted. */
export function settle(envelope: Envelope, receipt: Receipt): Envelope {
  const known = envelope.home === receipt.queueUrl && envelope.startedAtMs !== undefined;
  const wait = envelope.wait;
  const fixed = wait && 'durationMs' in wait ? { dueAtMs: receipt.sentAtMs + wait.durationMs } : wait;
  if (known && fixed === wait && !envelope.paused) return envelope;
  const settled = {
    ...envelope,
    ...(fixed && { wait: fixed }),
    // Where it is received is where it lives: nobody is to say in a message whither the rest of a run is sent.
    home: receipt.queueUrl,
    startedAtMs: envelope.startedAtMs ?? receipt.nowMs,
  };
  return envelope.paused ? redriven(settled) : settled;
}

/** Somebody moved a dead letter back: the run goes on where it stood, with fresh budgets of everything. */
function redriven(envelope: Envelope): Envelope {
  const { paused: _paused, pace: _pace, unknownSinceMs: _since, handBacks: _handBacks, call, ...rest } = envelope;
  return { ...rest, epoch: envelope.epoch + 1, renewals: 0, ...(call && { call: freshCall(call) }) };
}

/** The same call as if never tried. Its arguments, limits, heartbeat and an outcome that it has stay. */
export function freshCall({ firstFailedAtMs: _failed, firstStartedAtMs: _started, ...call }: PendingCall): PendingCall {
  return { ...call, attempt: 0 };
}

/** The next message of the run, standing at `point`. */
export function carryOn(envelope: Envelope, point: Point, nowMs: number): Envelope {
  return {
    hopline: envelope.hopline,
    workflow: envelope.workflow,
    run: envelope.run,
    incarnation: envelope.incarnation,
    epoch: envelope.epoch,
    hop: envelope.hop + 1,
    visit: point.visit,
    frames: point.frames,
    call: point.call,
    wait: point.wait,
    startedAtMs: envelope.startedAtMs,
    home: envelope.home,
    fairnessKey: envelope.fairnessKey,
    trace: envelope.trace,
    renewals: 0,
    pace: nextPace(envelope.pace, nowMs),
  };
}

function nextPace(pace: Envelope['pace'], nowMs: number): NonNullable<Envelope['pace']> {
  if (!pace || nowMs - pace.sinceMs >= hourMs) return { sinceMs: nowMs, hops: 1 };
  return { sinceMs: pace.sinceMs, hops: pace.hops + 1 };
}

/** The same envelope for a fresh message, where nothing had been decided about the old one: counted (8.2). */
export function renewed(envelope: Envelope): Envelope {
  return { ...envelope, renewals: envelope.renewals + 1 };
}

/** The same envelope for a worker that knows it, and in how many seconds: 60 doubling to 900. */
export function handedBack(envelope: Envelope, nowMs: number): { envelope: Envelope; delaySeconds: number } {
  const handBacks = envelope.handBacks ?? 0;
  return {
    envelope: { ...envelope, unknownSinceMs: envelope.unknownSinceMs ?? nowMs, handBacks: handBacks + 1 },
    delaySeconds: handBackDelaySeconds(handBacks),
  };
}

/** Seconds until the next worker looks at it, after it was handed back `handBacks` times. */
export function handBackDelaySeconds(handBacks: number): number {
  return Math.min(handBackSecondsMax, handBackSecondsMin * 2 ** Math.min(handBacks, 10));
}

const errorTextMax = 1_024;

/** The envelope for the dead-letter queue, from which a redrive goes on. */
export function paused(envelope: Envelope, reason: string, error?: unknown): Envelope {
  return { ...envelope, paused: { reason, ...(error !== undefined && { error: summaryOf(error) }) } };
}

/** Name and message of whatever was thrown. */
export function summaryOf(error: unknown): { name: string; message: string } {
  if (typeof error !== 'object' || error === null) return { name: typeof error, message: cut(safeText(error)) };
  const { name, message } = error as { name?: unknown; message?: unknown };
  return { name: cut(typeof name === 'string' ? name : 'Error'), message: cut(safeText(message ?? '')) };
}

function safeText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'a value that has no text';
  }
}

function cut(text: string): string {
  return text.length > errorTextMax ? `${text.slice(0, errorTextMax - 1)}…` : text;
}
