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
  if (tsconfigPath === undefined) return { cwd, root: cwd, tsconfigPath, options: defaultOptions(), diagnostics: [] };
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
  if (read.error) return { options: defaultOptions(), fileNames: [], references: [], errors: [read.error] };
  const parsed = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(path), undefined, path);
  return {
    options: withDefaultsOf(installedMajor(dirname(path)), parsed.options),
    fileNames: parsed.fileNames,
    references: parsed.projectReferences ?? [],
    errors: parsed.errors.filter((error) => !noInputsCodes.has(error.code)),
  };
}

/**
 * A tsconfig means what the project's own TypeScript makes of it. Version 6 changed what is left out: `strict` became
 * true, and `@types` packages are no longer found by themselves. What tsc 5 accepts must not be refused here, nor the
 * other way round. Where none is installed nobody has decided, and the packages that are there are taken.
 */
function withDefaultsOf(major: number | undefined, options: ts.CompilerOptions): ts.CompilerOptions {
  if (major !== undefined && major >= 6) return options;
  const types = options.types ?? ['*'];
  if (major === undefined) return { ...options, types };
  const definesFields = (options.target ?? ts.ScriptTarget.ES5) >= ts.ScriptTarget.ES2022;
  return {
    strict: false,
    noUncheckedSideEffectImports: false,
    esModuleInterop: false,
    useDefineForClassFields: definesFields,
    ...options,
    types,
  };
}

/** Of the TypeScript that the project has installed. */
function installedMajor(folder: string): number | undefined {
  const path = findAbove(folder, 'node_modules/typescript/package.json');
  const { version } = path === undefined ? {} : (JSON.parse(ts.sys.readFile(path)!) as { version?: string });
  return version === undefined ? undefined : Number.parseInt(version, 10);
}

function findAbove(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (ts.sys.fileExists(path)) return path;
  return folder === dirname(folder) ? undefined : findAbove(dirname(folder), name);
}

/** Without a tsconfig: as strict as our own, with the `@types` that are installed and the DOM's (fetch, console). */
function defaultOptions(): ts.CompilerOptions {
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
    types: ['*'],
  };
}
