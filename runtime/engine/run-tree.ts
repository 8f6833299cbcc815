/**
 * A run and the branches of its groups (`Promise.all([…])`), within one delivery. Each position is a {@link Delivery} of its
 * own; here is decided which of them goes on, how many activities run side by side, and when the message is written anew.
 *
 * ```
 * group ─► branches begin, in order ─► attempts, up to 10 at once ─► ended ─► the policy decides ─► joined
 *                 └─ a sleep, a retry, a place in line ─► stands until due     └─ enough done ─► written down: send
 * ```
 *
 * Invariants
 * 1. Code runs in one position at a time, in the order in which things came to pass.
 * 2. A branch performs one activity in a delivery, and what it reaches after *any* activity of this delivery is not begun
 *    before it is written down (G10): another branch's outcome may be in its arguments.
 * 3. After 25 activities or 30 s nothing more is begun: what runs is waited for and everything written down, so that
 *    a crash repeats no more than that.
 * 4. A group that is decided drops its branches: those that run are told to stop and not heard any more, those that wait
 *    are forgotten, so nothing wakes for them.
 */
import type { Envelope } from '../protocol/envelope.ts';
import { HoplineError } from '../protocol/errors.ts';
import { isBranchSeed, isSettledItem } from '../protocol/branch-seed.ts';
import type { Branch, Frame, GroupPolicy, OpenBranch, Resume } from '../protocol/machine.ts';
import type { MessageFacts } from './admission.ts';
import { startFrame } from './advance.ts';
import type { Attempt, Decision, DeliveryEvent, LimitPause, Request, Verdict } from './decision.ts';
import {
  beginBranch,
  enter,
  enterBranch,
  proceed,
  sendGroup,
  type BranchOf,
  type Delivery,
  type DeliveryRules,
  type Step,
} from './delivery.ts';

/** The run itself is `''`, its branches `0`, `1`, theirs `0.0`. */
export type PositionId = string;

/** What a position wants for itself alone. */
export type LoneRequest = Exclude<Request, { kind: 'group' }>;

/** What is wanted of the loop. All but `begin`, `abandon` and `pauseLimits` are answered by an event. */
export type TreeRequest =
  | { readonly kind: 'do'; readonly at: PositionId; readonly request: LoneRequest }
  /** An attempt beside others: its end is told to {@link RunTree.take} whenever it comes. */
  | { readonly kind: 'begin'; readonly at: PositionId; readonly attempt: Attempt }
  /** For the end of any attempt that was begun, or for a time. */
  | { readonly kind: 'await'; readonly untilMs: number | undefined }
  | { readonly kind: 'abandon'; readonly at: readonly PositionId[] }
  | { readonly kind: 'pauseLimits'; readonly pause: LimitPause };

export type TreeDecision = TreeRequest | { readonly kind: 'verdict'; readonly verdict: Verdict };

/** Attempts that run side by side in one delivery. */
const atOnceMax = 10;
const finishedMax = 25;
const unwrittenMsMax = 30_000;

type State =
  | { readonly kind: 'working'; readonly delivery: Delivery }
  | { readonly kind: 'ready'; readonly delivery: Delivery; readonly attempt: Attempt }
  | { readonly kind: 'running'; readonly delivery: Delivery }
  | { readonly kind: 'standing'; readonly branch: OpenBranch }
  | { readonly kind: 'grouped'; readonly delivery: Delivery; readonly group: Group }
  | { readonly kind: 'ended'; readonly outcome: Outcome; readonly again: OpenBranch | undefined };

type Outcome = { readonly value: unknown } | { readonly error: unknown };

interface Group {
  readonly policy: GroupPolicy;
  readonly branches: readonly PositionId[];
  /** In the order in which they ended. */
  readonly ended: PositionId[];
  /** Every branch has begun: not before does one that is done decide. */
  isBegun: boolean;
}

const root: PositionId = '';

export class RunTree {
  readonly #rules: DeliveryRules;
  readonly #positions = new Map<PositionId, State>();
  readonly #wanted: TreeRequest[] = [];
  #verdict: Verdict | undefined;
  #running = 0;
  /** Attempts that ended in this delivery. */
  #finished = 0;
  #firstBegunMs: number | undefined;
  #isClosed = false;

  constructor(rules: DeliveryRules, facts: MessageFacts, envelope: Envelope, frames: readonly Frame[]) {
    this.#rules = rules;
    this.#settle(root, enter(rules, facts, envelope, frames), facts.nowMs);
  }

