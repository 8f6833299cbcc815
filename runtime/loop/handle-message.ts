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
import { startState, type MachineSet } from '../engine/advance.ts';
import { handBackDelaySeconds, settle, summaryOf } from '../engine/next-envelope.ts';
import { recognise, type Recognition } from '../engine/recognise.ts';
import { decodeBody } from '../protocol/body.ts';
import { attributeNames, type Envelope } from '../protocol/envelope.ts';
import { HoplineError } from '../protocol/errors.ts';
import { decodeFrames } from '../protocol/frames.ts';
import type { Frame } from '../protocol/machine.ts';
import { driveRun, type RunInHand } from './drive-run.ts';
import type { HeldMessage } from './held-message.ts';
import { runMessage, sized } from './outgoing.ts';
import { performVerdict } from './perform-verdict.ts';
import { buryBody, buryRun, giveBack, handBackUnknown, renew, replaceMessage, stepAside } from './rewrite-message.ts';
import type { WorkerContext } from './worker-context.ts';
import type { RegisteredWorkflow } from './workflow-registry.ts';

/**
 * What needs no waiting runs synchronously down to the workflow: at twenty thousand messages a second every promise on the
 * way is felt.
 */
export function handleMessage(worker: WorkerContext, held: HeldMessage): Promise<void> {
  if (worker.isStopping()) return held.hide(0);
  const read = decodeBody(held.message.body);
  if (read.ok) return handleEnvelope(worker, held, read.envelope);
  if (read.reason === 'format') return handBackFormat(worker, held, read.detail);
  return buryBody(worker, held, 'malformed', read.detail);
}

function handleEnvelope(worker: WorkerContext, held: HeldMessage, received: Envelope): Promise<void> {
  held.run = received.incarnation;
  if (!isGenuine(worker, held, received))
    return buryBody(worker, held, 'bad-signature', 'The message is not signed by a known key, and is no start.');
  const { sentAtMs } = held.message;
  const envelope = settle(received, { sentAtMs, nowMs: held.nowMs(), queueUrl: held.lane.facts.url });
  return takeTurn(worker, held, envelope);
}

