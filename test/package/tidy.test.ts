/** Rules of the house that a machine can check. Each exception stands here with its reason; an unused one is an error. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { diagnosticCodes } from '../../codegen/diagnostics/codes.ts';
import { errorCodes } from '../../runtime/protocol/errors.ts';
import { repository, sourceFiles, trackedFiles } from './repository.ts';

const text = (path: string): string => readFileSync(join(repository, path), 'utf8');

describe('time and chance come through ports:', () => {
  /** file → the names that it may use, and why. */
  const allowed: Readonly<Record<string, readonly [names: readonly string[], why: string]>> = {
    'runtime/clocks/system-clock.ts': [['Date.now', 'performance.now', 'setTimeout'], 'this is the clock'],
    'runtime/clocks/monotonic.ts': [['performance.now'], 'the monotonic half of the clock'],
    'runtime/loop/system-random.ts': [['randomUUID', 'getRandomValues'], 'this is the random port'],
    'sdk/client.ts': [['randomUUID'], 'a client without a test environment has nothing to be seeded by'],
    'codegen/cli/run-request.ts': [['randomUUID'], 'the id of a run that a person starts on a real queue'],
    'codegen/cli/build.ts': [['performance.now'], 'tells a person how long the build took'],
    'codegen/cli/progress.ts': [['performance.now'], 'shows progress only where a person has to wait'],
  };
  const found = sourceFiles(['sdk', 'runtime', 'codegen']).flatMap((path) =>
    [...new Set(namesOfTheHost(path, text(path)))].map((name) => ({ path, name })),
  );

  it('the clock and the dice of the host are used nowhere else', () => {
    expect(found.filter(({ path, name }) => !allowed[path]?.[0].includes(name))).toEqual([]);
  });

  it('no exception is left over', () => {
    const unused = Object.entries(allowed).flatMap(([path, [names]]) =>
      names
        .filter((name) => !found.some((use) => use.path === path && use.name === name))
        .map((name) => `${path}: ${name}`),
    );
    expect(unused).toEqual([]);
  });

  it('the check sees what it is for', () => {
    const sample = `
      Date.now(); const { now } = Date; new Date(); new Date; Date(); Math.random; performance.now();
      globalThis.setTimeout(() => 0); setInterval(f); crypto.randomUUID();
      new Date(5); Date.UTC(2030, 1); Math.max(1); "Date.now()"; /* Math.random() */ x.setTimeout; ({ setTimeout: 1 });`;
    expect(namesOfTheHost('sample.ts', sample)).toEqual([
      'Date.now',
      'Date',
      'new Date()',
      'new Date()',
      'Date()',
      'Math.random',
      'performance.now',
      'setTimeout',
      'setInterval',
      'randomUUID',
    ]);
  });
});

describe('files', () => {
  it('are not named after nothing in particular', () => {
    const vague = /^(utils?|helpers?|common|misc|managers?|internals?)$/;
    const named = trackedFiles().filter((path) =>
      path.split('/').some((part) => vague.test(part.replace(/\..*$/, ''))),
    );
    expect(named).toEqual([]);
  });

  it('are kebab-case in the library', () => {
    const names = sourceFiles(['sdk', 'runtime', 'codegen']).map((path) => basename(path));
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.ts$/.test(name))).toEqual([]);
  });

  it('name no place of one machine, and no registry', () => {
    // Built from pieces, so that this file does not name them either.
    const places = ['work', 'home', 'root', 'Users', 'tmp'].join('|');
    const place = new RegExp(`(^|[\\s"'\`(=:])/(${places})/\\w`, 'm');
    const registries = ['npm' + 'js\\.', 'verd' + 'accio', 'arti' + 'factory'].join('|');
    const registry = new RegExp(`\\b(registry\\.[\\w-]+\\.(org|com|io|dev|net|local|internal)\\b|${registries})`, 'i');
    const naming = trackedFiles().filter((path) => place.test(text(path)) || registry.test(text(path)));
    expect(naming).toEqual([]);
    expect(
      place.test(` /${'tmp'}/x`) && registry.test(['registry', 'example', 'org'].join('.')),
      'negative control',
    ).toBe(true);
  });

  it('are ended by one line break, and hold no tab in front and no space behind', () => {
    const own = sourceFiles(['sdk', 'runtime', 'codegen']);
    expect(own.filter((path) => !/[^\n]\n$/.test(text(path)) || /^\t|[ \t]$/m.test(text(path)))).toEqual([]);
  });
});

describe('every file of ours is looked at', () => {
  /** Programs for the compiler to read; what they do wrong is their purpose. */
  const fixtures = /^test\/(compile\/cases|differential\/programs|types\/fixtures)\/|\/generated\//;
  const ours = trackedFiles().filter((path) => path.endsWith('.ts') && !fixtures.test(path));

  it('by the linter', async () => {
    const eslint = new ESLint({ cwd: repository });
    const isIgnored = await Promise.all(ours.map((path) => eslint.isPathIgnored(join(repository, path))));
    expect(ours.filter((_, index) => isIgnored[index])).toEqual([]);
  });

  it('by the type checker', () => {
    const checked = new Set(['sdk', 'runtime', 'codegen', 'test', 'examples'].flatMap(filesOfProjectsIn));
    expect(ours.filter((path) => !checked.has(path))).toEqual([]);
  });
});

