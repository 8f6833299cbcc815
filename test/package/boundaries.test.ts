/**
 * Who may import whom. Project references hold it: a file of another project that is not referenced is TS6307, whatever
 * the form of the import. Here a forbidden import is put into each project (in memory) and must be refused.
 *
 * Two ways round it are left, so the imports that there are get compared with the table as well: TypeScript takes the
 * references of references for its own, and the package's own name leads to built declarations.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { repository, sourceFiles } from './repository.ts';

const projects = [
  'runtime/protocol',
  'runtime/ports',
  'runtime/engine',
  'runtime',
  'sdk',
  'codegen',
  'codegen/cli',
] as const;
type Project = (typeof projects)[number];

/** A file of each project that others would like to have. */
const wanted: Readonly<Record<Project, string>> = {
  'runtime/protocol': 'runtime/protocol/errors.ts',
  'runtime/ports': 'runtime/ports/clock.ts',
  'runtime/engine': 'runtime/engine/backoff.ts',
  runtime: 'runtime/clocks/system-clock.ts',
  sdk: 'sdk/sleep.ts',
  codegen: 'codegen/index.ts',
  'codegen/cli': 'codegen/cli/plural.ts',
};

/** The architecture in one table. */
const mayImport: Readonly<Record<Project, readonly Project[]>> = {
  'runtime/protocol': [],
  'runtime/ports': ['runtime/protocol'],
  'runtime/engine': ['runtime/protocol'],
  runtime: ['runtime/protocol', 'runtime/ports', 'runtime/engine', 'sdk'],
  sdk: ['runtime/protocol', 'runtime/ports'],
  codegen: ['runtime/protocol', 'sdk'],
  'codegen/cli': ['codegen', 'runtime', 'sdk', 'runtime/protocol', 'runtime/ports'],
};

/** With the references of references. */
function reaches(from: Project): ReadonlySet<Project> {
  return new Set(mayImport[from].flatMap((to) => [to, ...reaches(to)]));
}

const pairs = projects.flatMap((from) =>
  projects
    .filter((to) => to !== from)
    .map((to) => ({ from, to, isAllowed: mayImport[from].includes(to), isRefused: !reaches(from).has(to) })),
);

const imports = importsOf(sourceFiles(['sdk', 'runtime', 'codegen']));

describe('an import across projects', () => {
  it.each(pairs.filter(({ isAllowed }) => isAllowed))('from $from to $to is accepted', ({ from, to }) => {
    expect(codesWith(from, importOf(from, to))).not.toContain(6307);
  });

  it.each(pairs.filter(({ isRefused }) => isRefused))('from $from to $to is TS6307', ({ from, to }) => {
    expect(codesWith(from, importOf(from, to))).toContain(6307);
  });

  it('is refused as a type alone, too', () => {
    const path = relativeTo('runtime/engine', wanted.runtime);
    expect(
      codesWith('runtime/engine', `import type { systemClock } from '${path}';\nexport type A = typeof systemClock;`),
    ).toContain(6307);
  });

  it('stands in the table, wherever there is one', () => {
    const crossing = imports
      .filter(({ to }) => to.startsWith('.'))
      .map(({ from, to }) => ({ from, to: join(from, '..', to) }))
      .filter(({ from, to }) => projectOf(from) !== projectOf(to));
    expect(crossing.filter(({ from, to }) => !mayImport[projectOf(from)].includes(projectOf(to)))).toEqual([]);
    expect(crossing.length, 'negative control').toBeGreaterThan(50);
  });

  it('is never by the package’s own name', () => {
    expect(imports.filter(({ to }) => /^hopline(\/|$)/.test(to))).toEqual([]);
  });
});

describe('the pure projects', () => {
  const names = [
    'setTimeout(() => 0, 1)',
    'process.env',
    'Buffer.from("")',
    'performance.now()',
    'structuredClone(1)',
    'fetch("")',
  ];
  it.each(['runtime/protocol', 'runtime/engine'] as const)('%s knows no host', (project) => {
    for (const name of names) expect(codesWith(project, `export const x = ${name};`), name).not.toEqual([]);
    expect(codesWith(project, "import 'node:fs';")).not.toEqual([]);
    expect(codesWith(project, 'export const x = Math.max(1, 2);'), 'negative control').toEqual([]);
  });
});

