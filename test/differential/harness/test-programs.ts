/**
 * The tests of some programs of the corpus: each compiled against as written. By hand:
 * `ONLY=for-of` takes the programs with that in their name, `SHOW=1` prints traces and emitted machines.
 */
import type ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from '../refused.ts';
import { compileBatch } from './compile-batch.ts';
import type { Compiled } from './compile-batch.ts';
import { corpusFolder } from './corpus.ts';
import type { CorpusProgram } from './corpus.ts';
import { Pair, reportOf } from './differential.ts';
import { liveFaults } from './live-comments.ts';
import { mutantsOf, neverMissed } from './mutants.ts';
import { compiledScript, plainScript } from './program-script.ts';
import { Workspace } from './workspace.ts';

const only = process.env['ONLY'] ?? '';
const show = process.env['SHOW'] !== undefined;

/** @param options of TypeScript, for the compiler and for the oracle, beyond those of the corpus */
export function testPrograms(title: string, all: readonly CorpusProgram[], options: ts.CompilerOptions = {}): void {
  const programs = all.filter((program) => program.name.includes(only));
  const cases = programs.map((program) => [program.name, program] as const);

  describe.runIf(programs.length > 0)(title, () => {
    let workspace: Workspace;
    let results: Map<string, Compiled>;
    beforeAll(async () => {
      workspace = new Workspace(options);
      workspace.addFolder(corpusFolder);
      const files = programs.map((program) => workspace.file(program.name));
      results = await compileBatch(workspace, files);
    }, 240_000);
    afterAll(() => workspace?.remove());

    it.each(cases)('%s does what is written', async (name, program) => {
      const result = results.get(workspace.file(name))!;
      if (result.kind === 'crashed') expect.fail(`the compiler failed on ${name}:\n${result.error}`);
      if (result.kind === 'refused') return expectRefusalIsKnown(name, result);
      await expectEqual(program, workspace.file(name), result, options);
    });

    it('refuses nothing that compiles by now', () => {
      const compiling = Object.keys(refused).filter((name) => results.get(workspace.file(name))?.kind === 'compiled');
      expect(compiling, 'take them out of refused.ts').toEqual([]);
    });

    it('says how many programs are compiled, refused and failed', () => {
      const count = (kind: Compiled['kind']) => [...results.values()].filter((result) => result.kind === kind).length;
      console.log(`${title}: ${count('compiled')} compiled, ${count('refused')} refused, ${count('crashed')} failed`);
      expect(count('crashed')).toBe(0);
    });
  });
}

function expectRefusalIsKnown(name: string, { diagnostics }: Compiled & { kind: 'refused' }): void {
  const places = diagnostics.map(
    ({ code, file, line, column, message }) => `${file}:${line}:${column} ${code} ${message}`,
  );
  expect(refused[name], `refused, and not listed in refused.ts:\n${places.join('\n')}`).toBeDefined();
  for (const { line, column } of diagnostics) expect(line * column, 'a refusal says where').toBeGreaterThan(0);
}

async function expectEqual(
  program: CorpusProgram,
  file: string,
  { text, outputs }: Compiled & { kind: 'compiled' },
  options: ts.CompilerOptions,
): Promise<void> {
  const pair = await Pair.of(plainScript(program.file, options), compiledScript(file, outputs));
  const { differences, machines } = pair.compare((run, like) => pair.runMachine(run, { like }));
  if (show) console.log(pair.methods.map((_, run) => JSON.stringify(pair.runPlain(run), null, 2)).join('\n'), text);
  if (differences.length > 0) expect.fail([...differences.map(reportOf), '--- emitted', text].join('\n'));
  expect(liveFaults(program.source, machines), text).toEqual([]);
  if (program.source.includes('// every slot is missed'))
    expect(neverMissed(mutantsOf(pair)), 'carried for nothing').toEqual([]);
}
