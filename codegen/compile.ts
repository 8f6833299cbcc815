import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { type CompiledSource, type Compiler, type Output, createCompiler } from './compiler.ts';
import { diagnosticForFile } from './diagnostics/create.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { duplicateWorkflows } from './duplicate-workflows.ts';
import { describeChanges } from './lock/describe-changes.ts';
import type { MachineChange, RemovedMachine } from './lock/lock-keeper.ts';
import { type Manifest, createManifest, manifestFileName } from './manifest.ts';
import { isSourcePath } from './project/module-graph.ts';
import { pathFrom, slashes } from './project/paths.ts';

/** What {@link compile} takes. */
export interface CompileOptions {
  /** Paths of the entry modules, relative to `cwd`; the local modules that they import are compiled too. */
  files: string[];
  /** Default `process.cwd()`. */
  cwd?: string;
  /** Default: the nearest `tsconfig.json` above the first file; without one, strict defaults for Node. */
  tsconfig?: string;
  /** Default: the tsconfig's `outDir`, else `dist` beside it. */
  outDir?: string;
  /** Writes outputs, source maps, `hopline.manifest.json` and, unless frozen, the lock. Default false: nothing is written. */
  emit?: boolean;
  /** Path of the lock. Default `hopline.lock.json` beside the tsconfig. */
  lock?: string;
  /**
   * A difference between lock and code is an error, and so is a missing lock. Default false, but where the environment has
   * `CI` set and the lock file exists, true.
   */
  frozenLock?: boolean;
}

/** What {@link compile} gives. */
export interface CompileResult {
  /** Modules without errors, by path: JavaScript that Node runs as it is. */
  outputs: { path: string; text: string; map?: string }[];
  diagnostics: Diagnostic[];
  /** What was compiled: workflows, their states, and what each message carries. */
  manifest: object;
}

/** A {@link CompileResult} with what the commands tell beyond it. */
export interface Build {
  readonly compiler: Compiler;
  readonly sources: readonly CompiledSource[];
  readonly outputs: readonly Output[];
  readonly diagnostics: readonly Diagnostic[];
  readonly manifest: Manifest;
  readonly lockChanges: readonly MachineChange[];
  readonly outDir: string;
}

/** Called before each module is compiled, for commands that show progress. */
export type OnModule = (path: string, index: number, count: number) => void;

/**
 * Compiles workflows: every local module that the files reach, those without workflows too, so that the output runs as it
 * is. A faulty file is left out and does not stop the others. User code is never executed. Twice the same: the same.
 *
 * @throws nothing for what is wrong with the sources: that is in `diagnostics`
 * @example
 * ```ts
 * import { compile } from 'hopline/codegen';
 *
 * const { diagnostics } = await compile({ files: ['src/dunning.ts'], outDir: 'dist', emit: true });
 * for (const { file, line, message } of diagnostics) console.error(`${file}:${line} ${message}`);
 * ```
 */
export async function compile(options: CompileOptions): Promise<CompileResult> {
  const { outputs, diagnostics, manifest } = build(options);
  return { outputs: [...outputs], diagnostics: [...diagnostics], manifest };
}

export function build(options: CompileOptions, onModule: OnModule = () => {}): Build {
  const cwd = resolve(options.cwd ?? process.cwd());
  const files = options.files.map((file) => resolve(cwd, file));
  const compiler = createCompiler({ ...options, cwd, files });
  const isReadable = !compiler.settings.diagnostics.some(({ severity }) => severity === 'error');
  const modules = compiler.modules(isReadable ? files.filter((file) => isSourcePath(slashes(file))) : []);
  const sources = [...modules.keys()].flatMap((path, index) => {
    onModule(path, index, modules.size);
    return compiler.compileSource(path) ?? [];
  });
  const duplicates = duplicateWorkflows(sources.flatMap(({ machines }) => machines));
  const refused = new Set(duplicates.map(({ file }) => file));
  const output = compiler.plan(modules);
  const emitted = sources
    .filter(({ module }) => !refused.has(module.path))
    .map((source) => compiler.emit(source, modules, output));
  const outputs = emitted.flatMap(({ output: file }) => file ?? []);
  const good = new Set(outputs.map(({ path }) => path));
  const manifest = createManifest(
    sources.filter(({ module }) => good.has(output.of(module))).flatMap(({ machines }) => machines),
  );
  const removed = compiler.lock.removed();
  const diagnostics = inOrder(cwd, [
    ...compiler.settings.diagnostics,
    ...files.flatMap((file) => unusableFile(file)),
    ...sources.flatMap((source) => source.diagnostics),
    ...(compiler.isFrozen ? removedDiagnostics(compiler, removed) : []),
    ...duplicates,
    ...emitted.flatMap((module) => module.diagnostics),
  ]);
  const result = {
    compiler,
    sources,
    outputs,
    diagnostics,
    manifest,
    lockChanges: [...sources.flatMap((source) => source.lockChanges), ...removed],
    outDir: output.outDir,
  };
  if (options.emit) write(result);
  return result;
}

function removedDiagnostics({ lock, settings }: Compiler, removed: readonly RemovedMachine[]): Diagnostic[] {
  return removed.map((change) => {
    const path = join(settings.root, change.file);
    const message = `The lock has ${change.machine}, ${pathFrom(settings.cwd, path)} no longer.\n${describeChanges(change)}`;
    return diagnosticForFile(existsSync(path) ? path : lock.path, 'HL8001', message, {
      hint: 'Run `hopline check --update` and commit the lock.',
    });
  });
}

function unusableFile(file: string): Diagnostic[] {
  const hint = 'Check the path; it is resolved against the working directory.';
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    return [diagnosticForFile(file, 'HL7002', 'There is no such file.', { hint })];
  if (isSourcePath(slashes(file))) return [];
  return [diagnosticForFile(file, 'HL7002', 'It is neither TypeScript nor JavaScript.', { hint })];
}

/** Files relative to `cwd`, by file and place, each said once. */
function inOrder(cwd: string, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byKey = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const relativised = { ...diagnostic, file: pathFrom(cwd, diagnostic.file) };
    byKey.set(JSON.stringify(relativised), relativised);
  }
  return [...byKey.values()].sort(
    (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.code, b.code),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function write({ outputs, manifest, compiler, diagnostics, outDir }: Build): void {
  for (const { path, text, map } of outputs) {
    writeText(path, text);
    if (map !== undefined) writeText(`${path}.map`, map);
  }
  writeText(join(outDir, manifestFileName), `${JSON.stringify(manifest, undefined, 2)}\n`);
  markAsModules(outDir, compiler.settings.root);
  const hasTwins = diagnostics.some(({ code }) => code === 'HL7001');
  if (compiler.writesLock && !hasTwins) compiler.lock.save();
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * Node takes `.js` for what the nearest package.json says. Where that does not say "module", the output folder says it
 * itself; never a folder that holds the sources, nor one that has its own package.json.
 */
function markAsModules(outDir: string, root: string): void {
  const own = join(outDir, 'package.json');
  const holdsSources = !relative(outDir, root).startsWith('..');
  if (holdsSources || existsSync(own) || isModulePackage(dirname(outDir))) return;
  writeText(own, `${JSON.stringify({ type: 'module' })}\n`);
}

function isModulePackage(folder: string): boolean {
  const path = join(folder, 'package.json');
  if (existsSync(path)) return (JSON.parse(readFileSync(path, 'utf8')) as { type?: string }).type === 'module';
  return folder !== dirname(folder) && isModulePackage(dirname(folder));
}
