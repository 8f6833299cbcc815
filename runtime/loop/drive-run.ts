/**
 * Performs what the engine asks for until it gives a verdict: one thing at a time, and attempts of a group side by side.
 */
import { advance, type MachineSet, type StackStop } from '../engine/advance.ts';
import type { Attempt, DeliveryEvent, Request, Verdict } from '../engine/decision.ts';
import type { DeliveryRules } from '../engine/delivery.ts';
import { environmentOf, machineOfCall } from '../engine/environments.ts';
import { summaryOf } from '../engine/next-envelope.ts';
import { RunTree, type LoneRequest } from '../engine/run-tree.ts';
import type { Encoded, Envelope } from '../protocol/envelope.ts';
import type { Environment, Frame, StateInfo } from '../protocol/machine.ts';
import { encodeValue } from '../protocol/values/encode-value.ts';
import type { HeldMessage } from './held-message.ts';
import { AttemptsBeside, type AttemptBeside } from './attempts-beside.ts';
import { performAttempt, type AttemptEnd, type AttemptResult } from './perform-attempt.ts';
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
  const tree = new RunTree(rulesOf(worker, run), held.facts(), envelope, frames);
  const beside = new AttemptsBeside();
  for (;;) {
    const decision = tree.next(held.nowMs());
    switch (decision.kind) {
      case 'verdict':
        return decision.verdict;
      case 'do': {
        const answered = answer(worker, run, decision.request);
        const event = answered instanceof Promise ? await answered : answered;
        if (!event) return beside.leave();
        tree.take(decision.at, event, held.nowMs());
        break;
      }
      case 'begin':
        if (held.lease.isOver || (worker.isStopping() && tree.isUntouched)) return beside.leave();
        if (worker.isStopping()) tree.close(decision.at);
        else beside.begin(decision.at, attemptBeside(worker, run, decision.attempt));
        break;
      case 'await': {
        const ended = await beside.next(worker, decision.untilMs, held.nowMs());
        if (ended === 'abandoned') return beside.leave();
        if (ended !== 'time') tree.take(ended.at, ended.event, held.nowMs());
        break;
      }
      case 'abandon':
        for (const at of decision.at) beside.cancel(at, 'Another branch of the group has decided it.');
        break;
      case 'pauseLimits':
        for (const request of decision.pause.requests) worker.limiter.pause(request, decision.pause.forMs);
    }
  }
}

function rulesOf({ settings }: WorkerContext, { workflow, self, held }: RunInHand): DeliveryRules {
  const machines = workflow.machinesFor(self);
  return {
    machines,
    calleeOf: (path, callee) =>
      machineOfCall(machines, infoOf(machines, path), environmentOf(machines, self, path), callee),
    policyOf: (target, path) => workflow.policyOf(environmentOf(machines, self, path), target),
    maxHopsPerHour: maxHopsPerHourOf(workflow),
    bounceSecondsMax: settings.bounceSecondsMax,
    perProcessLimits: settings.perProcessLimits,
    queue: held.lane.facts,
  };
}

type Answer = DeliveryEvent | undefined;

function answer(worker: WorkerContext, run: RunInHand, request: LoneRequest): Answer | Promise<Answer> {
  switch (request.kind) {
    case 'advance': {
      const stop = advance(run.workflow.machinesFor(run.self), run.self, request.frames, request.resume, request.above);
      return stop instanceof Promise ? stop.then(advanced) : advanced(stop);
    }
    case 'ask':
      return ask(worker, request);
    case 'hold':
      return hold(worker, run, request.waitMs);
    case 'attempt':
      return attemptAlone(worker, run, request);
  }
}

function advanced(stop: StackStop): DeliveryEvent {
  return { kind: 'advanced', stop };
}

async function ask(
  { limiter }: WorkerContext,
  { place, requests }: Extract<Request, { kind: 'ask' }>,
): Promise<DeliveryEvent> {
  const reply = await limiter.ask(place, requests);
  return reply.granted ? { kind: 'granted' } : { kind: 'throttled', waitMs: reply.waitMs };
}

async function hold({ clock }: WorkerContext, { held }: RunInHand, waitMs: number): Promise<Answer> {
  return (await held.waitUnlessLeaving((signal) => clock.sleep(waitMs, signal))) ? { kind: 'held' } : undefined;
}

async function attemptAlone(
  worker: WorkerContext,
  run: RunInHand,
  request: Extract<Request, { kind: 'attempt' }>,
): Promise<Answer> {
  // Another worker may have it by now; what has not begun is not begun.
  if (run.held.lease.isOver || worker.isStopping()) return undefined;
  const startedAtMs = run.held.nowMs();
  const running = performAttempt(worker, run.held, run.envelope, environmentOfAttempt(run, request), request);
  return attempted(worker, run, request, await running.result, startedAtMs);
}

function attemptBeside(worker: WorkerContext, run: RunInHand, attempt: Attempt): AttemptBeside {
  const startedAtMs = run.held.nowMs();
  const { result, cancel } = performAttempt(
    worker,
    run.held,
    run.envelope,
    environmentOfAttempt(run, attempt),
    attempt,
  );
  return { cancel, event: result.then((each) => attempted(worker, run, attempt, each, startedAtMs)) };
}

function infoOf(machines: MachineSet, path: readonly Frame[]): StateInfo {
  const { machine, state } = path[path.length - 1]!;
  return machines[machine]!.states[state]!;
}

function environmentOfAttempt({ workflow, self }: RunInHand, { path }: Attempt): Environment {
  return environmentOf(workflow.machinesFor(self), self, path);
}

/** Undefined where it was abandoned. */
function attempted(
  worker: WorkerContext,
  { held, envelope }: RunInHand,
  attempt: Attempt,
  { end, heartbeat }: AttemptResult,
  startedAtMs: number,
): Answer {
  if (end.kind === 'abandoned') return undefined;
  if (worker.events.isObserved) emitAttempted(worker, held, envelope, attempt, end, startedAtMs);
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
