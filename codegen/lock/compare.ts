/**
 * Whether messages that older code wrote may resume in the code at hand.
 *
 * Invariants
 * 1. Equal hash: compatible. The hash covers all code that is reachable from the state, the shape of its frame included.
 * 2. Equal shape of the whole method: only names changed, and the keys were pinned. Compatible.
 * 3. Else compatible only if proven: the state is there, each slot that the new code reads was saved, its old type is
 *    assignable to the new one, and the same `try` statements are open.
 * 4. Temporaries are ours and mean only what the code around them means: only an equal hash proves them. The position
 *    of a loop is proven by the same nest of loops and an assignable type of what the loop goes over.
 * 5. Proofs chain: what an accepted hash had saved held all that its successor read, with assignable types. So hashes
 *    accepted by a compatible state are accepted too.
 */
import type { MachineIr, Slot, Suspension } from '../ir/instruction.ts';
import { isAssignable } from './assignable.ts';
import type { LockMachine, LockSlot, LockState } from './lock-file.ts';
import { argumentsText } from './name-states.ts';
import { carriedBy, isTemporary, nameInKey, travellingSlots } from './pin-slots.ts';
import type { TypeTable } from './type-table.ts';

export type Verdict = 'compatible' | 'needs migration' | 'gone' | 'new';

export interface StateChange {
  readonly state: string;
  readonly verdict: Verdict;
  /** Sentences: what stands in the way of messages of the old code. Empty for 'compatible'. */
  readonly reasons: readonly string[];
}

/** No message written by an accepted build is this many compatible builds old; one that were is handed back, not guessed at. */
const acceptedHashesMax = 200;

/** The lock's entry for a machine as it is now, before anything is accepted. */
export function describeMachine(machine: MachineIr, types: TypeTable, shape: string | undefined): LockMachine {
  const explanations = types.explanations();
  return {
    file: machine.file,
    ...(shape === undefined ? {} : { shape }),
    states: Object.fromEntries(machine.suspensions.map((suspension) => [suspension.state, describeState(suspension)])),
    slots: Object.fromEntries(travellingSlots(machine).map((slot) => [slot.key, describeSlot(slot, types)])),
    ...(explanations ? { types: explanations } : {}),
  };
}

function describeSlot(slot: Slot, types: TypeTable): LockSlot {
  const isRenamed = !isTemporary(slot.kind) && nameInKey(slot.key) !== slot.sourceName;
  return {
    ...(isRenamed ? { name: slot.sourceName } : {}),
    kind: slot.kind,
    type: types.textOf(slot),
  };
}

function describeState(suspension: Suspension): LockState {
  return {
    operation: suspension.operation,
    label: suspension.label,
    args: argumentsText(suspension),
    path: suspension.path,
    hash: suspension.hash,
    live: carriedBy(suspension).map((slot) => slot.key),
  };
}

export interface Comparison {
  /** The entry to write: `now` with what it accepts and what is gone. */
  readonly machine: LockMachine;
  readonly changes: readonly StateChange[];
}

export function compareMachine(before: LockMachine | undefined, now: LockMachine): Comparison {
  if (!before) return { machine: now, changes: Object.keys(now.states).map((state) => newState(state)) };
  const changes: StateChange[] = [];
  const states: Record<string, LockState> = {};
  for (const [name, state] of Object.entries(now.states)) {
    const old = own(before.states, name) ?? own(before.gone, name);
    const change = old ? compareState(name, before, old, now, state) : newState(name);
    if (change) changes.push(change);
    states[name] = old && (!change || change.verdict === 'compatible') ? accepting(state, old) : state;
  }
  const gone: Record<string, LockState> = {};
  for (const [name, state] of Object.entries({ ...before.gone, ...before.states })) {
    if (Object.hasOwn(now.states, name)) continue;
    gone[name] = state;
    if (own(before.states, name)) changes.push(goneState(name, state));
  }
  return { machine: { ...now, states, ...(Object.keys(gone).length > 0 ? { gone } : {}) }, changes };
}

function own(states: Readonly<Record<string, LockState>> | undefined, name: string): LockState | undefined {
  return states && Object.hasOwn(states, name) ? states[name] : undefined;
}

function newState(state: string): StateChange {
  return { state, verdict: 'new', reasons: [] };
}

function goneState(state: string, { label }: LockState): StateChange {
  return { state, verdict: 'gone', reasons: [`no call of '${label}' in the new code takes its place`] };
}

/** Undefined where nothing changed that concerns messages. */
function compareState(
  name: string,
  before: LockMachine,
  old: LockState,
  now: LockMachine,
  state: LockState,
): StateChange | undefined {
  if (old.hash === state.hash) return undefined;
  if (before.shape !== undefined && before.shape === now.shape && String(old.live) === String(state.live))
    return { state: name, verdict: 'compatible', reasons: [] };
  const reasons = [
    ...(old.operation === state.operation && old.label === state.label
      ? []
      : [`it waited for '${old.label}', now for '${state.label}'`]),
    ...tryReasons(old, state),
    ...temporaryReasons(now, state),
    ...loopReasons(old, now, state),
    ...slotReasons(before, old, now, state),
  ];
  return { state: name, verdict: reasons.length === 0 ? 'compatible' : 'needs migration', reasons };
}

function tryReasons(old: LockState, state: LockState): string[] {
  const [was, is] = [tryPath(old), tryPath(state)];
  return was === is ? [] : [`it stood in ${was || 'no try'}, now in ${is || 'no try'}`];
}

function tryPath(state: LockState): string {
  return state.path.filter((step) => /^(?:try|catch|finally)\b/.test(step)).join(' › ');
}

function temporaryReasons(now: LockMachine, state: LockState): string[] {
  const isHalfDone = state.live.some((key) => now.slots[key]!.kind === 'temp');
  return isHalfDone ? ['it stands inside an expression or a finally that is half done, and the code changed'] : [];
}

/** The position of a loop means the same only in the same nest of loops; what it goes over is compared with the slots. */
function loopReasons(old: LockState, now: LockMachine, state: LockState): string[] {
  const isInLoop = state.live.some((key) => now.slots[key]!.kind === 'cursor');
  return isInLoop && loopPath(old) !== loopPath(state) ? ['the loops around it changed'] : [];
}

function loopPath(state: LockState): string {
  return state.path.filter((step) => /^(?:for|while|do)\b/.test(step)).join(' › ');
}

function slotReasons(before: LockMachine, old: LockState, now: LockMachine, state: LockState): string[] {
  return state.live.flatMap((key) => {
    const slot = now.slots[key]!;
    if (slot.kind === 'temp') return [];
    const saved = old.live.includes(key) ? before.slots[key] : undefined;
    const name = slot.kind === 'cursor' ? 'the position of a loop' : `'${slot.name ?? nameInKey(key)}'`;
    if (!saved) return [`${name} is read after it, and old messages do not carry it`];
    const change = {
      before: saved.type,
      beforeTypes: before.types ?? {},
      after: slot.type,
      afterTypes: now.types ?? {},
    };
    return isAssignable(change) ? [] : [`${name} was ${explain(saved.type, before)}, now ${explain(slot.type, now)}`];
  });
}

function explain(type: string, machine: LockMachine): string {
  const explanation = machine.types?.[type];
  return explanation === undefined ? type : `${type} ${explanation}`;
}

function accepting(state: LockState, old: LockState): LockState {
  const accepts = [...new Set([...(old.accepts ?? []), old.hash])].filter((hash) => hash !== state.hash);
  return accepts.length === 0 ? state : { ...state, accepts: accepts.slice(-acceptedHashesMax) };
}
