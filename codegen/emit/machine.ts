/**
 * Writes a machine beside its method, as members of the class, so that `this`, `super` and `#names` mean what they mean
 * there; that of a function at the end of its module, attached to the function. Both stay as they are: called directly,
 * they are plain code.
 *
 * The shape of what is written:
 *
 *     async ["hopline:collect"]($frame) {
 *       let invoice, n;                              // real variables, so that closures between two hops just work
 *       let $pc = 0, $next = 0, $caught;
 *       switch ($frame.state) { case "charge": invoice = …; $next = 3; break; … }
 *       $run: for (;;) { $pc = $next; try { switch ($pc) { case 0: … } } catch (e) { … the static handler table … } }
 *     }
 */
import type { ts } from 'ts-morph';
import { rootOf } from '../analyse/local-functions.ts';
import { isMethodOfClass } from '../analyse/functions.ts';
import { CodeBuilder, code, join, plain } from '../ir/code.ts';
import { termOf } from '../ir/flow.ts';
import type {
  Block,
  Chunk,
  Code,
  Instruction,
  LoweredModule,
  MachineIr,
  ReachedErrors,
  Slot,
  Suspension,
} from '../ir/instruction.ts';

export interface Insertion {
  readonly at: number;
  readonly chunks: readonly Chunk[];
}

/** Hashes of earlier builds whose messages may resume at this state. */
export type Accepts = (machine: string, state: string) => readonly string[];

export function emitModule(
  file: ts.SourceFile,
  { machines, errors }: Pick<LoweredModule, 'machines' | 'errors'>,
  accepts: Accepts,
): { insertions: Insertion[] } {
  const [first] = machines;
  if (!first) return { insertions: [] };
  // Where a workflow stands in the file, its machine names the errors for its helpers; a function may be called from elsewhere.
  const hasWorkflow = machines.some(({ workflow }) => workflow);
  const namesErrors = ({ workflow, attachTo }: MachineIr) => workflow || attachTo !== undefined || !hasWorkflow;
  const insertions = machines.map((machine) => ({
    at: machine.insertAt,
    chunks: emitMachine(machine, accepts, namesErrors(machine) ? errors : noErrors).chunks,
  }));
  // Imports are hoisted, and at the end no written line moves.
  insertions.push({
    at: file.text.length,
    chunks: [
      ...plain(`\nimport * as ${first.names.support} from 'hopline/machine';\n`).chunks,
      ...errors.imports.flatMap(importAs),
    ],
  });
  return { insertions };
}

const noErrors: ReachedErrors = { classes: [], imports: [] };

/** The specifier as it stands in the source, so that it is rewritten as the written one is. */
function importAs({ local, specifier }: ReachedErrors['imports'][number]): readonly Chunk[] {
  return [
    { text: `import * as ${local} from ` },
    { text: specifier.getText(), origin: specifier.getStart() },
    { text: ';\n' },
  ];
}

export function emitMachine(machine: MachineIr, accepts: Accepts, errors: ReachedErrors): Code {
  const builder = new CodeBuilder()
    // A field of a class without semicolons must not go on in what follows.
    .text(machine.followsOpenField ? ';\n' : '\n')
    .text(machine.ownName === undefined ? '' : `{\n  const ${machine.ownName} = ${machine.attachTo};\n`)
    .append(emitRun(machine))
    .append(emitDefinition(machine, accepts, errors))
    .text(machine.ownName === undefined ? '' : '}\n');
  const built = builder.build();
  return { ...built, chunks: built.chunks.map(namedChunk) };
}

/** Numbers of blocks and names of states are known now. */
function namedChunk(chunk: Chunk): Chunk {
  if (chunk.block) return { text: String(chunk.block.id) };
  return chunk.state ? { text: JSON.stringify(chunk.state.state) } : chunk;
}

// ---- the driver ------------------------------------------------------------------------------------------------------

