import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { entries, findingsIn, root, typeProgram } from './type-program.ts';

interface Example {
  readonly place: string;
  readonly path: string;
  readonly text: string;
}

const folders = ['sdk', 'runtime/protocol', 'runtime/ports', 'runtime/stores', 'runtime/testing'];
const sources = folders.flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

/** Each ```ts block of the file's comments, as a module of its own. */
function examplesIn(source: string): Example[] {
  const comments = readFileSync(root + source, 'utf8').match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  const blocks = comments.flatMap((comment) => [...comment.matchAll(/^[ *]*```ts\n([\s\S]*?)^[ *]*```$/gm)]);
  return blocks.map(([, block], index) => ({
    place: `${source} example ${index + 1}`,
    path: `${root}test/types/example-${source.replaceAll('/', '-').slice(0, -3)}-${index + 1}.ts`,
    text: `${block!.replaceAll(/^ *\* ?/gm, '')}\nexport {};\n`,
  }));
}

const examples = sources.flatMap(examplesIn).filter(({ text }) => text.includes('import '));
const files = Object.fromEntries(examples.map(({ path, text }) => [path, text]));

describe.each(['standard', 'legacy'] as const)('examples in comments compile, decorators %s', (mode) => {
  const program = typeProgram(files, [], mode);
  it.each(examples)('$place', ({ path }) => {
    expect(findingsIn(program, path)).toEqual([]);
  });
});

it('a wrong example would be found', () => {
  const path = `${root}test/types/example-wrong.ts`;
  const program = typeProgram({ [path]: `import { sleep } from 'hopline';\nvoid sleep('2 months');\n` });
  expect(findingsIn(program, path).map(({ line }) => line)).toEqual([2]);
});

describe('what hopline exports is documented where an editor shows it', () => {
  const program = typeProgram({}, [root + entries.hopline]);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(root + entries.hopline)!)!;
  const exported = checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return {
      name: symbol.name,
      target,
      isCode: (target.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Class)) !== 0,
    };
  });

  it.each(exported)('$name', ({ target, isCode }) => {
    expect(ts.displayPartsToString(target.getDocumentationComment(checker)).length).toBeGreaterThan(20);
    if (isCode) expect(target.getJsDocTags(checker).map(({ name }) => name)).toContain('example');
  });
});
