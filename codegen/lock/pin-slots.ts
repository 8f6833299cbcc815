/**
 * Keys of slots in messages: kept when a variable of the same name is declared before, and when the variable is renamed
 * and nothing else changed.
 *
 * Invariants
 * 1. Within a machine every slot has another key.
 * 2. A key in the lock is only kept for a variable of the same name, or where the whole method is the same up to the
 *    names of its locals.
 */
import type { MachineIr, Slot, Suspension } from '../ir/instruction.ts';
import { align } from './align.ts';
import type { LockMachine, LockSlot } from './lock-file.ts';

export function pinSlots(machine: MachineIr, locked: LockMachine, isRenamedOnly: boolean): void {
  const before = Object.entries(locked.slots);
  const travelling = travellingSlots(machine);
  const keys = new Map<Slot, string>();
  if (isRenamedOnly && before.length === travelling.length) {
    for (const [index, slot] of travelling.entries()) keys.set(slot, before[index]![0]);
  } else {
    for (const pair of align(before, machine.slots, ([key, old], slot) => likeness(key, old, slot)))
      keys.set(machine.slots[pair.after]!, before[pair.before]![0]);
  }
  const used = new Set([...Object.keys(locked.slots), ...keys.values()]);
  for (const slot of machine.slots) slot.key = keys.get(slot) ?? freshKey(nameInKey(slot.key), used);
}

/** Slots that some message carries, in slot order. */
export function travellingSlots(machine: MachineIr): readonly Slot[] {
  const carried = new Set(machine.suspensions.flatMap((suspension) => carriedBy(suspension)));
  return machine.slots.filter((slot) => carried.has(slot));
}

/** What a message standing here carries: a closure is made again instead of travelling. */
export function carriedBy(suspension: Suspension): readonly Slot[] {
  return suspension.live.filter((slot) => slot.remake === undefined);
}

function likeness(key: string, old: LockSlot, slot: Slot): number | undefined {
  if ((old.name ?? nameInKey(key)) !== nameInKey(slot.key)) return undefined;
  if (isTemporary(old.kind) || isTemporary(slot.kind)) return old.kind === slot.kind ? 1 : undefined;
  return old.kind === slot.kind ? 1 : 0;
}

/** `invoice` of `invoice@1`. */
export function nameInKey(key: string): string {
  return key.replace(/@\d+$/, '');
}

/** Ours, not the author's: its name says nothing about what it holds. */
export function isTemporary(kind: string): boolean {
  return kind === 'temp' || kind === 'cursor';
}

function freshKey(name: string, used: Set<string>): string {
  let key = name;
  for (let k = 1; used.has(key); k += 1) key = `${name}@${k}`;
  used.add(key);
  return key;
}
