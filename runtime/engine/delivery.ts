/**
 * One delivery of one message, from the resumed frames to a verdict. A pure reducer: (delivery, event, now) → step. A branch
 * of a group is a delivery too, within that of its run (run-tree.ts): its verdicts are `stand` and `ended`.
 *
 * ```
 *               ┌─────────── held ◄── hold
 *               ▼
 * enter ──► advance ──► arrive ──► ask ──► granted ──► attempt ──► attempted ──► advance ──► send | complete | fail | pause
 *                         │         └────► throttled ─► bounce | send (in line)      └─────► send (retry)
 *                         └──► send (hop) | complete | fail | pause
 * ```
 *
 * Invariants
 * 1. At most one activity is performed (`acted`). After it nothing is asked and nothing waited for: the next stop is sent.
 * 2. An activity is performed only where every stretch since the message's own point was repeatable (G10), or where the
 *    message stands at it.
 * 3. A rate limit that was passed but not yet asked for (`pending`) has had no visible effect: only repeatable stretches
 *    were run behind it. All that is pending is asked for together, before anything else happens.
 * 4. A grant is used here or lost (10.3). Once one let the run pass (`passed`), a further throttle sends the run on from
 *    where it stands; a bounce would ask for the same passage again.
 * 5. `stand` was written down before the code behind it ran, so a pause goes back to values that nobody has touched since.
 * 6. Arguments and outcomes of activities are copies, also within the delivery (G8).
 * 7. A branch is written down with its group and not by itself, so that what they share stays shared; and it never bounces:
 *    the message is that of all.
 */
import { durationToMs, type Duration } from '../protocol/duration.ts';
import type { Encoded, Envelope, PendingCall, Wait } from '../protocol/envelope.ts';
import { HoplineError, isCancelledError, isFatalError } from '../protocol/errors.ts';
import { encodeFrames } from '../protocol/frames.ts';
import { idempotencyKey } from '../protocol/idempotency-key.ts';
import type { ActivityTarget, Branch, Frame, OpenBranch, Resume, StateInfo } from '../protocol/machine.ts';
import { normalizeRateLimit } from '../protocol/normalize-rate-limit.ts';
import type { LimitRequest } from '../protocol/rate-rule.ts';
import { decodeValue } from '../protocol/values/decode-value.ts';
import { encodeValue } from '../protocol/values/encode-value.ts';
import { declaredRequest, type ActivityPolicy } from './activity-policy.ts';
import { mayHide, outlivesRetention, type MessageFacts, type QueueFacts } from './admission.ts';
import { startState, type MachineSet, type StackStop } from './advance.ts';
import { decideRetry } from './backoff.ts';
import type { Decision, DeliveryEvent } from './decision.ts';
import { requireKeepable } from './limit-window.ts';
import { carryOn, freshCall, paused, type Point } from './next-envelope.ts';
import { firstLegDelaySeconds, legDelaySeconds } from './timer-hops.ts';
import { isHeldInHand, secondsBelow } from './visibility-bounce.ts';

/** What rules a delivery and does not change with it. */
export interface DeliveryRules {
  readonly machines: MachineSet;
  /** @param path from the run's outermost frame to the one that stands at the activity */
  readonly policyOf: (target: ActivityTarget, path: readonly Frame[]) => ActivityPolicy;
  /** The machine that a call from the last frame of the path enters. Absent: it is the one that compiled code names. */
  readonly calleeOf?: (path: readonly Frame[], callee: string) => string;
  readonly maxHopsPerHour: number;
  readonly bounceSecondsMax: number;
  /** Limits of any length are kept by this process alone, because the user said so. */
  readonly perProcessLimits: boolean;
  readonly queue: QueueFacts;
}

type Suspended = Extract<StackStop, { kind: 'suspend' }>;

/** What a grant is wanted for. */
type Wanted =
  | { readonly for: 'attempt' }
  /** Going on behind the limit at which the frames stand. */
  | { readonly for: 'passage' }
  /** What was reached by running ahead of the limits. */
  | { readonly for: 'stop'; readonly stop: StackStop };