describe('packages', () => {
  const users = (name: RegExp) => imports.filter(({ to }) => name.test(to)).map(({ from }) => from);

  it('of the compiler are imported in codegen alone', () => {
    expect(users(/^(ts-morph|typescript)(\/|$)/).filter((from) => !from.startsWith('codegen/'))).toEqual([]);
    expect(users(/^ts-morph$/).length, 'negative control').toBeGreaterThan(0);
  });

  it('are not imported at all by protocol and engine', () => {
    const pure = imports.filter(({ from }) => /^runtime\/(protocol|engine)\//.test(from));
    expect(pure.filter(({ to }) => !to.startsWith('.'))).toEqual([]);
    expect(pure.length, 'negative control').toBeGreaterThan(10);
  });

  it('of AWS are imported by the queue adapter, the client and the commands alone, elsewhere as types', () => {
    const values = imports.filter(({ to, isType }) => to.startsWith('@aws-sdk/') && !isType).map(({ from }) => from);
    expect(values.filter((from) => !/^(runtime\/queues\/|sdk\/|codegen\/cli\/|runtime\/testing\/)/.test(from))).toEqual(
      [],
    );
  });

  it('are named with their extension where they are files of ours', () => {
    const ours = imports.filter(({ to }) => to.startsWith('.'));
    expect(ours.filter(({ to }) => !/\.(ts|json)$/.test(to))).toEqual([]);
  });
});

function importOf(from: Project, to: Project): string {
  return `import '${relativeTo(from, wanted[to])}';`;
}

function relativeTo(project: Project, file: string): string {
  const path = relative(project, file);
  return path.startsWith('.') ? path : `./${path}`;
}

function projectOf(file: string): Project {
  return [...projects].sort((a, b) => b.length - a.length).find((project) => file.startsWith(`${project}/`))!;
}

/** Declarations of the language, parsed once for all programs. */
const declarations = new Map<string, ts.SourceFile | undefined>();

/** Codes of what TypeScript says of a file that is put into the project. */
function codesWith(project: Project, text: string): number[] {
  const { options, projectReferences } = configOf(project);
  const added = join(repository, project, 'added-by-a-test.ts');
  const host = ts.createCompilerHost(options, true);
  const disk = { fileExists: host.fileExists.bind(host), getSourceFile: host.getSourceFile.bind(host) };
  host.fileExists = (name) => name === added || disk.fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    if (name === added) return ts.createSourceFile(name, text, ...(rest.slice(0, 1) as [ts.ScriptTarget]), true);
    const key = `${name} ${JSON.stringify(rest[0])}`;
    if (!declarations.has(key)) declarations.set(key, disk.getSourceFile(name, ...rest));
    return declarations.get(key);
  };
  const program = ts.createProgram({
    // Alone: TS6307 asks what it may reach beyond the files of its project, and that is nothing without a reference.
    rootNames: [added],
    options,
    host,
    ...(projectReferences && { projectReferences }),
  });
  const file = program.getSourceFile(added)!;
  const all = [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...program.getOptionsDiagnostics(),
  ];
  return [...new Set(all.map(({ code }) => code))];
}

function configOf(project: Project): ts.ParsedCommandLine {
  return ts.getParsedCommandLineOfConfigFile(
    join(repository, project, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  )!;
}

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

function importsOf(files: readonly string[]): Import[] {
  return files.flatMap((from) => {
    const file = ts.createSourceFile(from, readFileSync(join(repository, from), 'utf8'), ts.ScriptTarget.Latest);
    return file.statements.flatMap((statement): Import[] => {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
      const to = statement.moduleSpecifier;
      if (!to || !ts.isStringLiteral(to)) return [];
      const isType = ts.isImportDeclaration(statement)
        ? statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
        : statement.isTypeOnly;
      return [{ from, to: to.text, isType }];
    });
  });
}