function emitRun(machine: MachineIr): Code {
  const { names } = machine;
  const handled = machine.blocks.some((block) => block.handler);
  const lines = new Lines();
  lines.add(`${emitRunHead(machine)}(${parametersOfRun(machine).join(', ')}) {`);
  lines.indented(() => {
    const variables = usedSlots(machine).map((slot) => slot.name);
    if (variables.length > 0) lines.add(`let ${variables.join(', ')};`);
    lines.add(`let ${names.pc} = 0, ${names.next} = 0, ${names.caught};`);
    emitEntry(lines, machine);
    lines.add(`${names.run}: for (;;) {`);
    lines.indented(() => {
      lines.add(`${names.pc} = ${names.next};`);
      if (handled) lines.add('try {');
      if (handled) lines.indented(() => emitBlocks(lines, machine));
      else emitBlocks(lines, machine);
      if (handled) emitHandlers(lines, machine);
    });
    lines.add('}');
  });
  lines.add('}');
  return lines.build();
}

function emitRunHead(machine: MachineIr): string {
  const async = isAsync(machine) ? 'async ' : '';
  const form = formOf(machine);
  if (form === 'function') return `${async}function ${machine.names.machine}`;
  return `${form === 'static' ? 'static ' : ''}${async}[${JSON.stringify(runMember(machine))}]`;
}

function parametersOfRun({ names, takesServices }: MachineIr): string[] {
  return [names.frame, names.resume, ...(takesServices ? [names.given] : [])];
}

/** A static method's machine stands in its class too, but is attached to the method, as that of a function is. */
function formOf({ attachTo, node }: MachineIr): 'method' | 'static' | 'function' {
  if (attachTo === undefined) return 'method';
  return isMethodOfClass(rootOf(node)) ? 'static' : 'function';
}

function runMember({ method, attachTo }: MachineIr): string {
  return attachTo === undefined ? `hopline:${method}` : `hopline:static ${method}`;
}

function isAsync(machine: MachineIr): boolean {
  return machine.blocks.some((block) => {
    const term = termOf(block);
    return (
      block.instructions.some((i) => i.code.awaits) ||
      (term.kind === 'return' && (term.mayBeThenable || term.code?.awaits)) ||
      (term.kind !== 'jump' && termCodes(block).some((c) => c.awaits))
    );
  });
}

function termCodes(block: Block): Code[] {
  const term = termOf(block);
  if (term.kind === 'branch') return [term.test];
  if (term.kind === 'throw') return [term.code];
  if (term.kind === 'suspend') return [term.suspension.args];
  return [];
}

/** Slots that the code mentions. */
function usedSlots(machine: MachineIr): Slot[] {
  const used = new Set<Slot>();
  const add = (piece: Code): void => {
    for (const slot of [...piece.reads, ...piece.writes]) used.add(slot);
    for (const jump of piece.jumps) for (const slot of jump.writes) used.add(slot);
  };
  for (const block of machine.blocks) {
    for (const instruction of block.instructions) {
      add(instruction.code);
      if (instruction.kind === 'set') used.add(instruction.slot);
    }
    for (const piece of termCodes(block)) add(piece);
    const term = termOf(block);
    if (term.kind === 'return' && term.code) add(term.code);
    if (term.kind === 'dispatch') used.add(term.on);
    if (term.kind === 'suspend') for (const slot of term.suspension.live) used.add(slot);
  }
  // A variable that is only named inside native code, as a target, is in `declarations` and counts as used.
  for (const slot of machine.slots) if (slot.kind !== 'temp' && slot.kind !== 'cursor') used.add(slot);
  return machine.slots.filter((slot) => used.has(slot));
}

