import { dirname, join, resolve } from 'node:path';

import { ts } from 'ts-morph';

import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { diagnosticForFile } from '../diagnostics/create.ts';
import { slashes } from './paths.ts';

/** What decides the meaning of the sources, and where things lie. */
export interface ProjectSettings {
  /** Diagnostics name files relative to it. */
  readonly cwd: string;
  /** The tsconfig's folder, else `cwd`: manifest and lock name files relative to it. */
  readonly root: string;
  readonly tsconfigPath: string | undefined;
  readonly options: ts.CompilerOptions;
  readonly diagnostics: readonly Diagnostic[];
}

export interface SettingsInput {
  readonly cwd: string;
  /** Absolute. The tsconfig nearest to the first of them is read. */
  readonly files: readonly string[];
  readonly tsconfig?: string;
}

/** Reads the tsconfig given, else the nearest; with none, strict defaults for Node. */
export function readSettings(input: SettingsInput): ProjectSettings {
  const { cwd } = input;
  const tsconfigPath = input.tsconfig === undefined ? nearestTsconfig(input) : resolve(cwd, input.tsconfig);
  if (tsconfigPath === undefined)
    return { cwd, root: cwd, tsconfigPath, options: defaultOptions(cwd), diagnostics: [] };
  const { options, errors } = readTsconfig(tsconfigPath);
  const diagnostics = errors.map((error) =>
    diagnosticForFile(tsconfigPath, 'HL7003', ts.flattenDiagnosticMessageText(error.messageText, '\n'), {
      severity: unknownOptionCodes.has(error.code) ? 'warning' : 'error',
    }),
  );
  return { cwd, root: dirname(tsconfigPath), tsconfigPath, options, diagnostics };
}

/** "Unknown compiler option", with and without a guess: written for another TypeScript than ours, and no reason to stop. */
const unknownOptionCodes = new Set([5023, 5025]);

function nearestTsconfig({ cwd, files }: SettingsInput): string | undefined {
  const found = ts.findConfigFile(files[0] === undefined ? cwd : dirname(files[0]), (path) => ts.sys.fileExists(path));
  if (found === undefined) return undefined;
  return files[0] === undefined ? found : (referencedTsconfigOf(found, files[0]) ?? found);
}

/**
 * A "solution" tsconfig holds no options, only references (`"files": []`, as Vite's templates have it). The options that
 * rule a file are those of the referenced project that includes it.
 */
function referencedTsconfigOf(path: string, file: string): string | undefined {
  const { fileNames, references } = readTsconfig(path);
  if (fileNames.length > 0) return undefined;
  return references
    .map((reference) => ts.resolveProjectReferencePath(reference))
    .find((reference) => ts.sys.fileExists(reference) && readTsconfig(reference).fileNames.includes(slashes(file)));
}

interface Tsconfig {
  readonly options: ts.CompilerOptions;
  readonly fileNames: readonly string[];
  readonly references: readonly ts.ProjectReference[];
  readonly errors: readonly ts.Diagnostic[];
}

/** Error 18003, "no inputs were found", is no error here: the files to compile are given. */
const noInputsCodes = new Set([18002, 18003]);

function readTsconfig(path: string): Tsconfig {
  const read = ts.readConfigFile(path, (name) => ts.sys.readFile(name));
  if (read.error)
    return { options: defaultOptions(dirname(path)), fileNames: [], references: [], errors: [read.error] };
  const parsed = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(path), undefined, path);
  return {
    options: parsed.options,
    fileNames: parsed.fileNames,
    references: parsed.projectReferences ?? [],
    errors: parsed.errors.filter((error) => !noInputsCodes.has(error.code)),
  };
}

/** Without a tsconfig: as strict as our own, with Node's types where they are installed and the DOM's (fetch, console) always. */
function defaultOptions(folder: string): ts.CompilerOptions {
  return {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    resolveJsonModule: true,
    allowJs: true,
    skipLibCheck: true,
    types: hasNodeTypes(folder) ? ['node'] : [],
  };
}

function hasNodeTypes(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (ts.sys.fileExists(join(at, 'node_modules/@types/node/index.d.ts'))) return true;
    if (at === dirname(at)) return false;
  }
}
