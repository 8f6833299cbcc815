/** The invariants of instruction.ts, checked. A violation is a defect of the compiler, so it throws. */
import { reachableFrom, termOf } from './flow.ts';
import type { MachineIr } from './instruction.ts';

export function validate(machine: MachineIr): void {
  const known = new Set(machine.blocks);
  const fail = (text: string): never => {
    throw new Error(`${machine.name}: ${text}`);
  };
  if (machine.blocks[0] !== machine.entry) fail('the entry is not the first block');
  machine.blocks.forEach((block, index) => {
    if (block.id !== index) fail(`block ${index} has number ${block.id}`);
    termOf(block);
    for (const next of reachableFrom(block))
      if (!known.has(next)) fail(`block ${index} goes to a block that is not listed (${next.label})`);
  });
  const states = machine.suspensions.map((s) => s.state).filter((state) => state !== '');
  if (new Set(states).size !== states.length) fail('two states have one name');
}