/** A place where this delivery has stood. */
interface Stand extends Point {
  readonly live: readonly Frame[];
}

/** Frames of a branch's {@link Stand}: see invariant 7. */
const unwritten = '';

interface Asking {
  readonly place: string;
  readonly requests: readonly LimitRequest[];
  readonly wanted: Wanted;
  readonly holds: number;
}

/** Limits passed and not yet asked for, and where the first of them stands. */
interface Pending {
  readonly requests: readonly LimitRequest[];
  readonly point: Stand;
  readonly place: string;
}

/** Has all its fields from the beginning, because it is copied at each step: V8 copies objects of one shape quickest. */
export interface Delivery {
  readonly rules: DeliveryRules;
  readonly facts: MessageFacts;
  /** Settled: see `settle`. */
  readonly envelope: Envelope;
  readonly stand: Stand;
  readonly frames: readonly Frame[];
  readonly visit: number;
  /** Of a branch: the visits and numbers of the groups and branches that it is in, `7.2.`; '' for the run itself. */
  readonly lineage: string;
  /** Of a branch: the frames that its group is called by. */
  readonly above: readonly Frame[];
  readonly args: readonly unknown[];
  readonly repeatable: boolean;
  readonly acted: boolean;
  readonly passed: boolean;
  /** Suspensions passed without a hop. */
  readonly passes: number;
  readonly pending: Pending | undefined;
  readonly asking: Asking | undefined;
}

export interface Step {
  readonly delivery: Delivery;
  readonly decision: Decision;
}

/** Suspensions that one delivery passes at most: dates in the past and granted limits could go round for ever. */
const passesMax = 1_000;
/** A limiter that keeps naming the next moment is believed so often, then the message is put away. */
const holdsMax = 5;

/** Takes up the run where its message stands. `frames` are the envelope's, decoded and recognised. */
export function enter(rules: DeliveryRules, facts: MessageFacts, envelope: Envelope, frames: readonly Frame[]): Step {
  const { call, visit } = envelope;
  const top = frames[frames.length - 1]!;
  const stand = { frames: envelope.frames, live: frames, visit, state: top.state, call, wait: undefined };
  return takeUp(deliveryAt(rules, facts, envelope, stand, ''));
}

/** What a branch has of the delivery that its group is in. */
export interface BranchOf {
  readonly group: Delivery;
  readonly index: number;
  /** An activity was performed in this delivery: what is reached now is not begun before it is written down. */
  readonly acted: boolean;
}

/** Takes up a branch where it stands; one at `start` begins. */
export function enterBranch(of: BranchOf, { frames, visit, call }: OpenBranch): Step {
  const state = frames[frames.length - 1]!.state;
  return takeUp(branchAt(of, { frames: unwritten, live: frames, visit, state, call, wait: undefined }));
}

/** Begins a branch that is no helper: it has arrived where it is written. */
export function beginBranch(of: BranchOf, frame: Frame, args: readonly unknown[], nowMs: number): Step {
  const { state } = frame;
  const stand = { frames: unwritten, live: [frame], visit: 0, state, call: undefined, wait: undefined };
  const info = of.group.rules.machines[frame.machine]!.states[state]!;
  return arrive(branchAt(of, stand), { kind: 'suspend', frames: [frame], state, info, args, repeatable: true }, nowMs);
}

function branchAt({ group, index, acted }: BranchOf, stand: Stand): Delivery {
  const lineage = `${group.lineage}${group.visit}.${index}.`;
  const branch = deliveryAt(group.rules, group.facts, group.envelope, stand, lineage);
  const above = [...group.above, ...group.frames.slice(0, -1)];
  return { ...branch, above, repeatable: group.repeatable, acted: acted || group.acted };
}

