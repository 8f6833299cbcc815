import { performance } from 'node:perf_hooks';

import { type Build, build } from '../compile.ts';
import { isContinuousIntegration } from '../compiler.ts';
import { pathFrom } from '../project/paths.ts';
import type { RegisterCommand } from './command.ts';
import type { CliContext, ExitCode } from './context.ts';
import { expandFiles } from './expand-files.ts';
import { countDiagnostics, hasErrors, printDiagnostics } from './print-diagnostics.ts';
import { plural } from './plural.ts';
import { printLockChanges } from './print-lock-changes.ts';
import { showProgress } from './progress.ts';

interface BuildOptions {
  readonly out?: string;
  readonly tsconfig?: string;
  readonly lock?: string;
  readonly json?: boolean;
  readonly frozenLock?: boolean;
}

const examples = `
A faulty file is reported and left out; the others are written. With CI set in the environment an existing
lock is frozen, and a missing one is warned of and not written.

Examples:
  $ hopline build src/workflows.ts --out dist
  $ hopline build src --out dist --frozen-lock
  $ hopline build 'src/**/*.ts' --out dist --json | jq -r .message`;

export const registerBuild: RegisterCommand = (program, context, action) => {
  program
    .command('build')
    .description('compile workflows, and the modules they import, to JavaScript that Node runs')
    .argument('<files...>', 'files, folders or patterns')
    .option('-o, --out <folder>', "where to write (default: the tsconfig's outDir, else dist)")
    .option('--tsconfig <path>', 'default: the one nearest to the first file')
    .option('--lock <path>', 'default: hopline.lock.json beside the tsconfig')
    .option('--frozen-lock', 'a difference between lock and code is an error; the lock is not written')
    .option('--json', 'diagnostics as JSON lines on standard output')
    .addHelpText('after', examples)
    .action(action((files: string[], options: BuildOptions) => runBuild(context, files, options)));
};

function runBuild(context: CliContext, files: readonly string[], options: BuildOptions): ExitCode {
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
