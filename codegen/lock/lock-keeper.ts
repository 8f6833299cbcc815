/**
 * The lock during one life of the compiler: read once, compared with every machine, written when asked.
 *
 * Invariants
 * 1. Everything is compared with the *base*: the file as it was read. What this process wrote itself is no base, so the
 *    many half-done versions of one editing session leave no trace in the lock.
 * 2. A file that changed under us (a pull, another process) is a new base.
 * 3. Machines of files that were not compiled keep their entries; machines that are no longer in a compiled file lose them.
 * 4. A lock that cannot be read is never overwritten.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { diagnosticForFile } from '../diagnostics/create.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { MachineIr } from '../ir/instruction.ts';
import { type StateChange, compareMachine, describeMachine } from './compare.ts';
import {
  type LockFile,
  type LockMachine,
  type LockState,
  emptyLock,
  lockFormat,
  parseLock,
  printLock,
} from './lock-file.ts';
import { nameStates } from './name-states.ts';
import type { TypeTable } from './type-table.ts';

/** What the lock says of one machine. */
export interface MachineChange {
  readonly machine: string;
  /** The entry is not what the lock file holds. */
  readonly isDifferent: boolean;
  readonly changes: readonly StateChange[];
}

export interface RemovedMachine extends MachineChange {
  /** Where it was, relative to the root. */
  readonly file: string;
}

export interface LockKeeper {
  readonly path: string;
  isMissing(): boolean;
  /** Why the file cannot be read, if so. */
  problem(): Diagnostic | undefined;
  /** Gives states their names and slots their keys. */
  name(machines: readonly MachineIr[], shapes: ReadonlyMap<MachineIr, string>): void;
  knows(machine: MachineIr): boolean;
  /** Compares a named machine, and remembers its entry. */
  settle(machine: MachineIr, types: TypeTable, shape: string | undefined): MachineChange;
  /** These are all machines of the file: what the lock holds of it beyond is gone. */
  settleFile(file: string, machines: readonly MachineIr[]): void;
  /** Machines of compiled or deleted files that were not met again. */
  removed(): readonly RemovedMachine[];
  /** Hashes of older builds that the state takes over. */
  accepts(machine: MachineIr, state: string): readonly string[];
  /** True if the file would be written. */
  isOutdated(): boolean;
  /** Writes the file if it is outdated; true if it was. */
  save(): boolean;
}

interface Base {
  readonly text: string | undefined;
  /** One, or the two sides of a merge conflict. */
  readonly versions: readonly LockFile[];
  readonly problem?: Diagnostic;
}