function deliveryAt(
  rules: DeliveryRules,
  facts: MessageFacts,
  envelope: Envelope,
  stand: Stand,
  lineage: string,
): Delivery {
  return {
    rules,
    facts,
    envelope,
    stand,
    frames: stand.live,
    visit: stand.visit,
    lineage,
    above: [],
    args: [],
    repeatable: true,
    acted: false,
    passed: false,
    passes: 0,
    pending: undefined,
    asking: undefined,
  };
}

function takeUp(delivery: Delivery): Step {
  const { stand, frames, rules } = delivery;
  const top = frames[frames.length - 1]!;
  if (top.state === startState) return advanceWith(delivery, { kind: 'start' });
  const info = rules.machines[top.machine]!.states[top.state]!;
  if (info.operation === 'group') return { delivery, decision: { kind: 'group', branches: top.branches! } };
  if (info.operation === 'activity' && stand.call) return enterCall(delivery, info, stand.call);
  if (info.operation === 'rateLimit' && stand.call) return enterLimit(delivery, info, stand.call);
  return advanceWith(delivery, { kind: 'value', value: undefined });
}

function enterCall(delivery: Delivery, info: StateInfo, call: PendingCall): Step {
  if (call.outcome) return advanceWith(delivery, resumeOf(call.outcome));
  const { nowMs } = delivery.facts;
  const standing = { ...delivery, args: decodeValue(call.args) as unknown[] };
  return orThrowInto(standing, nowMs, () => prepareAttempt(standing, info, nowMs));
}

function resumeOf(outcome: NonNullable<PendingCall['outcome']>): Resume {
  return 'value' in outcome
    ? { kind: 'value', value: decodeValue(outcome.value) }
    : { kind: 'error', error: decodeValue(outcome.error) };
}

function enterLimit(delivery: Delivery, info: StateInfo, call: PendingCall): Step {
  const request = call.limits[0];
  if (!request) return advanceWith(delivery, { kind: 'value', value: undefined });
  return addPending(delivery, info, request, delivery.stand);
}

/** Goes on with what the loop reports. */
export function proceed(delivery: Delivery, event: DeliveryEvent, nowMs: number): Step {
  switch (event.kind) {
    case 'advanced':
      return arrive(delivery, event.stop, nowMs);
    case 'granted':
      return useGrant(delivery, nowMs);
    case 'throttled':
      return yieldToLimit(delivery, event.waitMs, nowMs);
    case 'held':
      return ask(delivery, { ...delivery.asking!, holds: delivery.asking!.holds + 1 });
    case 'attempted':
      return 'value' in event ? takeValue(delivery, event, nowMs) : takeFailure(delivery, event, nowMs);
    case 'joined':
      return join(delivery, event, nowMs);
  }
}

// ---- where the code stopped ------------------------------------------------------------------------------------------

function arrive(before: Delivery, stop: StackStop, nowMs: number): Step {
  const repeatable = before.repeatable && stop.repeatable;
  if (stop.kind === 'suspend') {
    const here = { ...before, repeatable, frames: stop.frames, visit: before.visit + 1, args: stop.args };
    if (stop.info.operation === 'activity') return arriveAtActivity(here, stop, nowMs);
    if (stop.info.operation === 'rateLimit') return arriveAtLimit(here, stop, nowMs);
    return here.pending ? askFor(here, here.pending, { for: 'stop', stop }) : conclude(here, stop, nowMs);
  }
  const delivery =
    stop.kind === 'group'
      ? { ...before, repeatable, frames: stop.frames, visit: before.visit + 1 }
      : { ...before, repeatable };
  return delivery.pending ? askFor(delivery, delivery.pending, { for: 'stop', stop }) : conclude(delivery, stop, nowMs);
}

/** A stop with which no limit is pending any more. */
function conclude(delivery: Delivery, stop: StackStop, nowMs: number): Step {
  switch (stop.kind) {
    case 'return':
      return complete(delivery, stop.value, nowMs);
    case 'throw':
      return endWith(delivery, stop.error, nowMs);
    case 'group':
      return { delivery, decision: { kind: 'group', list: stop.list } };
    case 'suspend':
      return stop.info.operation === 'sleep' ? sleepFor(delivery, stop, nowMs) : concludeOther(delivery, stop, nowMs);
  }
}

