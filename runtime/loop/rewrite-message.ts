/**
 * Puts a message back in another form: a fresh copy, the dead-letter queue, or out of sight.
 *
 * Invariant (G1): the old message is deleted only after the new one was acknowledged.
 */
import { maxReceiveCountOf } from '../engine/admission.ts';
import { handedBack, paused, summaryOf } from '../engine/next-envelope.ts';
import type { DeadLetterReason, Envelope } from '../protocol/envelope.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';
import type { HeldMessage } from './held-message.ts';
import { deadBodyMessage, deadRunMessage, runMessage, withoutExplanation, type SizedMessage } from './outgoing.ts';
import type { WorkerContext } from './worker-context.ts';

/** Sends, awaits the acknowledgement, deletes. False where it was not acknowledged and the message is left as it is. */
export async function replaceMessage(held: HeldMessage, next: SizedMessage): Promise<boolean> {
  if (!(await held.lane.writer.send(next.message, next.bytes, held))) return false;
  await held.delete();
  return true;
}

/** A fresh copy of the same hop: receive count, age and visibility start anew. */
export async function renew(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  delaySeconds: number,
): Promise<void> {
  const { destination } = held.lane;
  const delay = destination.isFifo ? 0 : delaySeconds;
  const copy = runMessage(envelope, delay, destination, `:${worker.random.uuid()}`);
  worker.events.emit('renew', held.nowMs(), envelope, { delaySeconds: delay, bodyBytes: copy.bytes });
  await replaceMessage(held, copy);
}

/** For a worker that knows it; after `unknownFor` nobody does. */
export async function handBackUnknown(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  what: string,
): Promise<void> {
  const nowMs = held.nowMs();
  const sinceMs = envelope.unknownSinceMs ?? nowMs;
  if (nowMs - sinceMs >= worker.settings.unknownForMs) {
    await buryRun(worker, held, envelope, { reason: 'unknown', detail: `No worker knows it: ${what}`, state: '' });
    return;
  }
  if (envelope.unknownSinceMs === undefined) reportUnknown(worker, held, envelope, what);
  const back = handedBack(envelope, nowMs);
  const { destination } = held.lane;
  const delaySeconds = destination.isFifo ? 0 : back.delaySeconds;
  worker.events.emit('hand-back', nowMs, envelope, { delaySeconds, reason: what });
  await replaceMessage(held, runMessage(back.envelope, delaySeconds, destination, `:${worker.random.uuid()}`));
}

/** Once for each message: whoever misspelt a name should not have to wait a day for the dead letter. */
function reportUnknown(worker: WorkerContext, held: HeldMessage, envelope: Envelope, what: string): void {
  const { run: runId, workflow } = envelope;
  const queue = held.lane.facts.url;
  const facts = { queue, runId, workflow, reason: what, unknownForMs: worker.settings.unknownForMs };
  const text =
    'A run that this worker does not know is handed back for one that does; after unknownFor it is dead-lettered';
  worker.faults.report('warn', `unknown ${queue}`, facts, text);
}

