import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { entries, findingsIn, root, typeProgram, type Entry } from './type-program.ts';

const apiFile = `${root}test/types/fixtures/api.d.ts`;

/** Arguments for what is generic, so that two instances can be compared. */
const typeArguments: Record<string, string> = {
  Activities: '<{ charge(id: string): Promise<number> }>',
  Secret: '<{ token: string }>',
  Signal: '<string>',
  StartOptions: '<[string, number]>',
  RunHandle: '<number>',
};

/**
 * Where our type takes more or less than the agreed one, and why that must be.
 * `ours→api`: ours cannot be used where the agreed one is expected. `api→ours`: the other way round.
 */
const hasPrivateMembers = 'our class has private members, so only its own instances are assignable to it';
const onlyMadeByHopline = 'only Hopline makes one, and always with what it must say';
const knownDifferences: Record<string, string> = {
  'hopline Client api→ours': hasPrivateMembers,
  'hopline typeof Client api→ours': hasPrivateMembers,
  'hopline typeof HoplineError ours→api': onlyMadeByHopline,
  'hopline typeof WorkflowFailedError ours→api': onlyMadeByHopline,
  'hopline/worker Worker api→ours': hasPrivateMembers,
  'hopline/worker typeof Worker api→ours': hasPrivateMembers,
  'hopline/embedded-sqs EmbeddedSqs api→ours': 'ours has more: the clock, counters, a look at the queues',
  'hopline/embedded-sqs typeof EmbeddedSqs api→ours': 'as its instances',
  'hopline/testing TestEnvironment api→ours': hasPrivateMembers,
  'hopline/testing typeof TestEnvironment api→ours': hasPrivateMembers,
  'hopline/testing typeof TestEnvironment ours→api': 'it is made by create() and by nothing else',
};

interface Export {
  readonly name: string;
  readonly isType: boolean;
  readonly isValue: boolean;
}

/** The exports that the page of truth marks `export`; its helper types are not part of the agreement. */
function agreedExports(entry: Entry): Export[] {
  const file = ts.createSourceFile(apiFile, ts.sys.readFile(apiFile)!, ts.ScriptTarget.ES2022, true);
  const found = new Map<string, Export>();
  for (const module of file.statements.filter(ts.isModuleDeclaration))
    if (module.name.text === `api:${entry}`)
      for (const statement of (module.body as ts.ModuleBlock).statements)
        for (const one of exportsOf(statement)) found.set(one.name, one);
  return [...found.values()];
}

function exportsOf(statement: ts.Statement): Export[] {
  if (!ts.canHaveModifiers(statement)) return [];
  const modifiers = ts.getModifiers(statement)?.map(({ kind }) => kind) ?? [];
  if (!modifiers.includes(ts.SyntaxKind.ExportKeyword)) return [];
  const name = modifiers.includes(ts.SyntaxKind.DefaultKeyword)
    ? 'default'
    : (statement as ts.FunctionDeclaration).name!.text;
  const isClass = ts.isClassDeclaration(statement);
  const isType = isClass || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  return [{ name, isType, isValue: isClass || ts.isFunctionDeclaration(statement) }];
}

/** One line per question, so that an error's line names the question. */
function questions(entry: Entry): { text: string; asked: string[] } {
  const lines = [`import type * as ours from '${entry}';`, `import type * as api from 'api:${entry}';`];
  const asked: string[] = [];
  const ask = (what: string, ours: string, api: string) => {
    lines.push(`export const q${lines.length} = (value: ${ours}): ${api} => value;`);
    asked[lines.length] = `${what} ours→api`;
    lines.push(`export const q${lines.length} = (value: ${api}): ${ours} => value;`);
    asked[lines.length] = `${what} api→ours`;
  };
  for (const { name, isType, isValue } of agreedExports(entry)) {
    const generic = typeArguments[name] ?? '';
    if (isType) ask(`${entry} ${name}`, `ours.${name}${generic}`, `api.${name}${generic}`);
    if (isValue) ask(`${entry} typeof ${name}`, `typeof ours.${name}`, `typeof api.${name}`);
  }
  return { text: lines.join('\n'), asked };
}

const present = Object.keys(entries) as Entry[];
const comparisons = new Map(present.map((entry) => [entry, questions(entry)]));
const pathOf = (entry: Entry) => `${root}test/types/compare-${entry.replaceAll('/', '-')}.ts`;
const program = typeProgram(Object.fromEntries(present.map((entry) => [pathOf(entry), comparisons.get(entry)!.text])), [
  apiFile,
]);

describe.each(present)('%s has the agreed types', (entry) => {
  const { asked } = comparisons.get(entry)!;
  const differences = new Map(
    findingsIn(program, pathOf(entry)).map(({ line, message }) => [asked[line] ?? `line ${line}`, message]),
  );

  it.each(asked.filter(Boolean))('%s', (question) => {
    if (question in knownDifferences)
      expect(differences.has(question), 'the known difference is gone: take it off the list').toBe(true);
    else expect(differences.get(question)).toBeUndefined();
  });

  it('and no question failed to be asked', () => {
    expect([...differences.keys()].filter((key) => key.startsWith('line'))).toEqual([]);
  });
});