function concludeOther(delivery: Delivery, stop: Suspended, nowMs: number): Step {
  if (stop.info.operation === 'sleepUntil') return sleepUntil(delivery, stop, nowMs);
  if (stop.info.operation === 'rateLimit') return arriveAtLimit(delivery, stop, nowMs);
  const text = `State '${stop.state}' suspends at a '${stop.info.operation}', which no message can carry.`;
  return endWith(delivery, new HoplineError('INVALID_MACHINE', text), nowMs);
}

function sleepFor(delivery: Delivery, stop: Suspended, nowMs: number): Step {
  return orThrowInto(delivery, nowMs, () => {
    const durationMs = durationToMs(stop.args[0] as Duration);
    const delaySeconds = firstLegDelaySeconds(durationMs, delivery.envelope.run);
    const point = pointHere(delivery, stop.state);
    return hop(delivery, durationMs > 0 ? { ...point, wait: { durationMs } } : point, nowMs, delaySeconds);
  });
}

function sleepUntil(delivery: Delivery, stop: Suspended, nowMs: number): Step {
  return orThrowInto(delivery, nowMs, () => {
    const dueAtMs = Math.max(0, epochMsOf(stop.args[0]));
    const isPast = dueAtMs <= nowMs;
    if (isPast && delivery.passes < passesMax) return passOver(delivery);
    const point = { ...pointHere(delivery, stop.state), wait: { dueAtMs } };
    return hop(delivery, point, nowMs, isPast ? 0 : firstLegDelaySeconds(dueAtMs - nowMs, delivery.envelope.run));
  });
}

function passOver(delivery: Delivery): Step {
  return advanceWith({ ...delivery, passes: delivery.passes + 1 }, { kind: 'value', value: undefined });
}

/** Beyond it a `Date` is not valid, and a due time no whole number of milliseconds. */
const epochMsMax = 8_640_000_000_000_000;

function epochMsOf(date: unknown): number {
  const isDate = Object.prototype.toString.call(date) === '[object Date]';
  const ms = isDate ? (date as Date).getTime() : typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (Math.abs(ms) <= epochMsMax) return ms;
  const text = "it must be a valid Date or an ISO 8601 text such as '2027-03-01T10:00:00Z'";
  throw new HoplineError('INVALID_DATE', `date is ${isDate ? 'an invalid Date' : String(date)}; ${text}.`);
}

// ---- groups --------------------------------------------------------------------------------------------------------------

/** Writes the run down with its group, whose branches stand as given; `waitUntilMs` is when the first of them is due. */
export function sendGroup(
  delivery: Delivery,
  branches: readonly Branch[],
  waitUntilMs: number | undefined,
  nowMs: number,
): Step {
  return orThrowInto(delivery, nowMs, () => {
    const point = groupPoint(delivery, branches);
    if (waitUntilMs === undefined || waitUntilMs <= nowMs) return hop(delivery, point, nowMs, 0);
    const delaySeconds = firstLegDelaySeconds(waitUntilMs - nowMs, delivery.envelope.run);
    return hop(delivery, { ...point, wait: { dueAtMs: waitUntilMs } }, nowMs, delaySeconds);
  });
}

function groupPoint(delivery: Delivery, branches: readonly Branch[]): Stand {
  const { frames } = delivery;
  const top = { ...frames[frames.length - 1]!, branches };
  return pointHere({ ...delivery, frames: [...frames.slice(0, -1), top] }, top.state);
}

/** The group has come to its end: the code behind it goes on. */
function join(before: Delivery, { resume, branches, acted }: Joined, nowMs: number): Step {
  const delivery = { ...before, acted: before.acted || acted };
  const stand = keptPoint(delivery, branches);
  if (acted && infoHere(delivery).inlineAfter) return sendGroup(delivery, branches, undefined, nowMs);
  return advanceWith(stand ? { ...delivery, stand } : delivery, resume);
}

