import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toJavaScript } from '../../../codegen/emit/javascript.ts';
import { mapOfEdits } from '../../../codegen/source-map/compose.ts';
import { type Edit, applyEdits, originAt, replaceInCopies } from '../../../codegen/source-map/edited-text.ts';
import { indexLines } from '../../../codegen/source-map/line-index.ts';

const names = { file: 'a.js', source: 'a.ts' };

describe('an edited text', () => {
  it('knows where each character stood, and which are ours', () => {
    const edited = applyEdits('const a = f(b);', [
      { at: 10, remove: 1, chunks: [{ text: 'g' }] },
      { at: 0, remove: 0, chunks: [{ text: '/* ours */' }, { text: 'f(b)', origin: 10 }] },
    ]);
    expect(edited.text).toBe('/* ours */f(b)const a = g(b);');
    expect(originAt(edited, 0)).toBeUndefined();
    expect(originAt(edited, edited.text.indexOf('f(b)') + 2)).toBe(12);
    expect(originAt(edited, edited.text.indexOf('const'))).toBe(0);
    expect(originAt(edited, edited.text.indexOf('g(b)'))).toBeUndefined();
    expect(originAt(edited, edited.text.lastIndexOf('b'))).toBe(12);
  });

  it('answers for every character, whatever was inserted', () => {
    const edit = fc.record({
      at: fc.nat(40),
      chunks: fc.array(fc.record({ text: fc.string({ maxLength: 5 }) }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.string({ minLength: 40, maxLength: 60 }), fc.array(edit, { maxLength: 6 }), (source, edits) => {
        const edited = applyEdits(
          source,
          edits.map(({ at, chunks }): Edit => ({ at, remove: 0, chunks })),
        );
        const own = [...Array(edited.text.length).keys()].filter((offset) => originAt(edited, offset) !== undefined);
        // Insertions take nothing away: what is not ours is the source, in order.
        expect(own.map((offset) => edited.text[offset]).join('')).toBe(source);
        expect(own.map((offset) => originAt(edited, offset))).toEqual([...Array(source.length).keys()]);
      }),
    );
  });

  it('refuses edits that overlap', () => {
    const overlapping = [
      { at: 0, remove: 4, chunks: [] },
      { at: 2, remove: 4, chunks: [] },
    ];
    expect(() => applyEdits('abcdefgh', overlapping)).toThrow(/overlap/);
  });

  it('carries a replacement out in copies of what is replaced', () => {
    const source = "await import('./x');";
    const replacement = { at: 14, remove: 3, chunks: [{ text: './x.js' }] };
    const insertion = { at: source.length, remove: 0, chunks: [{ text: source, origin: 0 }] };
    const edited = applyEdits(source, [...replaceInCopies([insertion], [replacement]), replacement]);
    expect(edited.text).toBe("await import('./x.js');await import('./x.js');");
    expect(originAt(edited, edited.text.lastIndexOf(')'))).toBe(source.indexOf(')'));
  });
});

describe('lines and columns', () => {
  it('go there and back over every kind of line break', () => {
    const text = 'a\nbc\r\nd\re f\u2028g';
    const lines = indexLines(text);
    for (let offset = 0; offset <= text.length; offset += 1) {
      const { line, column } = lines.placeOf(offset);
      expect(lines.offsetOf(line, column)).toBe(offset);
    }
    expect(lines.placeOf(text.indexOf('g'))).toEqual({ line: 4, column: 0 });
  });
});

describe('a composed map', () => {
  const source = [
    'type T = { a: number };',
    'export function f(x: T): number {',
    '  return x.a + missing();',
    '}',
  ].join('\n');
  const inserted = {
    at: 0,
    remove: 0,
    chunks: [{ text: 'const ours = 1;\n\n' }, { text: 'f(ours);', origin: source.indexOf('f(x') }, { text: '\n' }],
  };

  it('leads from the final text to the written place, through insertion and erasure', () => {
    const edited = applyEdits(source, [inserted]);
    const { text, map } = toJavaScript(edited, '/a.ts', 'module', {}, names);
    const at = indexLines(text).placeOf(text.indexOf('missing'));
    const place = originalPositionFor(new TraceMap(map), { line: at.line + 1, column: at.column });
    expect(place).toMatchObject({ source: 'a.ts', line: 3, column: 15 });
  });

  it('says of our own text that it has no place', () => {
    const edited = applyEdits(source, [inserted]);
    const { text, map } = toJavaScript(edited, '/a.ts', 'module', {}, names);
    const at = indexLines(text).placeOf(text.indexOf('ours'));
    expect(originalPositionFor(new TraceMap(map), { line: at.line + 1, column: at.column }).line).toBeNull();
  });

  it('for tools that transpile after us knows each word', () => {
    const edited = applyEdits(source, [inserted]);
    const map = new TraceMap(mapOfEdits(edited, names));
    for (const word of ['missing', 'return', 'number', 'a +']) {
      const at = indexLines(edited.text).placeOf(edited.text.lastIndexOf(word));
      const written = indexLines(source).placeOf(source.lastIndexOf(word));
      expect(originalPositionFor(map, { line: at.line + 1, column: at.column }), word).toMatchObject({
        line: written.line + 1,
        column: written.column,
      });
    }
    const copied = indexLines(edited.text).placeOf(edited.text.indexOf('f(ours)'));
    expect(originalPositionFor(map, { line: copied.line + 1, column: copied.column })).toMatchObject({
      line: 2,
      column: 16,
    });
  });
});