  /** What comes next, until there is a verdict. */
  next(nowMs: number): TreeDecision {
    for (;;) {
      const wanted = this.#wanted.shift();
      if (wanted) return wanted;
      if (this.#verdict) return { kind: 'verdict', verdict: this.#verdict };
      if (this.#wakeDue(nowMs)) continue;
      const ready = this.#firstReady(nowMs);
      if (ready) return ready;
      if (this.#running > 0) return { kind: 'await', untilMs: this.#isClosed ? undefined : this.#nextDue() };
      this.#write(nowMs);
    }
  }

  #write(nowMs: number): void {
    const { delivery, group } = this.#grouped(root);
    const step = sendGroup(delivery, this.#branchesOf(root), this.#messageDue(), nowMs);
    // What cannot be written down is thrown at the await of the group, which ends it.
    if (step.decision.kind === 'advance') this.#drop(group);
    this.#settle(root, step, nowMs);
  }

  /** What came of a request. Told of a position that was dropped, it does nothing. */
  take(at: PositionId, event: DeliveryEvent, nowMs: number): void {
    const state = this.#positions.get(at);
    if (!state || !('delivery' in state)) return;
    if (state.kind === 'running') this.#running -= 1;
    if (event.kind === 'attempted' && at !== root) this.#finished += 1;
    this.#settle(at, proceed(state.delivery, event, nowMs), nowMs);
  }

  /** Nothing more is begun, nor what was just wanted at `at`: the worker stops. */
  close(at: PositionId): void {
    this.#isClosed = true;
    const state = this.#positions.get(at);
    if (state?.kind !== 'running') return;
    this.#running -= 1;
    this.#positions.set(at, { kind: 'standing', branch: standOf(state.delivery) });
  }

  // ---- one position ------------------------------------------------------------------------------------------------------

  #settle(at: PositionId, { delivery, decision }: Step, nowMs: number): void {
    switch (decision.kind) {
      case 'group':
        return this.#open(at, delivery, decision, nowMs);
      case 'stand':
        if (decision.pause) this.#wanted.push({ kind: 'pauseLimits', pause: decision.pause });
        this.#positions.set(at, { kind: 'standing', branch: decision.branch });
        return;
      case 'ended':
        return this.#end(at, decision.outcome, decision.again, nowMs);
      case 'attempt':
        if (at === root) return this.#want(at, delivery, decision);
        this.#positions.set(at, { kind: 'ready', delivery, attempt: decision });
        return;
      case 'advance':
      case 'ask':
      case 'hold':
        return this.#want(at, delivery, decision);
      default:
        this.#verdict = decision;
    }
  }

  #want(at: PositionId, delivery: Delivery, request: LoneRequest): void {
    this.#positions.set(at, { kind: 'working', delivery });
    this.#wanted.push({ kind: 'do', at, request });
  }

  // ---- a group -----------------------------------------------------------------------------------------------------------

  #open(at: PositionId, delivery: Delivery, decision: Extract<Decision, { kind: 'group' }>, nowMs: number): void {
    const count = 'list' in decision ? decision.list.length : decision.branches.length;
    const branches = Array.from({ length: count }, (_, index) => (at === root ? `${index}` : `${at}.${index}`));
    const group: Group = { policy: policyOf(this.#rules, delivery), branches, ended: [], isBegun: false };
    this.#positions.set(at, { kind: 'grouped', delivery, group });
    for (let index = 0; index < count; index++) {
      const of: BranchOf = { group: delivery, index, acted: this.#finished > 0 };
      if ('list' in decision) this.#begin(branches[index]!, of, decision.list[index], nowMs);
      else this.#restore(branches[index]!, of, decision.branches[index]!, nowMs);
    }
    group.isBegun = true;
    this.#decide(at, nowMs);
  }

  #begin(at: PositionId, of: BranchOf, item: unknown, nowMs: number): void {
    if (!isBranchSeed(item)) return this.#end(at, settled(item), undefined, nowMs);
    const { frames } = of.group;
    const { machine } = frames[frames.length - 1]!;
    const { operation, hash, callee } = this.#rules.machines[machine]!.states[item.state]!;
    const frame: Frame = { machine, state: item.state, hash, locals: {} };
    if (operation !== 'call') return this.#settle(at, beginBranch(of, frame, item.args, nowMs), nowMs);
    const entered = this.#calleeOf(of, frame, callee!);
    if ('error' in entered) return this.#end(at, entered, undefined, nowMs);
    const helper = startFrame(entered.machine, item.args);
    this.#settle(at, enterBranch(of, { frames: [frame, helper], visit: 0 }), nowMs);
  }

  /** Where the object of the call is not there, the branch ends as the call would. */
  #calleeOf(
    { group }: BranchOf,
    frame: Frame,
    callee: string,
  ): { readonly machine: string } | { readonly error: unknown } {
    const path = [...group.above, ...group.frames.slice(0, -1), frame];
    try {
      return { machine: this.#rules.calleeOf?.(path, callee) ?? callee };
    } catch (error) {
      return { error };
    }
  }

  #restore(at: PositionId, of: BranchOf, branch: Branch, nowMs: number): void {
    if (!('frames' in branch)) return this.#end(at, branch, undefined, nowMs);
    if (isDue(branch, nowMs)) return this.#settle(at, enterBranch(of, branch), nowMs);
    this.#positions.set(at, { kind: 'standing', branch });
  }

  #end(at: PositionId, outcome: Outcome, again: OpenBranch | undefined, nowMs: number): void {
    this.#positions.set(at, { kind: 'ended', outcome, again });
    const parent = parentOf(at);
    this.#grouped(parent).group.ended.push(at);
    this.#decide(parent, nowMs);
  }

