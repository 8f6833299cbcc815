/** Edges of the graph, as every analysis sees them. */
import type { Block, Code, Instruction, Term } from './instruction.ts';

/** Blocks that the term may go to in the same activation; a suspension goes to none, its resume point is entered anew. */
export function successors(term: Term): Block[] {
  switch (term.kind) {
    case 'jump':
      return [term.to];
    case 'branch':
      return [term.then, term.else];
    case 'dispatch':
      return term.cases.map((c) => c.to);
    case 'suspend':
    case 'return':
    case 'throw':
      return [];
  }
}

/** Every block that can run after this one: by its term, a jump out of an instruction, its handler, or resuming. */
export function reachableFrom(block: Block): Block[] {
  const term = termOf(block);
  const next = successors(term);
  if (term.kind === 'suspend') next.push(term.resume);
  for (const instruction of block.instructions) for (const jump of instruction.code.jumps) next.push(jump.to);
  if (block.handler && mayThrow(block)) next.push(block.handler);
  return next;
}

export function termOf(block: Block): Term {
  if (!block.term) throw new Error(`Block ${block.id} (${block.label}) has no end`);
  return block.term;
}

/** Whether anything in the block can throw: constants into completion slots cannot. */
export function mayThrow(block: Block): boolean {
  if (block.instructions.some((instruction) => canThrow(instruction))) return true;
  const term = termOf(block);
  return term.kind === 'suspend' || term.kind === 'throw' || term.kind === 'branch' || term.kind === 'return';
}

export function canThrow(instruction: Instruction): boolean {
  return !(instruction.kind === 'set' && isConstant(instruction.code));
}

function isConstant(code: Code): boolean {
  return (
    code.chunks.length === 1 && code.reads.size === 0 && /^(\d+|undefined|\$caught(\$\d+)?)$/.test(code.chunks[0]!.text)
  );
}

/** Code that a term evaluates. */
export function codesOf(term: Term): Code[] {
  switch (term.kind) {
    case 'branch':
      return [term.test];
    case 'suspend':
      return term.suspension.target ? [term.suspension.args, term.suspension.target.owner] : [term.suspension.args];
    case 'return':
      return term.code ? [term.code] : [];
    case 'throw':
      return [term.code];
    default:
      return [];
  }
}

/** Blocks in the order in which a reader meets them: depth first, fall-through first. */
export function inOrder(entry: Block): Block[] {
  const seen = new Set<Block>();
  const order: Block[] = [];
  const stack = [entry];
  while (stack.length > 0) {
    const block = stack.pop()!;
    if (seen.has(block)) continue;
    seen.add(block);
    order.push(block);
    stack.push(...reachableFrom(block).reverse());
  }
  return order;
}