/** What cannot travel need not: behind the group it may be dead. Then a pause goes back to before the group. */
function keptPoint(delivery: Delivery, branches: readonly Branch[]): Stand | undefined {
  try {
    return groupPoint(delivery, branches);
  } catch {
    return undefined;
  }
}

// ---- activities ------------------------------------------------------------------------------------------------------

function arriveAtActivity(delivery: Delivery, stop: Suspended, nowMs: number): Step {
  return orThrowInto(delivery, nowMs, () => {
    const name = stop.info.activity?.name ?? stop.state;
    const args = encodeValue(stop.args, `the arguments of ${name}`);
    const call: PendingCall = { args, attempt: 0, limits: delivery.pending?.requests ?? [] };
    const point: Stand = { ...pointHere(delivery, stop.state), call };
    const free = { ...delivery, pending: undefined };
    if (delivery.acted || !delivery.repeatable) return hop(free, point, nowMs, 0);
    return prepareAttempt({ ...free, stand: point, args: decodeValue(args) as unknown[] }, stop.info, nowMs);
  });
}

/** Stands at an activity that may be performed now: asks for its limits first, all together (10.4). */
function prepareAttempt(delivery: Delivery, info: StateInfo, nowMs: number): Step {
  const { rules, facts, stand } = delivery;
  const policy = rules.policyOf(info.activity!, pathOf(delivery));
  const own = stand.call!.limits;
  const declared = declaredRequest(policy, delivery.args);
  if (declared) requireKeepable(declared, rules.perProcessLimits);
  if (outlivesRetention(facts, rules.queue, policy.timeoutMs)) return hop(delivery, stand, nowMs, 0);
  // Declared and awaited directly before, it is still one use by one call.
  const requests = declared && !own.some((request) => isSameLimit(request, declared)) ? [...own, declared] : own;
  if (requests.length === 0) return attempt(delivery);
  return ask(delivery, { place: placeOf(delivery), requests, wanted: { for: 'attempt' }, holds: 0 });
}

function attempt(delivery: Delivery): Step {
  const { stand, envelope, rules } = delivery;
  const call = stand.call!;
  const info = infoHere(delivery);
  return {
    delivery,
    decision: {
      kind: 'attempt',
      state: stand.state,
      info,
      path: pathOf(delivery),
      args: delivery.args,
      attempt: call.attempt + 1,
      idempotencyKey: idempotencyKey(envelope.incarnation, stand.state, `${delivery.lineage}${stand.visit}`),
      policy: rules.policyOf(info.activity!, pathOf(delivery)),
      lastHeartbeat: call.heartbeat === undefined ? undefined : decodeValue(call.heartbeat),
    },
  };
}

type Attempted = Extract<DeliveryEvent, { kind: 'attempted' }>;
type Joined = Extract<DeliveryEvent, { kind: 'joined' }>;

function takeValue(delivery: Delivery, event: Attempted & { value: unknown }, nowMs: number): Step {
  let value: Encoded;
  try {
    value = encodeValue(event.value, `the result of ${delivery.stand.state}`);
  } catch (error) {
    // Trying again would give the same kind of value: the workflow hears of it at its await.
    return giveOutcome(delivery, { error: encodeValue(error, 'the error') }, nowMs);
  }
  return giveOutcome(delivery, { value }, nowMs);
}

function takeFailure(delivery: Delivery, event: Attempted & { error: unknown; random: number }, nowMs: number): Step {
  const call = delivery.stand.call!;
  const policy = delivery.rules.policyOf(infoHere(delivery).activity!, pathOf(delivery));
  const failed: PendingCall = {
    ...call,
    attempt: call.attempt + 1,
    firstFailedAtMs: call.firstFailedAtMs ?? nowMs,
    firstStartedAtMs: call.firstStartedAtMs ?? event.startedAtMs,
    ...(event.heartbeat !== undefined && { heartbeat: event.heartbeat }),
  };
  const decision = decideRetry(policy.schedule, {
    error: event.error,
    attempt: failed.attempt,
    nowMs,
    firstStartedAtMs: failed.firstStartedAtMs!,
    random: event.random,
  });
  const settled = { ...delivery, stand: { ...delivery.stand, call: failed } };
  if (!decision.retry) return giveOutcome(settled, { error: encodedError(decision.error) }, nowMs);
  return retry(settled, event.error, decision.waitMs, decision.askedByError, nowMs);
}