  #decide(at: PositionId, nowMs: number): void {
    const { delivery, group } = this.#grouped(at);
    if (!group.isBegun) return;
    const outcomes = new Map(group.ended.map((id) => [id, (this.#positions.get(id) as { outcome: Outcome }).outcome]));
    const resume = decisionOf(group, outcomes);
    if (!resume) return;
    const branches = this.#branchesOf(at, resume.kind === 'error');
    this.#drop(group);
    const joined = { kind: 'joined', resume, branches, acted: this.#finished > 0 } as const;
    this.#settle(at, proceed(delivery, joined, nowMs), nowMs);
  }

  /** Invariant 4. */
  #drop({ branches }: Group): void {
    const abandoned: PositionId[] = [];
    const drop = (at: PositionId): void => {
      const state = this.#positions.get(at);
      this.#positions.delete(at);
      if (state?.kind === 'running') abandoned.push(at);
      if (state?.kind === 'grouped') state.group.branches.forEach(drop);
      forget(this.#wanted, at);
    };
    branches.forEach(drop);
    if (abandoned.length === 0) return;
    this.#running -= abandoned.length;
    this.#wanted.unshift({ kind: 'abandon', at: abandoned });
  }

  /** As they are written down; `retrying`: those that failed where they are tried again when the run is redriven. */
  #branchesOf(at: PositionId, retrying = false): Branch[] {
    return this.#grouped(at).group.branches.map((id) => this.#written(id, retrying));
  }

  #written(at: PositionId, retrying: boolean): Branch {
    const state = this.#positions.get(at);
    switch (state?.kind) {
      case 'ended':
        return (retrying ? state.again : undefined) ?? state.outcome;
      case 'standing':
        return state.branch;
      case 'grouped': {
        const { frames, visit } = state.delivery;
        const top = { ...frames[frames.length - 1]!, branches: this.#branchesOf(at, retrying) };
        return { frames: [...frames.slice(0, -1), top], visit };
      }
      case 'ready':
      case 'running':
      case 'working':
        return standOf(state.delivery);
      default:
        throw new Error(`Branch ${at} was not begun`);
    }
  }

  #grouped(at: PositionId): Extract<State, { kind: 'grouped' }> {
    const state = this.#positions.get(at);
    if (state?.kind !== 'grouped') throw new Error(`Position ${at} waits for no group`);
    return state;
  }

  // ---- which goes on -----------------------------------------------------------------------------------------------------

  /** Also while everything waits to be written down: a sleep that is over may decide a race against what runs. */
  #wakeDue(nowMs: number): boolean {
    const dueAtMs = this.#nextDue();
    if (dueAtMs === undefined || dueAtMs > nowMs || this.#isClosed) return false;
    for (const [at, state] of this.#positions) {
      if (state.kind !== 'standing' || !state.branch.wait || !isDue(state.branch, nowMs)) continue;
      const { delivery } = this.#grouped(parentOf(at));
      const of = { group: delivery, index: indexOf(at), acted: this.#finished > 0 };
      this.#settle(at, enterBranch(of, state.branch), nowMs);
      return true;
    }
    return false;
  }

  #firstReady(nowMs: number): TreeRequest | undefined {
    if (this.#running >= atOnceMax || this.#mustWrite(nowMs)) return undefined;
    for (const [at, state] of this.#positions) {
      if (state.kind !== 'ready') continue;
      this.#positions.set(at, { kind: 'running', delivery: state.delivery });
      this.#running += 1;
      this.#firstBegunMs ??= nowMs;
      return { kind: 'begin', at, attempt: state.attempt };
    }
    return undefined;
  }

  /** Invariant 3. */
  #mustWrite(nowMs: number): boolean {
    if (this.#isClosed || this.#finished >= finishedMax) return true;
    return this.#firstBegunMs !== undefined && nowMs - this.#firstBegunMs >= unwrittenMsMax;
  }

  /** When the first of those that wait for a time goes on. */
  #nextDue(): number | undefined {
    let earliest: number | undefined;
    for (const state of this.#positions.values()) {
      const wait = state.kind === 'standing' ? state.branch.wait : undefined;
      if (wait && 'dueAtMs' in wait) earliest = Math.min(earliest ?? Infinity, wait.dueAtMs);
    }
    return earliest;
  }

  /** As {@link #nextDue} for the message; undefined where some branch needs nothing but that it be written down. */
  #messageDue(): number | undefined {
    for (const state of this.#positions.values())
      if (state.kind === 'ready' || (state.kind === 'standing' && !state.branch.wait)) return undefined;
    return this.#nextDue();
  }

  /** Nothing was done, but for what was just wanted, that a fresh delivery would not do as well. */
  get isUntouched(): boolean {
    return this.#running <= 1 && this.#finished === 0;
  }
}

function policyOf({ machines }: DeliveryRules, { frames }: Delivery): GroupPolicy {
  const top = frames[frames.length - 1]!;
  return machines[top.machine]!.states[top.state]!.policy!;
}

/** As the methods of `Promise` do; undefined while it is open. */
function decisionOf(
  { policy, branches, ended }: Group,
  outcomes: ReadonlyMap<PositionId, Outcome>,
): Resume | undefined {
  const first = ended[0] === undefined ? undefined : outcomes.get(ended[0])!;
  const isOver = ended.length === branches.length;
  const inOrder = () => branches.map((at) => outcomes.get(at)!);
  switch (policy) {
    case 'race':
      if (first) return resumeOf(first);
      return isOver ? { kind: 'error', error: nothingToRace() } : undefined;
    case 'all': {
      const failed = ended.find((at) => 'error' in outcomes.get(at)!);
      if (failed !== undefined) return resumeOf(outcomes.get(failed)!);
      return isOver ? { kind: 'value', value: inOrder().map((each) => (each as { value: unknown }).value) } : undefined;
    }
    case 'any': {
      const done = ended.find((at) => 'value' in outcomes.get(at)!);
      if (done !== undefined) return resumeOf(outcomes.get(done)!);
      if (!isOver) return undefined;
      const errors = inOrder().map((each) => (each as { error: unknown }).error);
      return { kind: 'error', error: new AggregateError(errors, 'All promises were rejected') };
    }
    case 'allSettled':
      return isOver ? { kind: 'value', value: inOrder().map(settlement) } : undefined;
  }
}

function settlement(outcome: Outcome): PromiseSettledResult<unknown> {
  return 'value' in outcome
    ? { status: 'fulfilled', value: outcome.value }
    : { status: 'rejected', reason: outcome.error };
}

/** A promise that nobody settles would leave the run without a message. */
function nothingToRace(): HoplineError {
  return new HoplineError(
    'INVALID_OPTION',
    'Promise.race was given an empty list, which never settles. Look at the list before: if (list.length > 0) …',
  );
}

function resumeOf(outcome: Outcome): Resume {
  return 'value' in outcome ? { kind: 'value', value: outcome.value } : { kind: 'error', error: outcome.error };
}

/** What compiled code found out about a value of the list. */
function settled(item: unknown): Outcome {
  return isSettledItem(item) ? item.outcome : { value: item };
}

function standOf({ stand }: Delivery): OpenBranch {
  const { live, visit, call } = stand;
  return { frames: live, visit, ...(call && { call }) };
}

function isDue({ wait }: OpenBranch, nowMs: number): boolean {
  return !wait || !('dueAtMs' in wait) || wait.dueAtMs <= nowMs;
}

function forget(wanted: TreeRequest[], at: PositionId): void {
  const index = wanted.findIndex((request) => request.kind === 'do' && request.at === at);
  if (index >= 0) wanted.splice(index, 1);
}

function parentOf(at: PositionId): PositionId {
  return at.slice(0, Math.max(0, at.lastIndexOf('.')));
}

function indexOf(at: PositionId): number {
  return Number(at.slice(at.lastIndexOf('.') + 1));
}
