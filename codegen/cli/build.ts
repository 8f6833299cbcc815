import { performance } from 'node:perf_hooks';

import { type Build, build } from '../compile.ts';
import { isContinuousIntegration } from '../compiler.ts';
import { pathFrom } from '../project/paths.ts';
import type { CliContext, ExitCode } from './context.ts';
import { expandFiles } from './expand-files.ts';
import { countDiagnostics, hasErrors, printDiagnostics } from './print-diagnostics.ts';
import { plural } from './plural.ts';
import { printLockChanges } from './print-lock-changes.ts';
import { showProgress } from './progress.ts';

export interface BuildOptions {
  readonly out?: string;
  readonly tsconfig?: string;
  readonly lock?: string;
  readonly json?: boolean;
  readonly frozenLock?: boolean;
}

/** What `hopline build` does. */
export function runBuild(context: CliContext, files: readonly string[], options: BuildOptions): ExitCode {
  const startedMs = performance.now();
  const progress = showProgress(context);
  const { cwd } = context;
  const { out, json = false, ...rest } = options;
  const built = build(
    { ...rest, files: expandFiles(cwd, files), cwd, emit: true, ...(out === undefined ? {} : { outDir: out }) },
    progress.onModule,
  );
  progress.end();
  printDiagnostics(context, built.diagnostics, json);
  if (!json) printSummary(context, built, performance.now() - startedMs);
  return hasErrors(built.diagnostics) ? 1 : 0;
}

function printSummary(context: CliContext, built: Build, tookMs: number): void {
  const { err, out, cwd } = context;
  const { compiler, lockChanges, manifest, outputs, diagnostics } = built;
  if (compiler.writesLock && lockChanges.length > 0) printLockChanges(context, compiler.lock.path, lockChanges);
  if (isContinuousIntegration() && compiler.lock.isMissing() && manifest.workflows.length > 0)
    err.write(
      `${err.colours.yellow('warning:')} There is no ${pathFrom(cwd, compiler.lock.path)}; states may change their names from build to build. Run \`hopline check --update\` and commit it.\n`,
    );
  const counts = `${plural(manifest.workflows.length, 'workflow')}, ${plural(outputs.length, 'module')} to ${pathFrom(cwd, built.outDir)} in ${(tookMs / 1000).toFixed(1)} s`;
  const faults = countDiagnostics(diagnostics);
  out.write(`${faults === '' ? '' : `${faults}; `}${counts}\n`);
}