function retry(delivery: Delivery, error: unknown, waitMs: number, askedByError: boolean, nowMs: number): Step {
  const point = waitMs > 0 ? { ...delivery.stand, wait: { durationMs: waitMs } } : delivery.stand;
  const step = send(delivery, 'retry', point, nowMs, legDelaySeconds(waitMs));
  const { decision } = step;
  const requests = askedByError ? pausedBy(delivery.asking?.requests ?? []) : [];
  const pause = requests.length > 0 ? { pause: { requests, forMs: waitMs } } : {};
  if (decision.kind === 'stand') return { ...step, decision: { ...decision, ...pause } };
  return decision.kind === 'send' ? { ...step, decision: { ...decision, error, ...pause } } : step;
}

/** A server that sends one tenant away means that tenant: keyed limits are paused rather than those that all share. */
function pausedBy(requests: readonly LimitRequest[]): readonly LimitRequest[] {
  const keyed = requests.filter((request) => request.key !== '');
  return keyed.length > 0 ? keyed : requests;
}

/** The activity is done. Its outcome is a copy, and stands in the next envelope before anything else happens. */
function giveOutcome(delivery: Delivery, outcome: NonNullable<PendingCall['outcome']>, nowMs: number): Step {
  const done = { ...delivery.stand, call: { ...delivery.stand.call!, outcome } };
  if (infoHere(delivery).inlineAfter) return hop({ ...delivery, acted: true }, done, nowMs, 0);
  // One that failed is tried again when the run is redriven, so its error is not kept.
  const stand = 'value' in outcome ? done : delivery.stand;
  return advanceWith({ ...delivery, acted: true, stand }, resumeOf(outcome));
}

/** What is thrown may hold what cannot travel; the codec keeps what it can and lists the rest. */
function encodedError(error: unknown): Encoded {
  try {
    return encodeValue(error, 'the error');
  } catch (refusal) {
    return encodeValue(refusal, 'the error');
  }
}

// ---- limits ----------------------------------------------------------------------------------------------------------

function arriveAtLimit(delivery: Delivery, stop: Suspended, nowMs: number): Step {
  return orThrowInto(delivery, nowMs, () => {
    const request = normalizeRateLimit(stop.args);
    requireKeepable(request, delivery.rules.perProcessLimits);
    // Two uses of one limit are never asked for together: a limit of 1 could not grant them.
    const pending = delivery.pending;
    if (pending?.requests.some((other) => isSameLimit(other, request)))
      return askFor(delivery, pending, { for: 'stop', stop });
    const limits = { args: encodeValue([], 'no arguments'), attempt: 0, limits: [request] };
    const point: Stand = { ...pointHere(delivery, stop.state), call: limits };
    if (delivery.acted || delivery.passes >= passesMax) return hop(delivery, point, nowMs, 0);
    return addPending(delivery, stop.info, request, point);
  });
}

/** Runs ahead where nothing can be seen of it, to learn whether the limit belongs to an activity; else asks at once. */
function addPending(delivery: Delivery, info: StateInfo, request: LimitRequest, point: Stand): Step {
  const before = delivery.pending;
  const pending: Pending = {
    requests: [...(before?.requests ?? []), request],
    point: before?.point ?? point,
    place: placeOf(delivery),
  };
  const next = { ...delivery, pending, stand: before ? delivery.stand : point };
  if (info.repeatableAfter) return passOver(next);
  return askFor(next, pending, { for: 'passage' });
}