function emitEntry(lines: Lines, machine: MachineIr): void {
  const { frame, next, support } = machine.names;
  if (machine.suspensions.length === 0) return;
  lines.add(`switch (${frame}.state) {`);
  lines.indented(() => {
    lines.add(`case "start":`);
    lines.indented(() => lines.add('break;'));
    for (const block of machine.blocks) {
      const term = termOf(block);
      if (term.kind !== 'suspend') continue;
      lines.add(`case ${JSON.stringify(term.suspension.state)}:`);
      lines.indented(() => {
        for (const line of restoring(machine, term.suspension)) lines.add(line);
        lines.add(`${next} = ${term.resume.id};`);
        lines.add('break;');
      });
    }
    lines.add('default:');
    lines.indented(() => lines.add(`throw ${support}.unknownState(${frame}.state);`));
  });
  lines.add('}');
}

function restoring(machine: MachineIr, suspension: Suspension): Code[] {
  const { frame, support } = machine.names;
  const lines: Code[] = [];
  const remade = inOrderOfNeed(suspension.live.filter((slot) => slot.remake));
  for (const slot of suspension.live) {
    if (slot.remake) {
      if (slot.boxed) lines.push(plain(`${slot.name} = { v: undefined };`));
      continue;
    }
    const saved = `${frame}.locals${member(slot.key)}`;
    if (slot.kind === 'cursor') lines.push(plain(`${slot.name} = ${support}.cursorFrom(${saved});`));
    else {
      const value = slot.checked ? `${support}.restored(${frame}.locals, ${JSON.stringify(slot.key)})` : saved;
      lines.push(plain(`${slot.name} = ${slot.boxed && !slot.shared ? `{ v: ${value} }` : value};`));
    }
  }
  for (const slot of remade) {
    const made = withoutFacts(slot.remake!);
    const value = slot.checked
      ? code`${support}.isSaved(${frame}.locals, ${JSON.stringify(slot.key)}) ? ${made} : ${support}.unset`
      : made;
    lines.push(code`${slot.boxed ? `${slot.name}.v` : slot.name} = ${value};`);
  }
  return lines;
}

/** What another is made of comes before it; functions that name each other are only created, in any order. */
function inOrderOfNeed(slots: readonly Slot[]): Slot[] {
  const ordered = new Set<Slot>();
  const visiting = new Set<Slot>();
  const visit = (slot: Slot): void => {
    if (visiting.has(slot)) return;
    visiting.add(slot);
    for (const other of slots) if (slot.remake!.reads.has(other)) visit(other);
    ordered.add(slot);
  };
  slots.forEach(visit);
  return [...ordered];
}

function withoutFacts(piece: Code): Code {
  return { ...plain(''), chunks: piece.chunks };
}

function emitBlocks(lines: Lines, machine: MachineIr): void {
  lines.add(`switch (${machine.names.pc}) {`);
  lines.indented(() => {
    machine.blocks.forEach((block, index) => {
      lines.add(`case ${block.id}: // ${block.label}`);
      lines.indented(() => {
        for (const instruction of block.instructions) lines.add(emitInstruction(instruction));
        emitTerm(lines, machine, block, machine.blocks[index + 1]);
      });
    });
  });
  lines.add('}');
}

function emitInstruction(instruction: Instruction): Code {
  if (instruction.kind === 'native') return instruction.code;
  const { slot, fresh } = instruction;
  if (!slot.boxed) return code`${slot.name} = ${instruction.code};`;
  return fresh ? code`${slot.name} = { v: ${instruction.code} };` : code`${slot.name}.v = ${instruction.code};`;
}

function emitTerm(lines: Lines, machine: MachineIr, block: Block, following: Block | undefined): void {
  const { names } = machine;
  const term = termOf(block);
  switch (term.kind) {
    case 'jump':
      if (term.to === following) lines.add(`${names.pc} = ${term.to.id};`);
      else lines.add(`${names.next} = ${term.to.id}; continue ${names.run};`);
      return;
    case 'branch':
      lines.add(
        code`${names.next} = (${term.test}) ? ${String(term.then.id)} : ${String(term.else.id)}; continue ${names.run};`,
      );
      return;
    case 'dispatch':
      lines.add(`switch (${term.on.name}) {`);
      lines.indented(() => {
        for (const { value, to } of term.cases)
          lines.add(`case ${value}: ${names.next} = ${to.id}; continue ${names.run};`);
      });
      lines.add('}');
      return;
    case 'return':
      lines.add(
        code`return { kind: "return", value: ${term.mayBeThenable ? 'await ' : ''}${term.code ? code`(${term.code})` : plain('undefined')} };`,
      );
      return;
    case 'throw':
      lines.add(code`throw ${term.code};`);
      return;
    case 'suspend':
      lines.add(emitSuspend(machine, term.suspension));
  }
}

