/** Drops unreachable blocks, goes through empty ones, and joins a block to its only predecessor: readable output. */
import { inOrder, reachableFrom, termOf } from './flow.ts';
import type { Block, MachineIr, Term } from './instruction.ts';

export function simplify(machine: MachineIr): void {
  for (const block of inOrder(machine.entry)) retarget(block);
  joinChains(machine.entry);
  machine.blocks = inOrder(machine.entry);
  machine.blocks.forEach((block, index) => (block.id = index));
}

/** Where a jump to this block really ends up. */
function through(block: Block): Block {
  const seen = new Set<Block>();
  let at = block;
  while (at.instructions.length === 0 && at.term?.kind === 'jump' && !seen.has(at)) {
    seen.add(at);
    at = at.term.to;
  }
  return at;
}

function retarget(block: Block): void {
  const term = termOf(block);
  if (term.kind === 'jump') term.to = through(term.to);
  if (term.kind === 'suspend') term.resume = through(term.resume);
  if (term.kind === 'dispatch') for (const c of term.cases) c.to = through(c.to);
  if (term.kind === 'branch') {
    term.then = through(term.then);
    term.else = through(term.else);
  }
}

function joinChains(entry: Block): void {
  const blocks = inOrder(entry);
  const entries = countEntries(entry, blocks);
  for (const block of blocks) {
    for (let term = termOf(block); term.kind === 'jump' && canJoin(block, term, entries, entry); term = termOf(block)) {
      const next = term.to;
      block.instructions.push(...next.instructions);
      block.term = next.term;
      entries.set(next, -1);
    }
  }
}

function canJoin(
  block: Block,
  term: Extract<Term, { kind: 'jump' }>,
  entries: Map<Block, number>,
  entry: Block,
): boolean {
  const next = term.to;
  return next !== entry && next !== block && entries.get(next) === 1 && next.handler === block.handler;
}

function countEntries(entry: Block, blocks: readonly Block[]): Map<Block, number> {
  const counts = new Map<Block, number>([[entry, 1]]);
  const add = (to: Block, by = 1): void => void counts.set(to, (counts.get(to) ?? 0) + by);
  for (const block of blocks) {
    const term = termOf(block);
    for (const next of reachableFrom(block)) add(next);
    // A resume point, a handler and the target of a jump out of native code keep a number of their own.
    if (term.kind === 'suspend') add(term.resume, 2);
    if (block.handler) add(block.handler, 2);
    for (const instruction of block.instructions) for (const jump of instruction.code.jumps) add(jump.to, 2);
  }
  return counts;
}