function askFor(delivery: Delivery, { place, requests }: Pending, wanted: Wanted): Step {
  return ask(delivery, { place, requests, wanted, holds: 0 });
}

function ask(delivery: Delivery, asking: Asking): Step {
  const { place, requests } = asking;
  return { delivery: { ...delivery, asking }, decision: { kind: 'ask', place, requests } };
}

function useGrant(delivery: Delivery, nowMs: number): Step {
  const { wanted } = delivery.asking!;
  if (wanted.for === 'attempt') return attempt({ ...delivery, pending: undefined });
  const passed = { ...delivery, pending: undefined, asking: undefined, passed: true };
  return wanted.for === 'stop' ? conclude(passed, wanted.stop, nowMs) : passOver(passed);
}

function yieldToLimit(delivery: Delivery, waitMs: number, nowMs: number): Step {
  const { wanted, holds } = delivery.asking!;
  if (isBranch(delivery)) return waitInLine(delivery, wanted, waitMs, nowMs);
  if (isHeldInHand(waitMs) && holds < holdsMax) return { delivery, decision: { kind: 'hold', waitMs } };
  const seconds = Math.max(1, secondsBelow(waitMs));
  const point = placeInLine(delivery, wanted);
  if (!delivery.passed && seconds <= delivery.rules.bounceSecondsMax && mayBounce(delivery, seconds))
    return { delivery, decision: { kind: 'bounce', state: point.state, visibilitySeconds: seconds } };
  const wait: Wait = { dueAtMs: nowMs + seconds * 1_000, inLine: true };
  return send(delivery, 'in-line', { ...point, wait }, nowMs, legDelaySeconds(seconds * 1_000));
}

function waitInLine(delivery: Delivery, wanted: Wanted, waitMs: number, nowMs: number): Step {
  const wait: Wait = { dueAtMs: nowMs + Math.max(1, waitMs), inLine: true };
  return send(delivery, 'in-line', { ...placeInLine(delivery, wanted), wait }, nowMs, 0);
}

function placeInLine({ stand, pending }: Delivery, wanted: Wanted): Stand {
  return wanted.for === 'attempt' ? stand : pending!.point;
}

function mayBounce({ facts, rules }: Delivery, seconds: number): boolean {
  return mayHide(facts, rules.queue, seconds);
}

function isSameLimit(a: LimitRequest, b: LimitRequest): boolean {
  return a.name === b.name && a.key === b.key;
}

/** Who stands in line: equal for every delivery that comes to this suspension. */
function placeOf(delivery: Delivery): string {
  return idempotencyKey(
    delivery.envelope.incarnation,
    delivery.frames[delivery.frames.length - 1]!.state,
    `${delivery.lineage}${delivery.visit}`,
  );
}

// ---- verdicts --------------------------------------------------------------------------------------------------------

function isBranch({ lineage }: Delivery): boolean {
  return lineage !== '';
}

function hop(delivery: Delivery, point: Stand, nowMs: number, delaySeconds: number): Step {
  return send(delivery, 'hop', point, nowMs, delaySeconds);
}

function send(
  delivery: Delivery,
  cause: 'hop' | 'retry' | 'in-line',
  point: Stand,
  nowMs: number,
  delaySeconds: number,
): Step {
  if (isBranch(delivery)) return standAt(delivery, point, nowMs);
  const envelope = carryOn(delivery.envelope, point, nowMs);
  if (envelope.pace!.hops > delivery.rules.maxHopsPerHour) return runAway(delivery, point, nowMs);
  const delay = delivery.rules.queue.isFifo ? 0 : delaySeconds;
  return { delivery, decision: { kind: 'send', cause, state: point.state, envelope, delaySeconds: delay } };
}

function standAt(delivery: Delivery, { live, visit, call, wait }: Stand, nowMs: number): Step {
  const due = wait && 'durationMs' in wait ? { dueAtMs: nowMs + wait.durationMs } : wait;
  const branch = { frames: live, visit, ...(call && { call }), ...(due && { wait: due }) };
  return { delivery, decision: { kind: 'stand', branch } };
}

