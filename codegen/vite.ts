/**
 * `hopline/vite`: workflows compiled while Vite or Vitest loads them.
 *
 * Invariants
 * 1. A module without machines is left alone, except where the bundler at hand cannot lower its decorators.
 * 2. What goes on is TypeScript with its decorators: the tool's own transform erases and lowers, as for any other module.
 * 3. One compiler for each tsconfig, for as long as the server lives; only what changed is read again.
 */
import { basename, dirname } from 'node:path';

import { ts } from 'ts-morph';

import { type CompiledMachine, type CompiledSource, type Compiler, createCompiler } from './compiler.ts';
import { formatDiagnostic } from './diagnostics/code-frame.ts';
import { colours } from './diagnostics/colours.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { duplicateWorkflows } from './duplicate-workflows.ts';
import { toJavaScript } from './emit/javascript.ts';
import { describeChanges } from './lock/describe-changes.ts';
import { hasDecorator } from './project/may-hold-machines.ts';
import { pathFrom, slashes } from './project/paths.ts';
import { mapOfEdits } from './source-map/compose.ts';
import { applyEdits } from './source-map/edited-text.ts';

/** Options of the plugin. */
export interface HoplineViteOptions {
  /** Default: the `tsconfig.json` nearest to each module. */
  tsconfig?: string;
  /** Default: `hopline.lock.json` beside the tsconfig. */
  lock?: string;
}

/** What we use of the context of a Rollup or Rolldown hook. */
interface HookContext {
  readonly meta: { readonly rolldownVersion?: string };
  error(error: object): never;
  warn(warning: object): void;
  addWatchFile(path: string): void;
}

interface ResolvedConfig {
  readonly root: string;
  readonly logger: { warn(message: string): void };
}

/**
 * Compiles workflows in Vite 7 and 8 and in Vitest 4, with legacy and with standard decorators. Refusals stop the module
 * with the place and the mend. The lock is kept up to date, except under CI.
 *
 * @example
 * ```ts
 * import hopline from 'hopline/vite';
 * import { defineConfig } from 'vitest/config';
 *
 * export default defineConfig({ plugins: [hopline()] });
 * ```
 */
// The return type is Vite's `Plugin`, which is not named: Vite need not be installed.
export default function hopline(options: HoplineViteOptions = {}): any {
  const compilers = new Map<string, Compiler>();
  const machines = new Map<string, readonly CompiledMachine[]>();
  let config: ResolvedConfig = { root: process.cwd(), logger: console };

  const compilerOf = (path: string): Compiler => {
    const key = options.tsconfig ?? ts.findConfigFile(dirname(path), (name) => ts.sys.fileExists(name)) ?? config.root;
    const known = compilers.get(key);
    if (known) return known;
    const compiler = createCompiler({ ...options, cwd: config.root, files: [path], isOneByOne: true });
    compilers.set(key, compiler);
    return compiler;
  };

  return {
    name: 'hopline',
    enforce: 'pre',

    configResolved(resolved: ResolvedConfig) {
      config = resolved;
    },

    watchChange(id: string) {
      for (const compiler of compilers.values()) compiler.update(id);
    },

    transform(this: HookContext, code: string, id: string) {
      const path = sourcePath(id);
      if (path === undefined || !/\b(?:class|async)\b/.test(code)) return undefined;
      const compiler = compilerOf(path);
      if (!compiler.mayHoldMachines(path, code)) return undefined;
      compiler.update(path, code);
      const compiled = compiler.compileSource(path);
      if (!compiled) return undefined;
      machines.set(path, compiled.machines);
      const twins = duplicateWorkflows([...machines.values()].flat()).filter(
        ({ file }) => file === compiled.module.path,
      );
      report(this, [...compiler.settings.diagnostics, ...compiled.diagnostics, ...twins], code, config.root);
      saveLock(compiler, compiled, config);
      // Without a machine it may get one when what it calls begins to suspend.
      const called = compiled.module.links.map(({ target }) => target);
      for (const file of compiled.machines.length > 0 ? compiler.dependencies(path) : called) this.addWatchFile(file);
      return transformed(compiled, compiler, this.meta.rolldownVersion !== undefined);
    },
  };
}

/** The file behind an id; undefined for what is no source of the project. `?v=` and `?t=` only tell versions apart. */
function sourcePath(id: string): string | undefined {
  const [path = '', query = ''] = id.split('?', 2);
  const isSource = /\.[cm]?[jt]sx?$/.test(path) && !path.includes('/node_modules/') && !path.startsWith('\0');
  return isSource && /^(?:(?:v|t)=[^&]*&?)*$/.test(query) ? slashes(path) : undefined;
}

function report(context: HookContext, diagnostics: readonly Diagnostic[], source: string, root: string): void {
  for (const diagnostic of diagnostics.filter(({ severity }) => severity === 'warning'))
    context.warn(toLog(diagnostic, source, root));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return;
  const message = errors.map((error) => toLog(error, source, root).message).join('\n');
  context.error({ ...toLog(first, source, root), message });
}

function toLog(diagnostic: Diagnostic, source: string, root: string) {
  const { file, line, column } = diagnostic;
  const message = formatDiagnostic({ ...diagnostic, file: pathFrom(root, file) }, source, colours(false));
  return { message, id: file, loc: { file, line, column: column - 1 } };
}

function saveLock(
  { lock, writesLock }: Compiler,
  { lockChanges }: CompiledSource,
  { logger, root }: ResolvedConfig,
): void {
  if (!writesLock || lockChanges.length === 0 || !lock.save()) return;
  // A file to commit has changed. Vitest shows nothing below the level of warnings.
  logger.warn(`${pathFrom(root, lock.path)} updated\n${lockChanges.map(describeChanges).join('\n')}`);
}

/**
 * Rolldown's own transform leaves standard decorators in the text, which no Node parses; there they are lowered here, in
 * every module that has some.
 */
function transformed({ module, machines, edits }: CompiledSource, compiler: Compiler, isRolldown: boolean) {
  if (!edits) return undefined;
  const { options } = compiler.settings;
  const names = { file: basename(module.path), source: module.path };
  const edited = applyEdits(module.sourceFile.text, edits);
  if (isRolldown && !options.experimentalDecorators && hasDecorator(module.sourceFile)) {
    const { text, map } = toJavaScript(edited, module.path, 'module', { ...options, jsx: ts.JsxEmit.Preserve }, names);
    return { code: text, map };
  }
  return machines.length === 0 ? undefined : { code: edited.text, map: mapOfEdits(edited, names) };
}