/** @param root folder that the lock names files relative to */
export function openLock(path: string, root: string): LockKeeper {
  let base = readBase(path);
  let written = base.text;
  /** Entries by key, and the keys that each compiled file has. */
  const settled = new Map<string, LockMachine>();
  const files = new Map<string, ReadonlySet<string>>();
  const entries = () => Object.entries(base.versions[0]!.machines);
  const refresh = () => {
    if (readText(path) === written) return;
    base = readBase(path);
    written = base.text;
  };
  const known = (key: string) => settled.get(key) ?? entryOf(base.versions[0], key);
  const keyOf = (machine: MachineIr) => keyIn(known, machine, root);
  const isGone = (key: string, { file }: LockMachine) =>
    !settled.has(key) && (files.has(file) || !existsSync(join(root, file)));
  const text = () => {
    const kept = entries().filter(([key, entry]) => !isGone(key, entry));
    return printLock({ format: lockFormat, machines: { ...Object.fromEntries(kept), ...Object.fromEntries(settled) } });
  };
  const isOutdated = () => !base.problem && text() !== (written ?? printLock(emptyLock));
  return {
    path,
    isMissing: () => base.text === undefined,
    problem: () => base.problem,
    name(machines, shapes) {
      refresh();
      nameStates(machines, (machine) => entryOf(base.versions[0], keyOf(machine)), shapes);
    },
    knows: (machine) => entryOf(base.versions[0], keyOf(machine)) !== undefined,
    settle(machine, types, shape) {
      const key = keyOf(machine);
      const before = entryOf(base.versions[0], key);
      const compared = compareMachine(before, describeMachine(machine, types, shape));
      const entry = base.versions
        .slice(1)
        .reduce((merged, side) => acceptAlso(merged, entryOf(side, key)), compared.machine);
      settled.set(key, entry);
      const isDifferent = JSON.stringify(entry) !== JSON.stringify(before);
      return { machine: machine.name, isDifferent, changes: compared.changes };
    },
    settleFile(file, machines) {
      const keys = new Set(machines.map(keyOf));
      for (const key of files.get(file) ?? []) if (!keys.has(key)) settled.delete(key);
      files.set(file, keys);
    },
    removed: () =>
      entries()
        .filter(([key, entry]) => isGone(key, entry))
        .map(([key, entry]) => ({ machine: key, file: entry.file, isDifferent: true, changes: allGone(entry) })),
    accepts(machine, state) {
      const states = settled.get(keyOf(machine))?.states;
      return (states && Object.hasOwn(states, state) ? states[state]!.accepts : undefined) ?? [];
    },
    isOutdated,
    save() {
      if (!isOutdated()) return false;
      written = text();
      writeWhole(path, written);
      return true;
    },
  };
}

/**
 * A machine's key is its name, so that it may move to another file. Only where another file still has a class of that
 * name (helpers of two classes may be called alike) is the file part of the key.
 */
function keyIn(
  known: (key: string) => LockMachine | undefined,
  { name, className, file }: MachineIr,
  root: string,
): string {
  const own = `${name} in ${file}`;
  if (known(own)) return own;
  const other = known(name)?.file;
  const isTaken = other !== undefined && other !== file && declaresClass(join(root, other), className);
  return isTaken ? own : name;
}

function declaresClass(path: string, className: string): boolean {
  return new RegExp(`\\bclass\\s+${className}\\b`).test(readText(path) ?? '');
}

function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function readBase(path: string): Base {
  const text = readText(path);
  if (text === undefined) return { text, versions: [emptyLock] };
  try {
    return { text, versions: parseLock(text) };
  } catch (error) {
    const problem = diagnosticForFile(path, 'HL8003', (error as Error).message, {
      hint: 'Restore the file from version control, or delete it and run `hopline check --update` if no run is in flight.',
    });
    return { text, versions: [emptyLock], problem };
  }
}

/** A reader never sees half a lock: written beside it, then put in its place. */
function writeWhole(path: string, text: string): void {
  const beside = `${path}.${process.pid}.tmp`;
  writeFileSync(beside, text);
  renameSync(beside, path);
}

function entryOf(lock: LockFile | undefined, machine: string): LockMachine | undefined {
  return lock && Object.hasOwn(lock.machines, machine) ? lock.machines[machine] : undefined;
}

/** The other side of a merge conflict: its messages may be in flight too. */
function acceptAlso(entry: LockMachine, side: LockMachine | undefined): LockMachine {
  if (!side) return entry;
  const { machine: other } = compareMachine(side, entry);
  const states = Object.entries(entry.states).map(([name, state]): [string, LockState] => {
    const accepts = [...new Set([...(state.accepts ?? []), ...(other.states[name]!.accepts ?? [])])];
    return [name, accepts.length === 0 ? state : { ...state, accepts }];
  });
  const gone = { ...other.gone, ...entry.gone };
  return { ...entry, states: Object.fromEntries(states), ...(Object.keys(gone).length > 0 ? { gone } : {}) };
}

function allGone(entry: LockMachine): StateChange[] {
  return Object.keys(entry.states).map((state) => ({
    state,
    verdict: 'gone',
    reasons: ['the method is no longer there, or no longer suspends'],
  }));
}
