/**
 * From a received message to its verdict (DESIGN.md §3). The order of the tests is the protocol: what needs less knowledge
 * comes first, so that a message is passed on, put away or given back by whoever holds it.
 *
 * ```
 * body ─ malformed ► dead letter      later format ► handed back
 *   │
 * envelope ─ done here ► delete       same hop in hand ► adopted, or waits
 *   │
 * due? ─ no ► hold | park | pass on   received too often ► renew | dead letter
 *   │
 * known? ─ no ► handed back           suspect ► alone, or handed back
 *   │
 * run it
 * ```
 */
import { isSignedBy } from '../../sdk/message-signature.ts';
import { admit, isSuspect } from '../engine/admission.ts';
import { startState } from '../engine/advance.ts';
import { handBackDelaySeconds, renewed, settle, summaryOf } from '../engine/next-envelope.ts';
import { recognise, type Recognition } from '../engine/recognise.ts';
import { attributesBytes } from '../protocol/body-bytes.ts';
import { decodeBody } from '../protocol/body.ts';
import { attributeNames, type Envelope } from '../protocol/envelope.ts';
import { HoplineError } from '../protocol/errors.ts';
import { decodeFrames } from '../protocol/frames.ts';
import type { Frame } from '../protocol/machine.ts';
import { driveRun, type RunInHand } from './drive-run.ts';
import type { HeldMessage } from './held-message.ts';
import { runMessage } from './outgoing.ts';
import { performVerdict } from './perform-verdict.ts';
import { buryBody, buryRun, giveBack, handBackUnknown, renew, replaceMessage } from './rewrite-message.ts';
import type { WorkerContext } from './worker-context.ts';
import type { RegisteredWorkflow } from './workflow-registry.ts';

export async function handleMessage(worker: WorkerContext, held: HeldMessage): Promise<void> {
  if (mustLeave(worker)) return giveBack(worker, held, undefined);
  const read = decodeBody(held.message.body);
  if (read.ok) return handleEnvelope(worker, held, read.envelope);
  if (read.reason === 'format') return handBackFormat(worker, held, read.detail);
  return buryBody(worker, held, 'malformed', read.detail);
}

function mustLeave(worker: WorkerContext): boolean {
  return worker.isStopping() || worker.inHand.hasSuspect;
}

async function handleEnvelope(worker: WorkerContext, held: HeldMessage, received: Envelope): Promise<void> {
  held.run = received.incarnation;
  if (!isGenuine(worker, held, received))
    return buryBody(worker, held, 'bad-signature', 'The message is not signed by a known key, and is no start.');
  const { sentAtMs, nowMs } = held.facts();
  const envelope = settle(received, { sentAtMs, nowMs, queueUrl: held.lane.facts.url });
  const turn = await takeTurn(worker, held, envelope);
  if (turn === 'drop') return;
  if (turn === 'done') return held.delete();
  if (turn === 'leave') return giveBack(worker, held, envelope);
  worker.inHand.claimHop(envelope, held);
  try {
    await handleOwn(worker, held, envelope);
  } finally {
    worker.inHand.releaseHop(envelope);
  }
}

/** An unsigned message may start a run, where that is allowed, and nothing else. */
function isGenuine({ signing }: WorkerContext, { message, lane }: HeldMessage, envelope: Envelope): boolean {
  if (!signing) return true;
  const signature = message.attributes[attributeNames.signature];
  const facts = { body: message.body, run: envelope.run, hop: envelope.hop, queueUrl: lane.facts.url };
  if (signature !== undefined) return isSignedBy(signing, facts, signature);
  return signing.allowUnsignedStarts !== false && envelope.hop === 0 && isStart(envelope);
}

function isStart(envelope: Envelope): boolean {
  try {
    const frames = decodeFrames(envelope.frames);
    return frames.length === 1 && frames[0]!.state === startState && !envelope.call;
  } catch {
    return false;
  }
}

/** Waits until nobody else in this process works on the same hop. */
async function takeTurn(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
): Promise<'mine' | 'done' | 'drop' | 'leave'> {
  for (;;) {
    if (worker.finished.has(envelope.incarnation, envelope.hop)) return 'done';
    const other = worker.inHand.workingOn(envelope);
    if (!other) return held.lease.isOver ? 'drop' : 'mine';
    if (other.message.messageId === held.message.messageId) {
      other.adopt(held.message);
      return 'drop';
    }
    if (!(await held.waitUnlessLeaving((signal) => other.untilEnded(signal)))) return 'leave';
  }
}

