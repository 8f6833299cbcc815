/**
 * Equal hash = the same code is reachable: comments, layout, block numbers and what stands before do not count.
 */
import { createHash } from 'node:crypto';
import { ts } from 'ts-morph';
import { codesOf, inOrder, reachableFrom, successors, termOf } from '../ir/flow.ts';
import type { Block, Code, Instruction, MachineIr, Suspension } from '../ir/instruction.ts';

/** Fills `suspension.hash` and `machine.hash`. */
export function hashStates(machine: MachineIr): void {
  const texts = new Map<Code, string>();
  const textOf = (code: Code): string => {
    let text = texts.get(code);
    if (text === undefined) texts.set(code, (text = normalise(code)));
    return text;
  };
  for (const block of machine.blocks) {
    const term = termOf(block);
    if (term.kind !== 'suspend') continue;
    const { suspension } = term;
    suspension.hash = digest(
      `${operationText(suspension, textOf)}${remade(suspension, textOf)}\n${canonical(term.resume, textOf)}`,
    );
  }
  // Behind a branch no code of the machine runs but that behind its group, which has a frame and a hash of its own.
  for (const suspension of machine.suspensions)
    if (suspension.branchOf) suspension.hash = digest(`branch ${operationText(suspension, textOf)}`);
  machine.hash = digest(canonical(machine.entry, textOf));
}

function operationText({ operation, label, target, call }: Suspension, textOf: (code: Code) => string): string {
  const found = [call?.of, call?.given].flatMap((place) => (place ? [` ${textOf(place)}`] : []));
  const place = target ? ` ${textOf(target.owner)} ${target.key}` : found.join('');
  return `${operation} ${label}${place}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function canonical(from: Block, textOf: (code: Code) => string): string {
  const blocks = inOrder(from);
  const numbers = new Map(blocks.map((block, index) => [block, index]));
  const number = (block: Block | undefined): string => (block ? String(numbers.get(block) ?? '-') : '-');
  return blocks
    .map(
      (block) =>
        `${number(block)}|${reachableFrom(block).includes(block.handler!) ? number(block.handler) : '-'}|${bodyOf(block, number, textOf)}`,
    )
    .join('\n');
}

function bodyOf(block: Block, number: (block: Block) => string, textOf: (code: Code) => string): string {
  const term = termOf(block);
  const parts = block.instructions.map((instruction: Instruction) => {
    const jumps = instruction.code.jumps.map((jump) => number(jump.to)).join(',');
    return `${instruction.kind === 'set' ? `${instruction.slot.key}=` : ''}${textOf(instruction.code)}[${jumps}]`;
  });
  const next = term.kind === 'suspend' ? [term.resume] : successors(term);
  const suspended =
    term.kind === 'suspend'
      ? `${term.suspension.operation} ${term.suspension.label} ${term.suspension.callee ?? ''}${remade(term.suspension, textOf)}`
      : '';
  const dispatched = term.kind === 'dispatch' ? term.cases.map((c) => c.value).join(',') + term.on.key : '';
  parts.push(
    `${term.kind}(${codesOf(term).map(textOf).join(';')})${suspended}${dispatched}→${next.map(number).join(',')}`,
  );
  return parts.join('¶');
}

/** What is made again on resuming is code that is reached from there; a box has another form than its value. */
function remade(suspension: Suspension, textOf: (code: Code) => string): string {
  return suspension.live
    .map((slot) => (slot.remake ? `⟳${slot.key}=${textOf(slot.remake)}` : slot.shared ? `&${slot.key}` : ''))
    .join('');
}

/** Behind these a line break ends the statement; before and behind `++` and `--` it decides which operand they have. */
const endedByLineBreak = new Set([
  ts.SyntaxKind.ReturnKeyword,
  ts.SyntaxKind.ThrowKeyword,
  ts.SyntaxKind.BreakKeyword,
  ts.SyntaxKind.ContinueKeyword,
  ts.SyntaxKind.YieldKeyword,
  ts.SyntaxKind.AsyncKeyword,
]);
const steps = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);

/** The tokens alone, with the line breaks that mean something. */
function normalise(code: Code): string {
  const text = code.chunks.map((chunk) => chunk.text).join('');
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  const tokens: string[] = [];
  let before = ts.SyntaxKind.Unknown;
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; before = token, token = scanner.scan()) {
    // The scanner alone cannot tell a template's tail or a regular expression: then the text counts as it is.
    if (token === ts.SyntaxKind.SlashToken || token === ts.SyntaxKind.TemplateHead) return text;
    const isMeant = endedByLineBreak.has(before) || steps.has(before) || steps.has(token);
    if (isMeant && scanner.hasPrecedingLineBreak()) tokens.push('\n');
    tokens.push(scanner.getTokenText());
  }
  return tokens.join(' ');
}
