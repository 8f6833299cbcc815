/**
 * G10 and inline awaits, by data flow over the blocks.
 *
 * - `repeatable`: no path from the last suspension (or the start) to this one holds anything impure.
 * - `repeatableAfter`, `inlineAfter`: no (some) path from the resume point to the next suspension or the end holds
 *   anything impure (an inline await).
 */
import { codesOf, reachableFrom, termOf } from '../ir/flow.ts';
import type { Block, Code, MachineIr } from '../ir/instruction.ts';

export function analyseRepeatability(machine: MachineIr): void {
  const dirty = forward(machine);
  const impureAhead = backward(machine, (code) => code.impure);
  const inlineAhead = backward(machine, (code) => code.awaits);
  for (const block of machine.blocks) {
    const term = termOf(block);
    if (term.kind !== 'suspend') continue;
    const { suspension } = term;
    suspension.repeatable = !dirty.get(block) && !allCodes(block).some((code) => code.impure);
    suspension.repeatableAfter = !impureAhead.get(term.resume);
    suspension.inlineAfter = inlineAhead.get(term.resume) === true;
  }
  machine.repeatableAfterStart = !impureAhead.get(machine.entry);
  machine.inlineAfterStart = inlineAhead.get(machine.entry) === true;
}

function allCodes(block: Block): Code[] {
  return [...block.instructions.map((instruction) => instruction.code), ...codesOf(termOf(block))];
}

/** Blocks that may be entered after something impure since the last suspension. */
function forward(machine: MachineIr): Map<Block, boolean> {
  const dirty = new Map<Block, boolean>(machine.blocks.map((block) => [block, false]));
  for (let changed = true; changed;) {
    changed = false;
    for (const block of machine.blocks) {
      if (!dirty.get(block) && !allCodes(block).some((code) => code.impure)) continue;
      for (const next of within(block)) {
        if (dirty.get(next)) continue;
        dirty.set(next, true);
        changed = true;
      }
    }
  }
  return dirty;
}

function backward(machine: MachineIr, has: (code: Code) => boolean): Map<Block, boolean> {
  const ahead = new Map<Block, boolean>(machine.blocks.map((block) => [block, allCodes(block).some(has)]));
  for (let changed = true; changed;) {
    changed = false;
    for (const block of machine.blocks) {
      if (ahead.get(block) || !within(block).some((next) => ahead.get(next))) continue;
      ahead.set(block, true);
      changed = true;
    }
  }
  return ahead;
}

/** Where control may go without a suspension between. */
function within(block: Block): Block[] {
  const term = termOf(block);
  const resume = term.kind === 'suspend' ? term.resume : undefined;
  return reachableFrom(block).filter((next) => next !== resume || block.handler === next);
}
