import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findingsIn, root, typeProgram } from './type-program.ts';

const accepted = `${root}test/types/fixtures/usage/accepted.ts`;
const refused = `${root}test/types/fixtures/usage/refused.ts`;

/** What each marked line must be refused with. */
const refusals = readFileSync(refused, 'utf8')
  .split('\n')
  .map((text, index) => ({ line: index + 1, words: / \/\/ refused: (.*)$/.exec(text)?.[1] }))
  .filter((row): row is { line: number; words: string } => row.words !== undefined);

describe.each(['standard', 'legacy'] as const)('with %s decorators', (mode) => {
  const program = typeProgram({}, [accepted, refused], mode);
  const findings = findingsIn(program, refused);

  it('what users type compiles', () => {
    expect(findingsIn(program, accepted)).toEqual([]);
  });

  it.each(refusals)('line $line is refused: $words', ({ line, words }) => {
    expect(
      findings
        .filter((finding) => finding.line === line)
        .map(({ message }) => message)
        .join('\n'),
    ).toContain(words);
  });

  it('no other line is refused', () => {
    const marked = new Set(refusals.map(({ line }) => line));
    expect(findings.filter(({ line }) => !marked.has(line))).toEqual([]);
  });
});
