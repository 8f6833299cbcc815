/** Building {@link Code}: text with its origin, and the facts that the analyses need, kept together. */
import type { Block, Chunk, Code, Slot, Suspension } from './instruction.ts';

export class CodeBuilder {
  private readonly chunks: Chunk[] = [];
  readonly reads = new Set<Slot>();
  readonly writes = new Set<Slot>();
  readonly jumps: { to: Block; writes: ReadonlySet<Slot> }[] = [];
  impure = false;
  awaits = false;

  text(text: string, origin?: number): this {
    if (text !== '') this.chunks.push(origin === undefined ? { text } : { text, origin });
    return this;
  }

  /** The number of a block, given when blocks are numbered. */
  blockNumber(block: Block): this {
    this.chunks.push({ text: '', block });
    return this;
  }

  /** The name of a state, given when states are named. */
  stateName(suspension: Suspension): this {
    this.chunks.push({ text: JSON.stringify(suspension.label), state: suspension });
    return this;
  }

  append(code: Code): this {
    this.chunks.push(...code.chunks);
    return this.facts(code);
  }

  facts(code: Code): this {
    for (const slot of code.reads) this.reads.add(slot);
    for (const slot of code.writes) this.writes.add(slot);
    this.jumps.push(...code.jumps);
    this.impure ||= code.impure;
    this.awaits ||= code.awaits;
    return this;
  }

  /** What is only sometimes evaluated writes nothing for certain. */
  appendMaybe(code: Code): this {
    return this.append({ ...code, writes: new Set() });
  }

  read(slot: Slot, support = ''): this {
    this.reads.add(slot);
    const place = slot.boxed ? `${slot.name}.v` : slot.name;
    return this.text(slot.checked ? `${support}.checked(${place}, ${JSON.stringify(slot.sourceName)})` : place);
  }

  build(): Code {
    return {
      chunks: this.chunks,
      reads: this.reads,
      writes: this.writes,
      jumps: this.jumps,
      impure: this.impure,
      awaits: this.awaits,
    };
  }
}

/** Text of our own, without facts. */
export function plain(text: string): Code {
  return new CodeBuilder().text(text).build();
}

/** ``code`${a} + ${b}` ``: joins pieces; strings stay as they are. */
export function code(strings: TemplateStringsArray, ...parts: (Code | string)[]): Code {
  const builder = new CodeBuilder();
  strings.forEach((text, index) => {
    builder.text(text);
    const part = parts[index];
    if (part === undefined) return;
    if (typeof part === 'string') builder.text(part);
    else builder.append(part);
  });
  return builder.build();
}

export function join(parts: readonly Code[], separator: string): Code {
  const builder = new CodeBuilder();
  parts.forEach((part, index) => {
    if (index > 0) builder.text(separator);
    builder.append(part);
  });
  return builder.build();
}

export function textOf(piece: Code): string {
  return piece.chunks.map((chunk) => (chunk.block ? `@${chunk.block.label}` : chunk.text)).join('');
}
