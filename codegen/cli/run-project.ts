import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { HoplineConfig } from '../../sdk/config.ts';
import { HoplineError } from '../../runtime/protocol/errors.ts';
import { type Build, build } from '../compile.ts';
import type { CompiledSource } from '../compiler.ts';
import { pathFrom, slashes } from '../project/paths.ts';
import { type CliContext, UsageError } from './context.ts';
import { hasErrors, printDiagnostics } from './print-diagnostics.ts';
import { showProgress } from './progress.ts';
import { makeRunFolder, type RunFolder } from './run-folder.ts';
import type { RunOptions } from './run-request.ts';

/** A file of the user's, compiled and ready to be loaded, and the configuration nearest to it. */
export interface RunProject {
  /** As the user would write it. */
  readonly file: string;
  readonly source: CompiledSource;
  readonly manifest: Build['manifest'];
  readonly config: { readonly file: string; readonly value: HoplineConfig } | undefined;
  /** The module of the file, loaded. */
  load(): Promise<Record<string, unknown>>;
  /** Removes what was compiled. */
  close(): void;
}

/** Undefined where the compiler refuses something; it has been printed then. */
export async function openProject(
  context: CliContext,
  path: string,
  options: RunOptions,
): Promise<RunProject | undefined> {
  const configPath = findConfig(context.cwd, path, options.config);
  const files = configPath === undefined ? [path] : [path, configPath];
  const compiled = compileInto(context, files, options, options.tsconfig);
  if (!compiled || configPath === undefined) return compiled && projectOf(context, path, compiled, undefined);
  try {
    const value = await loadConfig(context, configPath, compiled);
    const other = otherTsconfig(configPath, value, compiled, options);
    if (other === undefined) return projectOf(context, path, compiled, { path: configPath, value });
    compiled.folder.remove();
    const again = compileInto(context, files, options, other);
    return (
      again &&
      projectOf(context, path, again, { path: configPath, value: await loadConfig(context, configPath, again) })
    );
  } catch (error) {
    compiled.folder.remove();
    throw error;
  }
}

interface Compiled {
  readonly folder: RunFolder;
  readonly build: Build;
  /** Where the output of a source is. */
  readonly outputOf: (path: string) => string;
}

function projectOf(
  { cwd }: CliContext,
  path: string,
  { build: built, folder, outputOf }: Compiled,
  config: { path: string; value: HoplineConfig } | undefined,
): RunProject {
  return {
    file: pathFrom(cwd, path),
    source: built.sources.find(({ module }) => module.path === slashes(path))!,
    manifest: built.manifest,
    config: config && { file: pathFrom(cwd, config.path), value: config.value },
    load: () => loadModule(cwd, path, outputOf(path)),
    close: () => folder.remove(),
  };
}

const configNames = ['hopline.config.ts', 'hopline.config.mts', 'hopline.config.js', 'hopline.config.mjs'];

function findConfig(cwd: string, file: string, given: string | undefined): string | undefined {
  if (given !== undefined) {
    const path = resolve(cwd, given);
    if (!existsSync(path)) throw new UsageError(`--config ${given} does not exist. The path counts from ${cwd}.`);
    return path;
  }
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const found = configNames.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

/** The lock is neither written nor held against the code: what runs here is still being written. */
function compileInto(
  context: CliContext,
  files: readonly string[],
  { json = false }: RunOptions,
  tsconfig: string | undefined,
): Compiled | undefined {
  const folder = makeRunFolder(dirname(files[0]!));
  try {
    const progress = showProgress(context);
    const built = build(
      {
        files: [...files],
        cwd: context.cwd,
        outDir: folder.path,
        frozenLock: false,
        ...(tsconfig !== undefined && { tsconfig }),
      },
      progress.onModule,
    );
    progress.end();
    const isRefused = hasErrors(built.diagnostics);
    printDiagnostics(context, built.diagnostics, json && isRefused);
    if (isRefused) {
      folder.remove();
      return undefined;
    }
    for (const { path, text, map } of built.outputs) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      if (map !== undefined) writeFileSync(`${path}.map`, map);
    }
    const modules = built.compiler.modules(files);
    const output = built.compiler.plan(modules);
    return { folder, build: built, outputOf: (path) => output.of(modules.get(slashes(path))!) };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

async function loadConfig({ cwd }: CliContext, path: string, { outputOf }: Compiled): Promise<HoplineConfig> {
  const module = await loadModule(cwd, path, outputOf(path));
  const config = module['default'] as Partial<HoplineConfig> | undefined;
  if (typeof config?.workflows === 'function') return config as HoplineConfig;
  throw new HoplineError(
    'CONFIGURATION',
    `${pathFrom(cwd, path)} has no configuration as its default export. Write export default defineConfig({ files: [...], workflows: () => [...] }).`,
  );
}

/** The configuration is compiled before it can be read, so the tsconfig that it names is known only then. */
function otherTsconfig(
  configPath: string,
  { tsconfig }: HoplineConfig,
  { build: built }: Compiled,
  options: RunOptions,
): string | undefined {
  if (tsconfig === undefined || options.tsconfig !== undefined) return undefined;
  const path = resolve(dirname(configPath), tsconfig);
  return slashes(path) === slashes(built.compiler.settings.tsconfigPath ?? '') ? undefined : path;
}

async function loadModule(cwd: string, path: string, output: string): Promise<Record<string, unknown>> {
  process.setSourceMapsEnabled(true);
  try {
    return (await import(pathToFileURL(output).href)) as Record<string, unknown>;
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new HoplineError('CONFIGURATION', `${pathFrom(cwd, path)} could not be loaded.\n${what}`, { cause: error });
  }
}