function emitSuspend(machine: MachineIr, suspension: Suspension): Code {
  const state = JSON.stringify(suspension.state);
  if (suspension.operation === 'group')
    return code`return { kind: "group", state: ${state}, list: ${suspension.args}, locals: ${saving(machine, suspension)}, repeatable: ${String(suspension.repeatable)} };`;
  const kind =
    suspension.operation === 'call'
      ? `kind: "call", state: ${state}, machine: ${JSON.stringify(suspension.callee)}`
      : `kind: "suspend", state: ${state}`;
  return code`return { ${kind}, args: ${suspension.args}, locals: ${saving(machine, suspension)}, repeatable: ${String(suspension.repeatable)} };`;
}

function saving(machine: MachineIr, suspension: Suspension): Code {
  const { support } = machine.names;
  const parts = suspension.live
    .filter((slot) => !slot.remake || slot.checked)
    .map((slot) => {
      const value = slot.boxed && !slot.shared ? `${slot.name}.v` : slot.name;
      // Written out, `__proto__` would set the prototype.
      const key = isIdentifier(slot.key) ? slot.key : `[${JSON.stringify(slot.key)}]`;
      // What is made again does not travel, but that it was made does.
      if (slot.remake) return plain(`...${support}.marked(${JSON.stringify(slot.key)}, ${value})`);
      if (slot.kind === 'cursor') return plain(`${key}: ${slot.name}.save()`);
      if (slot.checked) return plain(`...${support}.saved(${JSON.stringify(slot.key)}, ${value})`);
      return plain(key === value ? key : `${key}: ${value}`);
    });
  return parts.length === 0 ? plain('{}') : code`{ ${join(parts, ', ')} }`;
}

function emitHandlers(lines: Lines, machine: MachineIr): void {
  const { pc, next, caught, thrown, run } = machine.names;
  const byHandler = new Map<Block, Block[]>();
  for (const block of machine.blocks) {
    if (block.handler && machine.blocks.includes(block.handler))
      byHandler.set(block.handler, [...(byHandler.get(block.handler) ?? []), block]);
  }
  lines.add(`} catch (${thrown}) {`);
  lines.indented(() => {
    lines.add(`switch (${pc}) {`);
    lines.indented(() => {
      for (const [handler, blocks] of byHandler) {
        lines.add(`${blocks.map((block) => `case ${block.id}:`).join(' ')}`);
        lines.indented(() => lines.add(`${caught} = ${thrown}; ${next} = ${handler.id}; continue ${run};`));
      }
      lines.add('default:');
      lines.indented(() => lines.add(`throw ${thrown};`));
    });
    lines.add('}');
  });
  lines.add('}');
}

// ---- what the engine needs to know -----------------------------------------------------------------------------------