describe('every code of an error', () => {
  const library = sourceFiles(['sdk', 'runtime', 'codegen']).filter((path) => path !== 'runtime/protocol/errors.ts');
  const tests = trackedFiles().filter(
    (path) => /^(test|examples)\/.*\.test\.ts$/.test(path) && !path.startsWith('test/package/'),
  );
  const isNamed = (paths: readonly string[], code: string) =>
    paths.some((path) => new RegExp(`['"\`]${code}['"\`]|\\b${code}\\b(?=.*\\/)`).test(text(path)));
  const codes = Object.keys(errorCodes);

  it.each(codes)('%s is thrown somewhere', (code) => {
    const isThrown =
      code === 'INVARIANT' ? library.some((path) => /\binvariant\(/.test(text(path))) : isNamed(library, code);
    expect(isThrown).toBe(true);
  });

  it.each(codes)('%s is asserted in a test', (code) => {
    expect(isNamed(tests, code)).toBe(true);
  });

  it('that nothing names is found', () => {
    const unused = ['NO', 'SUCH', 'CODE'].join('_');
    expect(isNamed(library, unused) || isNamed(tests, unused)).toBe(false);
  });

  it('has a title that is a sentence without a full stop', () => {
    for (const title of Object.values(errorCodes)) expect(title).toMatch(/^[A-Z].{10,}[^.]$|^[a-z]\w+\(\).{10,}[^.]$/);
  });
});

describe('every code of a diagnostic', () => {
  it.each(Object.entries(diagnosticCodes))('%s has a title, an anchor and an explanation', (code, entry) => {
    expect(entry.title).toMatch(/^\S.{5,}[^.]$/);
    expect(entry.anchor).toBe(code.toLowerCase());
    expect(entry.explanation).toMatch(/^[A-Z`].{10,}[.?!]$/s);
  });

  it('has a title of its own', () => {
    const titles = Object.values(diagnosticCodes).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('the changelog', () => {
  it('has an entry for the version of the package', () => {
    const { version } = JSON.parse(text('package.json')) as { version: string };
    const entry = text('CHANGELOG.md')
      .split(/^## /m)
      .find((part) => part.split(/\s/)[0] === version);
    expect(entry?.split('\n').filter((line) => line.startsWith('- ')).length ?? 0).toBeGreaterThan(0);
  });
});

/** Of each tsconfig in a folder, relative to the repository. */
function filesOfProjectsIn(folder: string): string[] {
  const projects = trackedFiles().filter((path) => path.startsWith(`${folder}/`) && /\/tsconfig\.json$/.test(path));
  return projects.flatMap((path) => {
    const { config } = ts.readConfigFile(join(repository, path), (name) => readFileSync(name, 'utf8')) as {
      config: unknown;
    };
    const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, join(repository, dirname(path)));
    return fileNames.map((name) => relative(repository, name));
  });
}

/** Uses of the host's clock, dice and timers as code: not in comments, strings or as the name of a member. */
function namesOfTheHost(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameOfTheHost(node);
    if (name) names.push(name);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

const functions = new Set(['setTimeout', 'setInterval', 'randomUUID', 'getRandomValues', 'randomBytes', 'hrtime']);
const members = new Set(['Date.now', 'Math.random', 'performance.now']);

function nameOfTheHost(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    const whole = `${node.expression.getText()}.${node.name.text}`.replace(/^globalThis\./, '');
    if (members.has(whole)) return whole;
    const owner = node.expression.getText();
    return functions.has(node.name.text) && /^(globalThis|crypto|process)$/.test(owner) ? node.name.text : undefined;
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date')
    return node.arguments?.length ? undefined : 'new Date()';
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return 'Date()';
  if (!ts.isIdentifier(node) || isNameOfAMember(node)) return undefined;
  if (functions.has(node.text)) return isDeclared(node) ? undefined : node.text;
  // `const { now } = Date`, `take(Date)`: whoever has it has the clock.
  const hasWhole = ts.isVariableDeclaration(node.parent) && node.parent.initializer === node;
  return hasWhole && ['Date', 'Math', 'performance'].includes(node.text) ? node.text : undefined;
}

function isNameOfAMember(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isTypeNode(parent) || ts.isQualifiedName(parent)) return true;
  return (
    (ts.isPropertyAssignment(parent) || ts.isClassElement(parent) || ts.isTypeElement(parent)) && parent.name === node
  );
}

/** Imports are counted where they are used. */
function isDeclared(node: ts.Identifier): boolean {
  const { parent } = node;
  return ts.isImportSpecifier(parent) || (ts.isParameter(parent) && parent.name === node);
}
