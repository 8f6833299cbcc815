/**
 * Names of states: what is awaited and its place among its like (`charge`, `charge-2`), kept over edits by aligning to
 * the lock.
 *
 * Invariants
 * 1. Within a machine every state has another name, and none is `start`.
 * 2. A name in the lock is only given to the same operation. The order of states never crosses: a run standing behind
 *    `charge` must not resume in front of it because the two calls changed places.
 * 3. A new state takes the smallest number that no state in the lock has or had.
 * 4. After naming, equal `suspension.hash` means equal code behind the state *and* an equal frame: a message is taken by
 *    hash alone, so the keys of what it carries have to be part of it.
 */
import { createHash } from 'node:crypto';

import { textOf } from '../ir/code.ts';
import type { MachineIr, Suspension } from '../ir/instruction.ts';
import { align } from './align.ts';
import type { LockMachine, LockState } from './lock-file.ts';
import { carriedBy, pinSlots } from './pin-slots.ts';

/**
 * Names the states and pins the slots of every machine; once for each lowering.
 *
 * @param lockedEntry what the lock holds of a machine
 * @param shapes a machine's method with its local names left out, by which a mere renaming is known
 */
export function nameStates(
  machines: readonly MachineIr[],
  lockedEntry: (machine: MachineIr) => LockMachine | undefined = () => undefined,
  shapes: ReadonlyMap<MachineIr, string> = new Map(),
): void {
  for (const machine of machines) {
    const locked = lockedEntry(machine);
    const isRenamedOnly = locked?.shape !== undefined && locked.shape === shapes.get(machine);
    nameMachine(machine, locked, isRenamedOnly);
    if (locked) pinSlots(machine, locked, isRenamedOnly);
    for (const suspension of machine.suspensions) suspension.hash = withFrame(suspension.hash, keysOf(suspension));
  }
}

function keysOf(suspension: Suspension): string[] {
  return carriedBy(suspension).map(({ key }) => key);
}

function withFrame(codeHash: string, frame: readonly string[]): string {
  return createHash('sha256')
    .update(`${codeHash} ${frame.join(' ')}`)
    .digest('hex')
    .slice(0, 16);
}

/** Before its slots are pinned: the code is that of the locked state, given that state's frame. */
function hasCodeOf(state: LockState, suspension: Suspension): boolean {
  return withFrame(suspension.hash, state.live) === state.hash;
}

function nameMachine(machine: MachineIr, locked: LockMachine | undefined, isRenamedOnly: boolean): void {
  const { suspensions } = machine;
  const used = new Set(['start', ...Object.keys(locked?.states ?? {}), ...Object.keys(locked?.gone ?? {})]);
  const kept = locked ? keptNames(machine, locked, isRenamedOnly) : new Map<Suspension, string>();
  for (const suspension of suspensions) suspension.state = kept.get(suspension) ?? freshName(suspension.label, used);
}

function keptNames(machine: MachineIr, locked: LockMachine, isRenamedOnly: boolean): Map<Suspension, string> {
  const { suspensions } = machine;
  const before = Object.entries(locked.states);
  if (isRenamedOnly && before.length === suspensions.length)
    return new Map(suspensions.map((suspension, index) => [suspension, before[index]![0]]));
  const kept = new Map<Suspension, string>();
  for (const pair of align(before, suspensions, ([, state], suspension) => likeness(state, suspension)))
    kept.set(suspensions[pair.after]!, before[pair.before]![0]);
  for (const suspension of suspensions) {
    const revived = kept.has(suspension) ? undefined : goneLike(locked, suspension, new Set(kept.values()));
    if (revived !== undefined) kept.set(suspension, revived);
  }
  return kept;
}

/** A state that went away and came back unchanged, as when a commit is reverted, is the same state. */
function goneLike(locked: LockMachine, suspension: Suspension, taken: ReadonlySet<string>): string | undefined {
  const found = Object.entries(locked.gone ?? {}).find(
    ([name, gone]) => !taken.has(name) && isSameOperation(gone, suspension) && hasCodeOf(gone, suspension),
  );
  return found?.[0];
}

function freshName(label: string, used: Set<string>): string {
  let name = label;
  for (let ordinal = 2; used.has(name); ordinal += 1) name = `${label}-${ordinal}`;
  used.add(name);
  return name;
}

function isSameOperation(state: LockState, suspension: Suspension): boolean {
  return state.label === suspension.label && state.operation === suspension.operation;
}

/** Among equal operations: the same code behind it says most, then the arguments, then where it stands. */
function likeness(state: LockState, suspension: Suspension): number | undefined {
  if (!isSameOperation(state, suspension)) return undefined;
  const sameCode = hasCodeOf(state, suspension) ? 256 : 0;
  const sameArguments = state.args === argumentsText(suspension) ? 64 : 0;
  return sameCode + sameArguments + Math.min(63, commonEnds(state.path, suspension.path));
}

function commonEnds(a: readonly string[], b: readonly string[]): number {
  const prefix = commonPrefix(a, b);
  return prefix + commonPrefix([...a.slice(prefix)].reverse(), [...b.slice(prefix)].reverse());
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((step, index) => step !== b[index]);
  return differs === -1 ? a.length : differs;
}

const argumentsTextMax = 80;

/** As the lock keeps them: shortened, on one line. */
export function argumentsText(suspension: Suspension): string {
  const text = textOf(suspension.args)
    .replace(/^\[|\]$/g, '')
    .replace(/\s+/g, ' ');
  return text.length <= argumentsTextMax ? text : `${text.slice(0, argumentsTextMax - 1)}…`;
}