async function handleOwn(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<void> {
  for (;;) {
    const admission = admit(envelope, held.facts(), held.lane.facts, worker.parked.hasRoom());
    switch (admission.kind) {
      case 'due':
        return handleDue(worker, held, envelope);
      case 'hold':
        if (await held.waitUnlessLeaving((signal) => worker.clock.sleep(admission.waitMs, signal))) break;
        return giveBack(worker, held, envelope);
      case 'park':
        worker.parked.add(admission.visibilitySeconds);
        worker.events.emit('bounce', held.nowMs(), envelope, { delaySeconds: admission.visibilitySeconds });
        return held.hide(admission.visibilitySeconds);
      case 'pass-on':
        return passOn(worker, held, envelope, admission.envelope, admission.delaySeconds);
      case 'renew':
        return renew(worker, held, admission.envelope, 0);
      case 'no-progress': {
        const detail = 'Received again and again without a verdict: it may kill its worker.';
        await buryRun(worker, held, envelope, { reason: 'no-progress', detail, state: '' });
        return;
      }
    }
  }
}

/** A leg of a wait. No machine is asked, so any worker can do it. */
async function passOn(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  next: Envelope,
  delaySeconds: number,
): Promise<void> {
  const message = runMessage(next, delaySeconds, held.lane.destination);
  if (!(await held.lane.writer.send(message.message, message.bytes, held))) return;
  worker.finished.record(envelope.incarnation, envelope.hop);
  worker.events.emit('hop', held.nowMs(), envelope, {
    delaySeconds,
    bodyBytes: message.bytes,
    wait: next.wait,
    passOn: true,
  });
  await held.delete();
}

async function handleDue(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<void> {
  const { workflows } = worker;
  const workflow = Object.hasOwn(workflows, envelope.workflow) ? workflows[envelope.workflow] : undefined;
  if (!workflow)
    return handBackUnknown(worker, held, envelope, `workflow '${envelope.workflow}' is not registered here`);
  const recognition = recogniseFrames(workflow, envelope);
  if (recognition.kind !== 'known')
    return recognition.kind === 'unknown'
      ? handBackUnknown(worker, held, envelope, recognition.what)
      : buryBody(worker, held, 'malformed', recognition.what);
  const { frames } = recognition;
  if (isSuspect(envelope, held.facts().receiveCount) && !(await isolate(worker, held, envelope))) return;
  return runWorkflow(worker, held, envelope, workflow, frames);
}

function recogniseFrames(workflow: RegisteredWorkflow, envelope: Envelope): Recognition {
  try {
    return recognise(workflow.machines, workflow.machine, envelope, decodeFrames(envelope.frames));
  } catch (error) {
    const { message } = summaryOf(error);
    return { kind: HoplineError.is(error, 'UNKNOWN_CODEC') ? 'unknown' : 'malformed', what: message };
  }
}

/** Seconds for which a second suspect stays away while the first has the process to itself. */
const otherSuspectSeconds = 30;

/** False where the message was given back instead. */
async function isolate(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<boolean> {
  if (worker.inHand.hasSuspect) {
    // Still a suspect when it comes back, though its receive count begins anew.
    const marked = { ...renewed(envelope, false), renewals: Math.max(1, envelope.renewals) };
    await renew(worker, held, marked, otherSuspectSeconds);
    return false;
  }
  if (await held.waitUnlessLeaving((signal) => worker.inHand.isolate(held, signal))) return !held.lease.isOver;
  await giveBack(worker, held, envelope);
  return false;
}

async function runWorkflow(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  workflow: RegisteredWorkflow,
  frames: readonly Frame[],
): Promise<void> {
  const self = await makeInstance(worker, held, envelope, workflow);
  if (!self) return;
  if (envelope.hop === 0 && held.facts().receiveCount === 1) worker.events.emit('start', held.nowMs(), envelope, {});
  const run: RunInHand = { held, envelope, workflow, self };
  const verdict = await driveRun(worker, run, frames);
  if (verdict) return performVerdict(worker, run, verdict);
  if (!held.lease.isOver) return giveBack(worker, held, envelope);
}

const factoryRetrySeconds = 60;

/** A factory that fails is this worker's trouble and not the run's: another one may do better. */
async function makeInstance(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  workflow: RegisteredWorkflow,
): Promise<object | undefined> {
  try {
    return await workflow.instanceFor({ id: envelope.run, workflow: workflow.name });
  } catch (error) {
    const facts = { runId: envelope.run, workflow: workflow.name, error: summaryOf(error) };
    worker.faults.report('error', `factory of ${workflow.name}`, facts, 'create() threw; the run is handed back');
    await renew(worker, held, envelope, factoryRetrySeconds);
    return undefined;
  }
}

/**
 * A later format is not ours to write in: its body goes on as it came, signature included, and the attributes beside it say
 * since when and how often it was handed back.
 */
async function handBackFormat(worker: WorkerContext, held: HeldMessage, detail: string): Promise<void> {
  const { lane, message } = held;
  const nowMs = held.nowMs();
  const sinceMs = countIn(message.attributes[attributeNames.unknownSince]) ?? nowMs;
  if (nowMs - sinceMs >= worker.settings.unknownForMs) return buryBody(worker, held, 'unknown', detail);
  const handBacks = countIn(message.attributes[attributeNames.handBacks]) ?? 0;
  const attributes = {
    ...message.attributes,
    [attributeNames.unknownSince]: String(sinceMs),
    [attributeNames.handBacks]: String(handBacks + 1),
  };
  const group = lane.facts.isFifo ? { groupId: message.messageId, deduplicationId: worker.random.uuid() } : {};
  const delaySeconds = lane.facts.isFifo ? 0 : handBackDelaySeconds(handBacks);
  await replaceMessage(held, {
    message: { body: message.body, delaySeconds, attributes, ...group },
    bytes: Buffer.byteLength(message.body) + attributesBytes(attributes),
  });
}

function countIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
