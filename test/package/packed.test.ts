/**
 * The package as others install it: packed, unpacked into an empty project, looked at by publint and attw, and every
 * subpath imported by plain Node.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository } from './repository.ts';

const run = promisify(execFile);

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/** What attw says. */
interface Report {
  readonly analysis: {
    readonly entrypoints: Readonly<Record<string, unknown>>;
    readonly problems: readonly { readonly kind: string; readonly resolutionKind?: string }[];
  };
}

const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Manifest;
const subpaths = Object.entries(manifest.exports).filter(
  (entry): entry is [string, { types: string; default: string }] => {
    return typeof entry[1] !== 'string';
  },
);

let folder: string;
let tarball: string;
/** Where the package is installed. */
let installed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hopline-packed-'));
  // What `npm test` has just built is packed; nothing is built again.
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  tarball = join(folder, filename);
  installInto(join(folder, 'project'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A project with the unpacked package, and beside it what the package declares, nothing else. */
function installInto(project: string): void {
  installed = join(project, 'node_modules/hopline');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    mkdirSync(join(project, 'node_modules', name, '..'), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), join(project, 'node_modules', name));
  }
}

describe('the tarball', () => {
  it('is what publint calls right', async () => {
    const bytes = readFileSync(tarball);
    const { messages, pkg } = await publint({
      pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
      level: 'suggestion',
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types that resolve as its modules do', async () => {
    // ESM alone is what the package is: what `require` and resolution without `exports` make of it is not promised.
    const attw = join(repository, 'node_modules/.bin/attw');
    const options = [tarball, '--profile', 'esm-only', '--format', 'json', '--no-color'];
    const { stdout } = await run(attw, options, { maxBuffer: 1 << 26 });
    const { analysis } = JSON.parse(stdout) as Report;
    expect(
      analysis.problems.filter(({ resolutionKind }) => !/^(node10|node16-cjs)$/.test(resolutionKind ?? '')),
    ).toEqual([]);
    expect(Object.keys(analysis.entrypoints), 'nothing was left out').toEqual(Object.keys(manifest.exports));
  }, 120_000);

  it('holds every file that the manifest names', () => {
    const named = [...subpaths.flatMap(([, target]) => [target.types, target.default]), ...Object.values(manifest.bin)];
    expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it('holds no test, no source and no build cache', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const strange = /(^|\/)(test|examples|node_modules)\/|\.tsbuildinfo$|(?<!\.d)\.ts$/;
    expect(files.filter((path) => strange.test(path) && !shippedForNow.test(path))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'ARCHITECTURE.md']));
  });

  it('starts its command with Node', () => {
    for (const path of Object.values(manifest.bin))
      expect(readFileSync(join(installed, path), 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
  });
});

describe('an installed package', () => {
  it.each(subpaths.map(([subpath]) => subpath))('lets plain Node import hopline%s', async (subpath) => {
    const specifier = subpath.replace(/^\./, 'hopline');
    const script = `import * as all from '${specifier}'; console.log(JSON.stringify(Object.keys(all)));`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(installed, '../..'),
    });
    expect(JSON.parse(stdout) as string[]).not.toEqual([]);
    // The one warning is of the AWS SDK about Node 20.
    expect(stderr.replace(/^.*NodeVersionSupportWarning[^]*$/m, '')).toBe('');
  });

  it.each(subpaths)('declares with types what it exports: %s', (_subpath, target) => {
    const declared = exportsDeclaredBy(join(installed, target.types));
    expect(declared.length).toBeGreaterThan(0);
  });

  it('has types that read no types of the AWS SDK, which are half of what a small compile parses', () => {
    for (const [subpath, { types }] of subpaths) {
      const files = typeProgram(join(installed, types)).getSourceFiles();
      const foreign = files.map(({ fileName }) => fileName).filter((name) => /\/@(aws-sdk|smithy)\//.test(name));
      expect(foreign, subpath).toEqual([]);
      expect(files.length, 'negative control').toBeGreaterThan(1);
    }
  });

  it('exports no path that is not listed', async () => {
    const script =
      "await import('hopline/dist/sdk/index.js').then(() => console.log('open'), (error) => console.log(error.code));";
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
      cwd: join(installed, '../..'),
    });
    expect(stdout.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });

  it('imports only what it declares', () => {
    const declared = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
    const undeclared = filesOf(join(installed, 'dist')).flatMap((path) =>
      packagesImportedBy(path)
        .filter((name) => !declared.has(name) && !isBuiltin(name))
        .map((name) => `${path.slice(installed.length + 1)}: ${name}`),
    );
    expect(undeclared).toEqual([]);
  });

  it('declares only what it imports', () => {
    const imported = new Set(filesOf(join(installed, 'dist')).flatMap(packagesImportedBy));
    expect(Object.keys(manifest.dependencies).filter((name) => !imported.has(name))).toEqual(
      Object.keys(unusedDependencies),
    );
  });

  it('runs its command', async () => {
    const { stdout } = await run(process.execPath, [join(installed, manifest.bin['hopline']!), '--version'], {
      cwd: join(installed, '../..'),
    });
    expect(stdout.trim()).toContain(manifest.version);
  });
});

/** Build caches of `tsc -b`: nobody needs them; `"!dist/.cache"` in `files` leaves them out. */
const shippedForNow = /^dist\/\.cache\/\w+\.tsbuildinfo$/;

/** Dependencies that no file of ours imports, with the reason. The list may only shrink. */
const unusedDependencies: Readonly<Record<string, string>> = {
  typescript: 'its declarations of the language are found by path, not imported',
};

function isBuiltin(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name);
}

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => join(root, path));
}

/** Names of packages in static and dynamic imports with a literal specifier. */
function packagesImportedBy(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((specifier) => !specifier.startsWith('.'))
    .map((specifier) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)![1]!);
}

function typeProgram(path: string): ts.Program {
  return ts.createProgram([path], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
    skipLibCheck: true,
  });
}

function exportsDeclaredBy(path: string): string[] {
  const program = typeProgram(path);
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(path)!);
  return symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : [];
}
