/**
 * A TypeScript program that lives as long as the compiler: files change, the rest is reused.
 *
 * Invariants
 * 1. A source file object is made anew exactly when its text changed, so an equal object means equal text, and
 *    TypeScript may reuse what it bound.
 * 2. Texts given by `update` win over the disk until they are given up by `update(path)`.
 * 3. `program()` answers for the newest texts; programs and nodes handed out before an update are never mixed with it.
 *
 * TypeScript's own host is used and not ts-morph's `Project`: that one drops `impliedNodeFormat`, so under `nodenext`
 * it takes every file for CommonJS, resolves by the wrong conditions, and reports errors that tsc does not.
 */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

import { ts } from 'ts-morph';

import { declarationAt, sourceAt } from './parsed-files.ts';
import { slashes } from './paths.ts';

export interface SourceProgram {
  readonly options: ts.CompilerOptions;
  readonly moduleHost: ts.ModuleResolutionHost;
  /** Adds files whose dependencies belong to the program. */
  addRoots(paths: readonly string[]): void;
  /** New text; without `text` the file is read from the disk again. */
  update(path: string, text?: string): void;
  program(): ts.Program;
  sourceFile(path: string): ts.SourceFile | undefined;
}

const libFolder = slashes(dirname(createRequire(import.meta.url).resolve('typescript/lib/lib.d.ts')));

export function createSourceProgram(projectOptions: ts.CompilerOptions): SourceProgram {
  const options = checkingOptions(projectOptions);
  const texts = new Map<string, string>();
  const parsed = new Map<string, ts.SourceFile>();
  const roots = new Set<string>();
  const host = createHost(options, texts, parsed);
  let current: ts.Program | undefined;
  let previous: ts.Program | undefined;

  const outdate = () => {
    previous = current ?? previous;
    current = undefined;
  };
  const program = () => {
    if (current) return current;
    current = ts.createProgram({ rootNames: [...roots], options, host, ...(previous && { oldProgram: previous }) });
    // With its checker it is as large as the new one.
    previous = undefined;
    return current;
  };
  return {
    options,
    moduleHost: host,
    addRoots(paths) {
      const added = paths.map(slashes).filter((path) => !roots.has(path));
      for (const path of added) roots.add(path);
      if (added.length > 0) outdate();
    },
    update(path, text) {
      const name = slashes(path);
      const known = parsed.get(name);
      if (text === undefined) texts.delete(name);
      else texts.set(name, text);
      if (known && known.text === host.readFile(name)) return;
      outdate();
      // A file that was not there may be what failed look-ups looked for: the old program's resolutions are void.
      if (!known || !host.fileExists(name)) previous = undefined;
      parsed.delete(name);
    },
    program,
    sourceFile: (path) => program().getSourceFile(slashes(path)),
  };
}

/** We write the output, with specifiers rewritten; so `.ts` specifiers are legal whatever the tsconfig says of them. */
function checkingOptions(options: ts.CompilerOptions): ts.CompilerOptions {
  return {
    ...options,
    noEmit: true,
    allowImportingTsExtensions: true,
    composite: false,
    incremental: false,
    tsBuildInfoFile: undefined,
  };
}

function createHost(
  options: ts.CompilerOptions,
  texts: ReadonlyMap<string, string>,
  parsed: Map<string, ts.SourceFile>,
): ts.CompilerHost {
  const host = ts.createCompilerHost(options, true);
  const optionsText = JSON.stringify(options);
  const disk = { readFile: host.readFile.bind(host), fileExists: host.fileExists.bind(host) };
  host.readFile = (name) => texts.get(name) ?? disk.readFile(name);
  host.fileExists = (name) => texts.has(name) || disk.fileExists(name);
  host.getDefaultLibLocation = () => libFolder;
  host.getDefaultLibFileName = (forOptions) => `${libFolder}/${ts.getDefaultLibFileName(forOptions)}`;
  host.getSourceFile = (name, versionOrOptions) => {
    const known = parsed.get(name);
    if (known) return known;
    const read = () => host.readFile(name);
    const isDeclaration = /\.d\.[cm]?ts$/.test(name) && !texts.has(name);
    const file = isDeclaration
      ? declarationAt(name, versionOrOptions, read)
      : sourceAt(name, versionOrOptions, read(), optionsText);
    if (file) parsed.set(name, file);
    return file;
  };
  return host;
}
