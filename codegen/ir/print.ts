/** The IR as text, for tests and for people. */
import { textOf } from './code.ts';
import { termOf } from './flow.ts';
import type { Block, Instruction, MachineIr, Term } from './instruction.ts';

export function printMachine(machine: MachineIr): string {
  return [`machine ${machine.name}`, ...machine.blocks.map(printBlock)].join('\n') + '\n';
}

function printBlock(block: Block): string {
  const handler = block.handler ? ` (on throw ${block.handler.id})` : '';
  const lines = [...block.instructions.map(printInstruction), printTerm(termOf(block))];
  return `${block.id} ${block.label}${handler}:\n${lines.map((line) => `    ${line}`).join('\n')}`;
}

function printInstruction(instruction: Instruction): string {
  const text = textOf(instruction.code).replace(/\s*\n\s*/g, ' ');
  return instruction.kind === 'set' ? `${instruction.slot.name} ${instruction.fresh ? ':=' : '='} ${text}` : text;
}

function printTerm(term: Term): string {
  switch (term.kind) {
    case 'jump':
      return `→ ${term.to.id}`;
    case 'branch':
      return `if ${textOf(term.test)} → ${term.then.id} else ${term.else.id}`;
    case 'dispatch':
      return `on ${term.on.name}: ${term.cases.map((c) => `${c.value} → ${c.to.id}`).join(', ')}`;
    case 'suspend': {
      const { suspension } = term;
      return `suspend ${suspension.state || suspension.label} ${textOf(suspension.args)} keeping [${suspension.live.map((s) => s.key).join(', ')}] → ${term.resume.id}`;
    }
    case 'return':
      return term.code ? `return ${textOf(term.code)}` : 'return';
    case 'throw':
      return `throw ${textOf(term.code)}`;
  }
}
