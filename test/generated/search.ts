/**
 * Runs generated programs in batches, because compiling sixty together costs little more than compiling a few, and reduces
 * in batches for the same reason: candidates are tried together, and the first that still fails goes on.
 */
import fc from 'fast-check';
import { compileBatch } from '../differential/harness/compile-batch.ts';
import type { Compiled } from '../differential/harness/compile-batch.ts';
import { Pair, reportOf } from '../differential/harness/differential.ts';
import { compiledScript, plainScript } from '../differential/harness/program-script.ts';
import { Workspace } from '../differential/harness/workspace.ts';
import { program } from './grammar.ts';
import type { Program } from './grammar.ts';
import { reductions } from './reduce.ts';
import { render } from './render.ts';

/** While a breach of the contract is known and not mended, what lies behind it can still be searched for. */
const onlyTraces = process.env['ONLY_TRACES'] !== undefined;
const batchSize = 60;
const candidatesFirst = 6;
const candidatesMax = 96;

export type Verdict =
  | { readonly kind: 'equal'; readonly suspensions: number }
  | { readonly kind: 'refused'; readonly what: string; readonly report: string }
  | { readonly kind: 'wrong'; readonly what: string; readonly report: string };

export interface Tried {
  readonly program: Program;
  readonly source: string;
  readonly verdict: Verdict;
}

/** The programs of a seed. */
export function generate(seed: number, count: number): Program[] {
  return fc.sample(program, { seed, numRuns: count });
}

export async function* verdicts(programs: readonly Program[]): AsyncGenerator<Tried> {
  for (let from = 0; from < programs.length; from += batchSize)
    yield* await tryAll(programs.slice(from, from + batchSize));
}

/** Those that compile, ready to be run. */
export async function pairsOf(programs: readonly Program[]): Promise<Pair[]> {
  const workspace = new Workspace();
  try {
    const files = programs.map((each, index) => workspace.add(`generated-${index}`, withOwnName(render(each), index)));
    const pairs: Pair[] = [];
    for (const [file, compiled] of await compileBatch(workspace, files))
      if (compiled.kind === 'compiled')
        pairs.push(await Pair.of(plainScript(file), compiledScript(file, compiled.outputs)));
    return pairs;
  } finally {
    workspace.remove();
  }
}

/** The smallest program that is found to fail in the same way, within the time. */
export async function reduce(found: Tried, msMax: number): Promise<Tried> {
  const deadline = performance.now() + msMax;
  let smallest = found;
  while (performance.now() < deadline) {
    const next = await smaller(smallest, deadline);
    if (!next) break;
    smallest = next;
  }
  return smallest;
}

async function smaller(found: Tried, deadline: number): Promise<Tried | undefined> {
  let candidates = reductions(found.program);
  for (
    let size = candidatesFirst;
    candidates.length > 0 && performance.now() < deadline;
    size = Math.min(size * 2, candidatesMax)
  ) {
    const next = (await tryAll(candidates.slice(0, size))).find(({ verdict }) => failsAlike(verdict, found.verdict));
    if (next) return next;
    candidates = candidates.slice(size);
  }
  return undefined;
}

function failsAlike(one: Verdict, other: Verdict): boolean {
  if (one.kind === 'equal' || other.kind === 'equal') return false;
  return one.kind === other.kind && failureOf(one.what) === failureOf(other.what);
}

/** `contract: … repeatable`, `trace entry`, `outcome`, `HL2001`. */
function failureOf(what: string): string {
  const [kind, ...rest] = what.split(':');
  return kind === 'contract' ? rest.at(-1)! : kind!.replace(/ \d+$/, '');
}

async function tryAll(programs: readonly Program[]): Promise<Tried[]> {
  const workspace = new Workspace();
  try {
    const sources = programs.map(render);
    const files = sources.map((source, index) => workspace.add(`generated-${index}`, withOwnName(source, index)));
    const compiled = await compileBatch(workspace, files);
    const tried: Tried[] = [];
    for (const [index, file] of files.entries())
      tried.push({
        program: programs[index]!,
        source: sources[index]!,
        verdict: await verdictOf(file, compiled.get(file)!),
      });
    return tried;
  } finally {
    workspace.remove();
  }
}

/** Two workflows of one project may not have one name. */
function withOwnName(source: string, index: number): string {
  return source.replace('export class Generated ', `export class Generated${index} `);
}

async function verdictOf(file: string, compiled: Compiled): Promise<Verdict> {
  if (compiled.kind === 'crashed') return { kind: 'wrong', what: 'the compiler failed', report: compiled.error };
  if (compiled.kind === 'refused') {
    const [first] = compiled.diagnostics;
    const report = compiled.diagnostics.map(
      ({ line, column, code, message }) => `${line}:${column} ${code} ${message}`,
    );
    return { kind: 'refused', what: `${first!.code}: ${first!.message}`, report: report.join('\n') };
  }
  const pair = await Pair.of(plainScript(file), compiledScript(file, compiled.outputs));
  const { differences, machines } = pair.compare((run, plain) => pair.runMachineInOneRealm(run, plain));
  const [first] = onlyTraces ? differences.filter(({ what }) => !what.startsWith('contract')) : differences;
  if (first) {
    const report = [...differences.map(reportOf), '--- emitted', compiled.text];
    return { kind: 'wrong', what: first.what, report: report.join('\n') };
  }
  return { kind: 'equal', suspensions: machines.reduce((sum, { stops }) => sum + stops.length, 0) };
}