function emitDefinition(machine: MachineIr, accepts: Accepts, errors: ReachedErrors): Code {
  const { support } = machine.names;
  const lines = new Lines();
  const form = formOf(machine);
  const emitDefine = (): void => {
    lines.add(
      machine.attachTo === undefined
        ? `${support}.defineMachine(this, ${JSON.stringify(machine.className)}, ${support}.machine({`
        : `${support}.defineFunction(${machine.attachTo}, ${support}.machine({`,
    );
    lines.indented(() => {
      lines.add(
        `name: ${JSON.stringify(machine.name)}, method: ${JSON.stringify(machine.method)}, file: ${JSON.stringify(machine.file)}, hash: ${JSON.stringify(machine.hash)},`,
      );
      lines.add(
        `workflow: ${machine.workflow}, ${machine.isLocal ? 'local: true, ' : ''}repeatableAfterStart: ${machine.repeatableAfterStart}, inlineAfterStart: ${machine.inlineAfterStart},`,
      );
      if (errors.classes.length > 0)
        lines.add(
          `errors: () => [${errors.classes.map(({ text, name }) => `[${text}, ${JSON.stringify(name)}]`).join(', ')}],`,
        );
      lines.add(`run: ${emitRunReference(machine)},`);
      lines.add('states: {');
      lines.indented(() => {
        for (const suspension of machine.suspensions)
          lines.add(emitState(machine, suspension, accepts(machine.name, suspension.state)));
      });
      lines.add('},');
    });
    lines.add('}));');
  };
  if (form === 'function') emitDefine();
  else {
    lines.add('static {');
    lines.indented(emitDefine);
    lines.add('}');
  }
  return lines.build();
}

function emitRunReference(machine: MachineIr): string {
  const form = formOf(machine);
  if (form === 'function') return machine.names.machine;
  return `this${form === 'method' ? '.prototype' : ''}[${JSON.stringify(runMember(machine))}]`;
}

function emitState({ names, takesServices }: MachineIr, suspension: Suspension, accepted: readonly string[]): Code {
  const facts = [
    `operation: ${JSON.stringify(suspension.operation)}`,
    `hash: ${JSON.stringify(suspension.hash)}`,
    ...(accepted.length > 0 ? [`accepts: ${JSON.stringify(accepted)}`] : []),
    ...(suspension.policy ? [`policy: ${JSON.stringify(suspension.policy)}`] : []),
    ...(suspension.branchOf ? ['branch: true'] : []),
    `line: ${suspension.line}`,
    `repeatableAfter: ${suspension.repeatableAfter}`,
    `inlineAfter: ${suspension.inlineAfter}`,
  ].join(', ');
  const { target } = suspension;
  const given = takesServices ? names.given : '';
  if (!target) return code`${JSON.stringify(suspension.state)}: { ${facts}${emitCall(suspension, given)} },`;
  const policy = target.policy === undefined ? '' : `, policy: ${target.policy}`;
  const owner = withoutFacts(target.owner);
  return code`${JSON.stringify(suspension.state)}: { ${facts}, activity: { name: ${JSON.stringify(suspension.label)}, key: ${JSON.stringify(target.key)}, of(${given}) { return ${owner}; }${policy} } },`;
}

function emitCall({ call, callee }: Suspension, given: string): Code {
  if (callee === undefined) return plain('');
  if (!call) return plain(`, callee: ${JSON.stringify(callee)}`);
  const parts = [
    ...(call.function ? [code`function: () => ${withoutFacts(call.function)}`] : []),
    ...(call.of ? [code`of(${given}) { return ${withoutFacts(call.of)}; }`] : []),
    ...(call.given ? [code`given(${given}) { return ${withoutFacts(call.given)}; }`] : []),
  ];
  return code`, callee: ${JSON.stringify(callee)}, call: { ${join(parts, ', ')} }`;
}

// ---- text --------------------------------------------------------------------------------------------------------------

function member(key: string): string {
  return isIdentifier(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function isIdentifier(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key) && key !== '__proto__';
}

class Lines {
  private readonly builder = new CodeBuilder();
  private depth = 1;

  add(line: Code | string): void {
    this.builder.text('  '.repeat(this.depth));
    if (typeof line === 'string') this.builder.text(line);
    else this.builder.append(line);
    this.builder.text('\n');
  }

  indented(work: () => void): void {
    this.depth += 1;
    work();
    this.depth -= 1;
  }

  build(): Code {
    return this.builder.build();
  }
}