/** One message works on a hop at a time; who comes later waits, and looks again. */
function takeTurn(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<void> {
  if (worker.finished.has(envelope.incarnation, envelope.hop)) return held.delete();
  const other = worker.inHand.workingOn(envelope);
  if (other) return yieldTo(worker, held, envelope, other);
  if (held.lease.isOver) return nothing;
  worker.inHand.claimHop(envelope, held);
  return handleOwn(worker, held, envelope);
}

const nothing = Promise.resolve();

async function yieldTo(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  other: HeldMessage,
): Promise<void> {
  if (other.message.messageId === held.message.messageId) return other.adopt(held.message);
  if (await held.waitUnlessLeaving((signal) => other.untilEnded(signal))) return takeTurn(worker, held, envelope);
  return giveBack(worker, held, envelope);
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

function handleOwn(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<void> {
  const admission = admit(envelope, held.facts(), held.lane.facts, worker.parked.hasRoom());
  switch (admission.kind) {
    case 'due':
      return handleDue(worker, held, envelope);
    case 'hold':
      return hold(worker, held, envelope, admission.waitMs);
    case 'park':
      worker.parked.add(admission.visibilitySeconds);
      worker.events.emit('bounce', held.nowMs(), envelope, { delaySeconds: admission.visibilitySeconds });
      return held.hide(admission.visibilitySeconds);
    case 'pass-on':
      return passOn(worker, held, envelope, admission.envelope, admission.delaySeconds);
    case 'renew':
      return renew(worker, held, admission.envelope, 0);
    case 'no-progress':
      return buryUseless(worker, held, envelope);
  }
}

async function hold(worker: WorkerContext, held: HeldMessage, envelope: Envelope, waitMs: number): Promise<void> {
  if (await held.waitUnlessLeaving((signal) => worker.clock.sleep(waitMs, signal)))
    return handleOwn(worker, held, envelope);
  return giveBack(worker, held, envelope);
}

async function buryUseless(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<void> {
  const detail = 'Received again and again without a verdict: it may kill its worker.';
  await buryRun(worker, held, envelope, { reason: 'no-progress', detail, state: '' });
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

function handleDue(worker: WorkerContext, held: HeldMessage, envelope: Envelope): Promise<void> {
  const { workflows } = worker;
  const workflow = Object.hasOwn(workflows, envelope.workflow) ? workflows[envelope.workflow] : undefined;
  if (!workflow)
    return handBackUnknown(worker, held, envelope, `workflow '${envelope.workflow}' is not registered here`);
  const recognition = recogniseFrames(workflow, workflow.machines, envelope);
  // Machines of objects that the instance holds are known when it is made.
  const isOpen = recognition.kind === 'unknown' && workflow.isOpen;
  if (recognition.kind !== 'known' && !isOpen) return putAside(worker, held, envelope, recognition);
  if (worker.inHand.hasSuspect) return stepAside(worker, held, envelope);
  const due = { held, envelope, workflow, frames: recognition.kind === 'known' ? recognition.frames : undefined };
  return isSuspect(envelope, held.facts().receiveCount) ? runAlone(worker, due) : runWorkflow(worker, due);
}

function putAside(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  { kind, what }: Exclude<Recognition, { kind: 'known' }>,
): Promise<void> {
  if (kind === 'unknown') return handBackUnknown(worker, held, envelope, what);
  return buryBody(worker, held, 'malformed', what);
}

function recogniseFrames(workflow: RegisteredWorkflow, machines: MachineSet, envelope: Envelope): Recognition {
  try {
    return recognise(machines, workflow.machine, envelope, decodeFrames(envelope.frames));
  } catch (error) {
    const { message } = summaryOf(error);
    return { kind: HoplineError.is(error, 'UNKNOWN_CODEC') ? 'unknown' : 'malformed', what: message };
  }
}

interface DueRun {
  readonly held: HeldMessage;
  readonly envelope: Envelope;
  readonly workflow: RegisteredWorkflow;
  /** Undefined where only the instance can tell whether they are known. */
  readonly frames: readonly Frame[] | undefined;
}

async function runAlone(worker: WorkerContext, due: DueRun): Promise<void> {
  const { held, envelope } = due;
  if (!(await held.waitUnlessLeaving((signal) => worker.inHand.isolate(held, signal))))
    return giveBack(worker, held, envelope);
  if (!held.lease.isOver) await runWorkflow(worker, due);
}

async function runWorkflow(worker: WorkerContext, { held, envelope, workflow, frames }: DueRun): Promise<void> {
  const made = makeInstance(worker, held, envelope, workflow);
  const self = made instanceof Promise ? await made : made;
  if (!self) return;
  const recognition = frames
    ? { kind: 'known' as const, frames }
    : recogniseFrames(workflow, workflow.machinesFor(self), envelope);
  if (recognition.kind !== 'known') return putAside(worker, held, envelope, recognition);
  if (envelope.hop === 0 && held.message.receiveCount === 1) worker.events.emit('start', held.nowMs(), envelope, {});
  const run: RunInHand = { held, envelope, workflow, self };
  const verdict = await driveRun(worker, run, recognition.frames);
  if (verdict) await performVerdict(worker, run, verdict);
  else if (!held.lease.isOver) await giveBack(worker, held, envelope);
}

const factoryRetrySeconds = 60;

/** Undefined where a factory failed: that is this worker's trouble and not the run's, and another one may do better. */
function makeInstance(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  workflow: RegisteredWorkflow,
): object | undefined | Promise<object | undefined> {
  const failed = async (error: unknown) => {
    const facts = { runId: envelope.run, workflow: workflow.name, error: summaryOf(error) };
    worker.faults.report('error', `factory of ${workflow.name}`, facts, 'create() threw; the run is handed back');
    await renew(worker, held, envelope, factoryRetrySeconds);
    return undefined;
  };
  const withMachines = (self: object): object => {
    workflow.machinesFor(self);
    return self;
  };
  try {
    const made = workflow.instanceFor({ id: envelope.run, workflow: workflow.name });
    return made instanceof Promise ? made.then(withMachines).catch(failed) : withMachines(made);
  } catch (error) {
    return failed(error);
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
  await replaceMessage(held, sized({ body: message.body, delaySeconds, attributes, ...group }));
}

function countIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
