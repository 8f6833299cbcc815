/**
 * Performs what the engine asks for, one thing at a time, until it gives a verdict.
 */
import { advance, type StackStop } from '../engine/advance.ts';
import type { Attempt, Decision, DeliveryEvent, Verdict } from '../engine/decision.ts';
import { enter, proceed, type DeliveryRules, type Step } from '../engine/delivery.ts';
import { summaryOf } from '../engine/next-envelope.ts';
import type { Encoded, Envelope } from '../protocol/envelope.ts';
import type { Frame } from '../protocol/machine.ts';
import { encodeValue } from '../protocol/values/encode-value.ts';
import type { HeldMessage } from './held-message.ts';
import { performAttempt, type AttemptEnd } from './perform-attempt.ts';
import type { WorkerContext } from './worker-context.ts';
import { maxHopsPerHourOf, type RegisteredWorkflow } from './workflow-registry.ts';

/** A run being worked on. */
export interface RunInHand {
  readonly held: HeldMessage;
  readonly envelope: Envelope;
  readonly workflow: RegisteredWorkflow;
  readonly self: object;
}

/** Undefined where nothing was decided: the message is to be given back, or is not ours any more. */
export async function driveRun(
  worker: WorkerContext,
  run: RunInHand,
  frames: readonly Frame[],
): Promise<Verdict | undefined> {
  const { held, envelope } = run;
  let step: Step = enter(rulesOf(worker, run), held.facts(), envelope, frames);
  for (;;) {
    if (isVerdict(step.decision)) return step.decision;
    const answered = answer(worker, run, step.decision);
    const event = answered instanceof Promise ? await answered : answered;
    if (!event) return undefined;
    step = proceed(step.delivery, event, held.nowMs());
  }
}

function rulesOf({ settings }: WorkerContext, { workflow, self, held }: RunInHand): DeliveryRules {
  return {
    machines: workflow.machines,
    policyOf: (target) => workflow.policyOf(self, target),
    maxHopsPerHour: maxHopsPerHourOf(workflow),
    bounceSecondsMax: settings.bounceSecondsMax,
    perProcessLimits: settings.perProcessLimits,
    queue: held.lane.facts,
  };
}

function isVerdict(decision: Decision): decision is Verdict {
  const { kind } = decision;
  return kind !== 'advance' && kind !== 'ask' && kind !== 'hold' && kind !== 'attempt';
}

type Answer = DeliveryEvent | undefined;

function answer(worker: WorkerContext, run: RunInHand, request: Exclude<Decision, Verdict>): Answer | Promise<Answer> {
  switch (request.kind) {
    case 'advance': {
      const stop = advance(run.workflow.machines, run.self, request.frames, request.resume);
      return stop instanceof Promise ? stop.then(advanced) : advanced(stop);
    }
    case 'ask':
      return ask(worker, request);
    case 'hold':
      return hold(worker, run, request.waitMs);
    case 'attempt':
      return attemptNow(worker, run, request);
  }
}

function advanced(stop: StackStop): DeliveryEvent {
  return { kind: 'advanced', stop };
}

async function ask(
  { limiter }: WorkerContext,
  { place, requests }: Extract<Decision, { kind: 'ask' }>,
): Promise<DeliveryEvent> {
  const reply = await limiter.ask(place, requests);
  return reply.granted ? { kind: 'granted' } : { kind: 'throttled', waitMs: reply.waitMs };
}

async function hold({ clock }: WorkerContext, { held }: RunInHand, waitMs: number): Promise<Answer> {
  return (await held.waitUnlessLeaving((signal) => clock.sleep(waitMs, signal))) ? { kind: 'held' } : undefined;
}

async function attemptNow(
  worker: WorkerContext,
  { held, envelope, self }: RunInHand,
  request: Extract<Decision, { kind: 'attempt' }>,
): Promise<Answer> {
  // Another worker may have it by now; what has not begun is not begun.
  if (held.lease.isOver || worker.isStopping()) return undefined;
  const startedAtMs = held.nowMs();
  const { end, heartbeat } = await performAttempt(worker, held, envelope, self, request);
  if (end.kind === 'abandoned') return undefined;
  if (worker.events.isObserved) emitAttempted(worker, held, envelope, request, end, startedAtMs);
  const details = heartbeat && encodedHeartbeat(worker, heartbeat.details);
  if (end.kind === 'value') return { kind: 'attempted', startedAtMs, heartbeat: details, value: end.value };
  return { kind: 'attempted', startedAtMs, heartbeat: details, error: end.error, random: worker.random.next() };
}

function emitAttempted(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  { state, info, attempt }: Attempt,
  end: Exclude<AttemptEnd, { kind: 'abandoned' }>,
  startedAtMs: number,
): void {
  const nowMs = held.nowMs();
  worker.events.emit('activity', nowMs, envelope, {
    state,
    activity: info.activity!.name,
    attempt,
    durationMs: nowMs - startedAtMs,
    ...(end.kind === 'error' && { error: summaryOf(end.error) }),
  });
}

/** What an attempt leaves for the next is a help and no result: where it cannot travel, the failure still does. */
function encodedHeartbeat(worker: WorkerContext, details: unknown): Encoded | undefined {
  try {
    return encodeValue(details, 'the details of heartbeat()');
  } catch (error) {
    worker.logger.warn({ error: summaryOf(error) }, 'heartbeat() details cannot travel and are dropped');
    return undefined;
  }
}