function runAway(delivery: Delivery, point: Stand, nowMs: number): Step {
  const { maxHopsPerHour } = delivery.rules;
  const error = new HoplineError(
    'RUNAWAY',
    `Run ${delivery.envelope.run} of ${delivery.envelope.workflow} hopped more than ${maxHopsPerHour} times in an hour and was paused at '${point.state}'. ` +
      `Look for a loop without a sleep; if it is meant, raise maxHopsPerHour in @workflow() and redrive the message.`,
  );
  return pause(delivery, 'runaway', point, error, nowMs);
}

function complete(delivery: Delivery, value: unknown, nowMs: number): Step {
  if (isBranch(delivery)) return { delivery, decision: { kind: 'ended', outcome: { value } } };
  let copy: unknown;
  try {
    copy = decodeValue(encodeValue(value, `the result of ${delivery.envelope.workflow}`));
  } catch (error) {
    return endWith(delivery, error, nowMs);
  }
  return { delivery, decision: { kind: 'complete', value: copy } };
}

/** What the workflow let through. A declared failure ends the run; anything else is a defect that a deploy can mend. */
function endWith(delivery: Delivery, error: unknown, nowMs: number): Step {
  const { state } = delivery.stand;
  if (isBranch(delivery)) return { delivery, decision: { kind: 'ended', outcome: { error }, again: again(delivery) } };
  if (isFatalError(error)) return { delivery, decision: { kind: 'fail', status: 'failed', state, error } };
  if (isCancelledError(error)) return { delivery, decision: { kind: 'fail', status: 'cancelled', state, error } };
  return pause(delivery, 'paused', { ...delivery.stand, call: freshCallHere(delivery) }, error, nowMs);
}

function freshCallHere({ stand }: Delivery): PendingCall | undefined {
  return stand.call && freshCall(stand.call);
}

/** Where a failed branch is taken up when its run is redriven. */
function again(delivery: Delivery): OpenBranch {
  const { live, visit } = delivery.stand;
  const call = freshCallHere(delivery);
  return { frames: live, visit, ...(call && { call }) };
}

function pause(delivery: Delivery, reason: 'paused' | 'runaway', point: Stand, error: unknown, nowMs: number): Step {
  const envelope = paused(carryOn(delivery.envelope, point, nowMs), reason, error);
  const firstFailedAtMs = delivery.stand.call?.firstFailedAtMs ?? nowMs;
  return { delivery, decision: { kind: 'pause', reason, state: point.state, envelope, error, firstFailedAtMs } };
}

// ---- small things ----------------------------------------------------------------------------------------------------

function advanceWith(delivery: Delivery, resume: Resume): Step {
  return { delivery, decision: { kind: 'advance', frames: delivery.frames, above: delivery.above, resume } };
}

/**
 * Arguments that are refused and values that cannot travel are thrown at the await that they belong to, where the workflow
 * may catch them. A loop that catches for ever is stopped: it can neither suspend nor end.
 */
function orThrowInto(delivery: Delivery, nowMs: number, work: () => Step): Step {
  try {
    return work();
  } catch (error) {
    if (delivery.passes >= passesMax) return endWith(delivery, error, nowMs);
    return advanceWith({ ...delivery, passes: delivery.passes + 1 }, { kind: 'error', error });
  }
}

/** The place where the frames stand, written down. @throws HoplineError `UNSERIALISABLE` */
function pointHere(delivery: Delivery, state: string): Stand {
  const { frames: live, visit } = delivery;
  const frames = isBranch(delivery) ? unwritten : encodeFrames(live);
  return { frames, live, visit, state, call: undefined, wait: undefined };
}

function pathOf({ above, frames }: Delivery): readonly Frame[] {
  return above.length === 0 ? frames : [...above, ...frames];
}

function infoHere(delivery: Delivery): StateInfo {
  const top = delivery.frames[delivery.frames.length - 1]!;
  return delivery.rules.machines[top.machine]!.states[top.state]!;
}