/** Not begun, and this worker will not: it stops, or wants to be alone with another message. */
export async function giveBack(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<void> {
  return worker.isStopping() ? giveBackAtStop(worker, held, envelope) : stepAside(worker, held, envelope);
}

async function giveBackAtStop(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<void> {
  const { receiveCount } = held.facts();
  // The next receive would find it near its end, and count a renewal against a run that did nothing wrong.
  if (receiveCount >= maxReceiveCountOf(held.lane.facts) - 3) return renew(worker, held, envelope, 0);
  await held.hide(0);
}

const asideSecondsMin = 5;
const asideSecondsMax = 60;

/**
 * Out of the way of a suspect. By a fresh copy, because every receive that comes to nothing counts against a message, and a
 * few rounds of stepping aside would dead-letter a healthy one. What spoke against the message already goes with the copy.
 * The copies come back at different times: suspects are many after a crash, and each wants to be alone.
 */
export async function stepAside(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<void> {
  const isMarked = envelope.renewals > 0 || held.facts().receiveCount >= 3;
  const copy = isMarked ? { ...envelope, renewals: Math.max(1, envelope.renewals) } : envelope;
  const range = asideSecondsMax - asideSecondsMin;
  await renew(worker, held, copy, Math.round(asideSecondsMin + range * worker.random.next()));
}

export interface Death {
  readonly reason: DeadLetterReason;
  readonly detail: string;
  readonly state: string;
  readonly error?: unknown;
  readonly firstFailedAtMs?: number;
}

/** A run to the dead-letter queue. Marked, so that a redrive gives it fresh budgets. False where it could not be put there. */
export async function buryRun(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  death: Death,
): Promise<boolean> {
  const { deadLetters, destination } = held.lane;
  const marked = envelope.paused ? envelope : paused(envelope, death.reason, death.error);
  report(worker, held, envelope, death);
  if (!deadLetters) return keepWithoutDeadLetters(worker, held, marked);
  const note = {
    reason: death.reason,
    sourceQueue: held.lane.facts.url,
    detail: death.detail,
    state: death.state,
    firstFailureAtMs: death.firstFailedAtMs ?? held.nowMs(),
  };
  const home = { ...destination, isFifo: deadLetters.destination.isFifo };
  return bury(held, deadRunMessage(marked, note, home, `:${worker.random.uuid()}`));
}

/** What is no envelope, as it came. */
export async function buryBody(
  worker: WorkerContext,
  held: HeldMessage,
  reason: DeadLetterReason,
  detail: string,
): Promise<void> {
  const { lane, message } = held;
  worker.logger.error({ queue: lane.facts.url, messageId: message.messageId, reason, detail }, 'Message dead-lettered');
  if (!lane.deadLetters) return hideWithoutDeadLetters(held);
  const note = { reason, sourceQueue: lane.facts.url, detail, firstFailureAtMs: held.nowMs() };
  await bury(held, deadBodyMessage(message.body, note, lane.deadLetters.destination.isFifo, message.messageId));
}

function report(worker: WorkerContext, held: HeldMessage, envelope: Envelope, death: Death): void {
  const { run: runId, workflow } = envelope;
  const error = death.error === undefined ? undefined : summaryOf(death.error);
  const facts = { queue: held.lane.facts.url, runId, workflow, state: death.state, reason: death.reason };
  worker.logger.error({ ...facts, error, detail: death.detail }, 'Run dead-lettered');
  worker.events.emit('dead-letter', held.nowMs(), envelope, {
    reason: death.reason,
    ...(death.state !== '' && { state: death.state }),
    ...(error && { error }),
  });
}

async function bury(held: HeldMessage, dead: SizedMessage): Promise<boolean> {
  const { writer } = held.lane.deadLetters!;
  const fits = dead.bytes <= sqsLimits.bodyBytesMax;
  const smaller = withoutExplanation(dead);
  const sent =
    (fits && (await writer.send(dead.message, dead.bytes, held))) ||
    // A body of nearly the limit leaves no room for its explanation; the run matters more.
    (held.isWorthwhile() && (await writer.send(smaller.message, smaller.bytes, held)));
  if (sent) await held.delete();
  return sent;
}

/** Tried again every quarter of an hour, as if it had been redriven; the operator chose to have no place for it. */
function keepWithoutDeadLetters(worker: WorkerContext, held: HeldMessage, marked: Envelope): Promise<boolean> {
  const { destination } = held.lane;
  const delaySeconds = destination.isFifo ? 0 : sqsLimits.delaySecondsMax;
  return replaceMessage(held, runMessage(marked, delaySeconds, destination, `:${worker.random.uuid()}`));
}

/** Out of the way for as long as a message can be hidden; it expires with its retention. */
async function hideWithoutDeadLetters(held: HeldMessage): Promise<void> {
  await held.hide(sqsLimits.visibilitySecondsMax - 60);
}
