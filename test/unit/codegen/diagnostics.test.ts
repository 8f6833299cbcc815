import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';

import { formatDiagnostic } from '../../../codegen/diagnostics/code-frame.ts';
import { codeEntry, diagnosticCodes } from '../../../codegen/diagnostics/codes.ts';
import { colours, wantsColours } from '../../../codegen/diagnostics/colours.ts';
import { diagnosticAt } from '../../../codegen/diagnostics/create.ts';
import { jsonLine } from '../../../codegen/diagnostics/json-lines.ts';
import { printable } from '../../../codegen/diagnostics/printable.ts';
import { checkout } from './temp-project.ts';

const source = ['const client = connect();', '', '', '\tawait sleep(1);', 'client.use();'].join('\n');
const sourceFile = ts.createSourceFile('/p/a.ts', source, ts.ScriptTarget.Latest, true);
const at = (text: string) => source.indexOf(text);

const diagnostic = diagnosticAt(sourceFile, at('await'), 'HL8001', 'It cannot travel.\nIts socket is open.', {
  spans: [
    { at: at('client'), label: 'declared here' },
    { at: at('await'), label: 'suspended here' },
    { at: at('client.use'), label: 'used here after resuming' },
  ],
  hint: 'make it a field',
});

describe('a code frame', () => {
  it('shows the place, each span with its label, and the mend', () => {
    expect(formatDiagnostic(diagnostic, source, colours(false))).toBe(
      [
        '/p/a.ts:4:2 error HL8001 It cannot travel.',
        'Its socket is open.',
        '',
        '  1 | const client = connect();',
        '    |       ------ declared here',
        '    ·',
        '  4 | \tawait sleep(1);',
        '    | \t^^^^^ suspended here',
        '  5 | client.use();',
        '    | ------ used here after resuming',
        '',
        '  hint: make it a field',
        '',
      ].join('\n'),
    );
  });

  it('needs no source, and survives places outside of it', () => {
    const { spans: _, hint: __, ...bare } = diagnostic;
    expect(formatDiagnostic(bare, undefined, colours(false))).toBe(
      '/p/a.ts:4:2 error HL8001 It cannot travel.\nIts socket is open.\n',
    );
    expect(formatDiagnostic({ ...bare, line: 99, column: 99 }, source, colours(false))).toContain('/p/a.ts:99:99');
    expect(formatDiagnostic({ ...bare, column: 99 }, source, colours(false))).toContain('^');
  });

  it('lets no text of the author act on the terminal', () => {
    const evil = '\u001b[2Jclear\u001b]0;title\u0007 \u202eback';
    const frame = formatDiagnostic(
      { ...diagnostic, message: evil, hint: evil },
      source.replace('connect', evil),
      colours(false),
    );

    expect(frame).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(printable(evil)).toBe('clear �back');
  });

  it('is coloured only where that is wanted', () => {
    expect(formatDiagnostic(diagnostic, source, colours(true))).toContain('\u001b[31merror');
    expect(wantsColours({}, true)).toBe(true);
    expect(wantsColours({}, false)).toBe(false);
    expect(wantsColours({ NO_COLOR: '1' }, true)).toBe(false);
    expect(wantsColours({ NO_COLOR: '1', FORCE_COLOR: '1' }, false)).toBe(false);
    expect(wantsColours({ FORCE_COLOR: '1' }, false)).toBe(true);
    expect(wantsColours({ TERM: 'dumb' }, true)).toBe(false);
  });
});

describe('diagnostics', () => {
  it('as JSON are one line each, with the keys in one order', () => {
    const line = jsonLine({
      hint: 'h',
      message: 'a\nb',
      column: 2,
      line: 1,
      file: 'a.ts',
      severity: 'error',
      code: 'HL8001',
    });
    expect(line).toBe(
      '{"code":"HL8001","severity":"error","file":"a.ts","line":1,"column":2,"message":"a\\nb","hint":"h"}',
    );
  });

  it('stand at the first token of a node, not at the comment before it', () => {
    const text = '/* why */ call();';
    const file = ts.createSourceFile('b.ts', text, ts.ScriptTarget.Latest, true);
    expect(diagnosticAt(file, file.statements[0]!, 'HL9000', '').column).toBe(11);
  });

  it('use every code of the table, and no other', () => {
    const folder = join(checkout, 'codegen');
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('codes.ts'),
    );
    const used = sources.flatMap((path) => readFileSync(join(folder, path), 'utf8').match(/\bHL\d{4}(?=')/g) ?? []);
    expect([...new Set(used)].sort()).toEqual(Object.keys(diagnosticCodes).sort());
  });

  it('have codes with an explanation each, under an anchor of their own', () => {
    const entries = Object.entries(diagnosticCodes);
    expect(new Set(entries.map(([, { anchor }]) => anchor)).size).toBe(entries.length);
    for (const [code, { title, explanation }] of entries) {
      expect(code).toMatch(/^HL\d{4}$/);
      expect(title.length).toBeGreaterThan(5);
      expect(explanation.length).toBeGreaterThan(10);
    }
    expect(codeEntry('TS2322')).toBeUndefined();
    expect(codeEntry('toString')).toBeUndefined();
  });
});
