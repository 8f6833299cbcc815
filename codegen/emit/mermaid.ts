/**
 * The state chart of machines, as a Mermaid `stateDiagram-v2`: a state for each suspension, an edge wherever one stop can
 * follow another, with the conditions on the way as its label. Blocks without a suspension are passed through.
 */
import { textOf } from '../ir/code.ts';
import { successors, termOf } from '../ir/flow.ts';
import type { Block, MachineIr, Suspension } from '../ir/instruction.ts';
import { argumentsText } from '../lock/name-states.ts';

/** One way from a stop to the next. */
interface Way {
  readonly to: Suspension | 'end' | 'failure';
  readonly conditions: readonly string[];
}

/** A path through more branches says nothing to a reader; the edge then stands without its label. */
const conditionsMax = 3;
/** Ways are simple paths, of which a method with many branches has very many; edges are few. */
const waysMax = 2_000;
const alternativesMax = 2;
const conditionCharactersMax = 60;

export function mermaidChart(machines: readonly MachineIr[]): string {
  const [only] = machines;
  const body =
    machines.length === 1 && only
      ? chartOf(only, 'm0')
      : machines.flatMap((machine, index) => composite(machine, `m${index}`));
  return ['stateDiagram-v2', ...body.map((line) => `  ${line}`), ''].join('\n');
}

function composite(machine: MachineIr, prefix: string): string[] {
  return [
    `state "${inText(machine.name)}" as ${prefix} {`,
    ...chartOf(machine, prefix).map((line) => `  ${line}`),
    '}',
  ];
}

function chartOf(machine: MachineIr, prefix: string): string[] {
  const idOf = ({ index }: Suspension) => `${prefix}_s${index}`;
  const stops = machine.suspensions.filter(({ branchOf }) => !branchOf);
  const states = stops.map(
    (suspension) => `state "${describe(suspension, machine.suspensions)}" as ${idOf(suspension)}`,
  );
  const starts: readonly [string, Block][] = [
    ['[*]', machine.entry],
    ...machine.blocks.flatMap((block): [string, Block][] => {
      const term = termOf(block);
      return term.kind === 'suspend' ? [[idOf(term.suspension), term.resume]] : [];
    }),
  ];
  return [...states, ...starts.flatMap(([from, block]) => edges(from, block, idOf))];
}

/** `charge(invoice) · line 12`, `all(charge, ship) · line 20`, and the state's name where it is not the operation's. */
function describe(suspension: Suspension, all: readonly Suspension[]): string {
  const { label, state, line, operation } = suspension;
  const branches = all.filter(({ branchOf }) => branchOf === suspension).map((branch) => branch.label);
  const text = operation === 'group' ? branches.join(', ') : argumentsText(suspension);
  const args = shorten(text, conditionCharactersMax / 2);
  const name = state === '' || state === label ? '' : ` · ${state}`;
  return inText(`${label}(${args}) · line ${line}${name}`);
}

function edges(from: string, start: Block, idOf: (suspension: Suspension) => string): string[] {
  const labels = new Map<string, Set<string>>();
  for (const way of waysFrom(start)) {
    const target = way.to === 'end' || way.to === 'failure' ? '[*]' : idOf(way.to);
    labels.set(target, (labels.get(target) ?? new Set()).add(labelOf(way)));
  }
  return [...labels].map(([to, known]) => {
    const label = joined(known);
    return label === '' ? `${from} --> ${to}` : `${from} --> ${to} : ${inText(label)}`;
  });
}

const onError = 'on error';

/** Where something threw on the way, the conditions before it no longer explain where control goes. */
function labelOf({ to, conditions }: Way): string {
  if (conditions.includes(onError)) return onError;
  if (to === 'failure') return 'throws';
  return conditions.length > conditionsMax ? '' : conditions.join(' and ');
}

/** What can be reached without an error needs no word about errors; a label of many alternatives explains nothing. */
function joined(labels: ReadonlySet<string>): string {
  const regular = [...labels].filter((label) => label !== onError && label !== 'throws');
  const told = regular.length > 0 ? regular : [...labels];
  return told.includes('') || told.length > alternativesMax ? '' : told.join(' or ');
}

function waysFrom(start: Block): Way[] {
  const ways: Way[] = [];
  const passed = new Set<Block>();
  const follow = (block: Block, conditions: readonly string[]): void => {
    if (passed.has(block) || ways.length >= waysMax) return;
    passed.add(block);
    const term = termOf(block);
    if (term.kind === 'suspend') ways.push({ to: term.suspension, conditions });
    else if (term.kind === 'return') ways.push({ to: 'end', conditions });
    else if (term.kind === 'throw' && !block.handler) ways.push({ to: 'failure', conditions });
    for (const [next, condition] of stepsFrom(block))
      follow(next, condition === undefined ? conditions : [...conditions, condition]);
    passed.delete(block);
  };
  follow(start, []);
  return ways;
}

/** Where control goes from a block within one delivery, and under which condition. */
function stepsFrom(block: Block): [Block, string | undefined][] {
  const term = termOf(block);
  const jumps = block.instructions.flatMap(({ code }) =>
    code.jumps.map((jump): [Block, undefined] => [jump.to, undefined]),
  );
  const caught: [Block, string][] = block.handler ? [[block.handler, onError]] : [];
  if (term.kind !== 'branch')
    return [...jumps, ...successors(term).map((next): [Block, undefined] => [next, undefined]), ...caught];
  const isIteration = /^for (?:of|in)\b/.test(block.label);
  const test = testText(textOf(term.test));
  return [
    ...jumps,
    [term.then, isIteration ? 'next' : test],
    [term.else, isIteration ? 'done' : `not (${test})`],
    ...caught,
  ];
}

/** A switch compares its subject, which we keep under a name of ours, case by case. */
function testText(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ');
  return shorten(oneLine.replace(/^\$switched\S* === \((.*)\)$/, 'case $1'), conditionCharactersMax);
}

function shorten(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1)}…`;
}

/** Mermaid ends a label at line breaks, semicolons and double colons, a description at quotes; labels are HTML in the end. */
function inText(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[#;"\\]|<(?=\S)|:(?=:)|%(?=%)/g, (character) => `#${character.charCodeAt(0)};`);
}
