/**
 * Which slots must travel: backward data flow, with an edge from every instruction to its handler and to the targets of
 * jumps out of it. A read of a closure's slot reads what the closure captures.
 */
import { canThrow, codesOf, successors, termOf } from '../ir/flow.ts';
import type { Block, Code, Instruction, MachineIr, Slot } from '../ir/instruction.ts';

type LiveIn = Map<Block, Set<Slot>>;

/** Fills `suspension.live`; returns what may be read before anything wrote it. */
export function analyseLiveness(machine: MachineIr): ReadonlySet<Slot> {
  const liveIn: LiveIn = new Map(machine.blocks.map((block) => [block, new Set<Slot>()]));
  for (let changed = true; changed;) {
    changed = false;
    for (const block of [...machine.blocks].reverse()) {
      const before = liveIn.get(block)!;
      const now = liveBefore(block, liveIn);
      if (now.size === before.size) continue;
      liveIn.set(block, now);
      changed = true;
    }
  }
  for (const block of machine.blocks) {
    const term = termOf(block);
    if (term.kind !== 'suspend') continue;
    term.suspension.live = [...liveIn.get(term.resume)!].sort((a, b) => a.id - b.id);
  }
  return liveIn.get(machine.entry)!;
}

function liveBefore(block: Block, liveIn: LiveIn): Set<Slot> {
  const handler = block.handler ? liveIn.get(block.handler) : undefined;
  const live = liveAtEnd(block, liveIn, handler);
  for (const instruction of [...block.instructions].reverse()) step(instruction, live, liveIn, handler);
  return live;
}

function liveAtEnd(block: Block, liveIn: LiveIn, handler: Set<Slot> | undefined): Set<Slot> {
  const term = termOf(block);
  const live = new Set<Slot>();
  const next = term.kind === 'suspend' ? [term.resume] : successors(term);
  for (const to of next) addAll(live, liveIn.get(to)!);
  if (term.kind === 'dispatch') live.add(term.on);
  if (handler && term.kind !== 'jump' && term.kind !== 'dispatch') addAll(live, handler);
  for (const code of codesOf(term)) addReads(live, code);
  return live;
}

function step(instruction: Instruction, live: Set<Slot>, liveIn: LiveIn, handler: Set<Slot> | undefined): void {
  const { code } = instruction;
  if (instruction.kind === 'set' && (instruction.fresh || !instruction.slot.boxed)) live.delete(instruction.slot);
  for (const slot of code.writes) if (!slot.boxed) live.delete(slot);
  for (const jump of code.jumps) {
    for (const slot of liveIn.get(jump.to)!) if (!jump.writes.has(slot)) live.add(slot);
  }
  if (handler && canThrow(instruction)) addAll(live, handler);
  addReads(live, code);
  // Writing into a box needs the box.
  if (instruction.kind === 'set' && instruction.slot.boxed && !instruction.fresh) live.add(instruction.slot);
}

function addAll(into: Set<Slot>, from: Set<Slot>): void {
  for (const slot of from) into.add(slot);
}

function addReads(live: Set<Slot>, code: Code): void {
  for (const slot of code.reads) addWithCaptures(live, slot);
}

function addWithCaptures(live: Set<Slot>, slot: Slot, seen = new Set<Slot>()): void {
  if (seen.has(slot)) return;
  seen.add(slot);
  live.add(slot);
  for (const captured of slot.remake?.reads ?? []) addWithCaptures(live, captured, seen);
}
