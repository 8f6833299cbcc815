/**
 * Input, intermediate representation, emitted machine and diagnostics of each fixture, as they were reviewed.
 * `UPDATE=1` writes them anew: read the difference before you commit it. `ONLY=for-of` takes the cases with that in
 * their name.
 *
 * That a text did not change says nothing of whether it was right, so each fixture that compiles is also run: its source
 * as plain code and its machine, in a fresh realm at every suspension.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnosticCodes } from '../../codegen/diagnostics/codes.ts';
import { Pair, reportOf } from '../differential/harness/differential.ts';
import { compiledScript, plainScript } from '../differential/harness/program-script.ts';
import { caseNames, casesFolder, expectedFiles, FixtureProject, type FixtureResult } from './fixture-project.ts';
import { codesWithoutHint, unreachableCodes } from './unreachable-codes.ts';

const names = caseNames().filter((name) => name.includes(process.env['ONLY'] ?? ''));
const compiling = names.filter((name) => !name.startsWith('refused-'));
const refused = names.filter((name) => name.startsWith('refused-'));
const isUpdate = process.env['UPDATE'] === '1';

let project: FixtureProject;
beforeAll(() => {
  project = new FixtureProject(names);
}, 240_000);
afterAll(() => project?.remove());

describe('a fixture is compiled as it was reviewed:', () => {
  it.each(compiling)('%s', (name) => {
    const result = project.result(name);
    expect(result['diagnostics.expected.txt'] ?? '').not.toMatch(/ error /);
    expectAsReviewed(name, result);
  });
});

describe('a construct is refused at its place, by name, with the mend:', () => {
  it.each(refused)('%s', (name) => {
    const result = project.result(name);
    const code = codeIn(name);
    const diagnostic = project.diagnostics(name).find((each) => each.code === code);
    expect(diagnostic, `${name} is about ${code}`).toBeDefined();
    expect(diagnostic!.hint === undefined, 'it says what to type instead').toBe(Object.hasOwn(codesWithoutHint, code));
    expect(
      result['machine.expected.ts'] === undefined,
      'an error, and only an error, keeps it from being emitted',
    ).toBe(diagnostic!.severity === 'error');
    expectAsReviewed(name, result);
  });

  it('shows three places where a value cannot travel', () => {
    for (const name of refused.filter((each) => codeIn(each) === 'HL2001')) {
      const { spans = [] } = project.diagnostics(name).find(({ code }) => code === 'HL2001')!;
      const labels = spans.map(({ label }) => label);
      // An operand has no name to be used by: what stands after the suspension uses it.
      if (labels[0] === 'evaluated here') expect(labels, name).toEqual(['evaluated here', 'suspended here']);
      else expect(labels, name).toEqual(['declared here', 'suspended here', 'used here after resuming']);
    }
  });
});

describe('every code of the language has a fixture', () => {
  const languageCodes = Object.keys(diagnosticCodes).filter((code) => /^HL[123]/.test(code));
  const shown = new Set(
    caseNames()
      .filter((name) => name.startsWith('refused-'))
      .map(codeIn),
  );

  it.each(languageCodes)('%s', (code) => {
    if (Object.hasOwn(unreachableCodes, code))
      expect(shown.has(code), `${code} is reachable: take it out of the list`).toBe(false);
    else expect(shown.has(code), `no fixture refused-${code.toLowerCase()}-… shows ${code}`).toBe(true);
  });

  it('and no fixture has a code that is not in the table', () => {
    expect([...shown].filter((code) => !languageCodes.includes(code))).toEqual([]);
  });
});

describe('a fixture does what is written:', () => {
  it.each(compiling)('%s', async (name) => {
    const input = project.inputPath(name);
    const text = project.javaScript(name);
    expect(text, 'it is emitted').toBeDefined();
    const pair = await Pair.of(plainScript(input), compiledScript(input, new Map([[input, text!]])));
    const differences = pair.differences();
    if (differences.length > 0) expect.fail([...differences.map(reportOf), '--- emitted', text].join('\n'));
    expect(pair.methods.length, 'it has runs').toBeGreaterThan(0);
  });
});

function expectAsReviewed(name: string, result: FixtureResult): void {
  for (const file of expectedFiles) {
    const path = join(casesFolder, name, file);
    if (isUpdate) update(path, result[file]);
    const expected = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    expect(result[file], `${name}/${file} (UPDATE=1 writes it anew)`).toBe(expected);
  }
}

function update(path: string, text: string | undefined): void {
  if (text === undefined) rmSync(path, { force: true });
  else writeFileSync(path, text);
}

/** `refused-hl2001-a-function` → HL2001. */
function codeIn(name: string): string {
  return /^refused-(hl\d+)/.exec(name)![1]!.toUpperCase();
}
