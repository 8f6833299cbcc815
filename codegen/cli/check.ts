import { build } from '../compile.ts';
import { pathFrom } from '../project/paths.ts';
import type { RegisterCommand } from './command.ts';
import type { CliContext, ExitCode } from './context.ts';
import { expandFiles } from './expand-files.ts';
import { countDiagnostics, hasErrors, printDiagnostics } from './print-diagnostics.ts';
import { plural } from './plural.ts';
import { printLockChanges } from './print-lock-changes.ts';
import { showProgress } from './progress.ts';

interface CheckOptions {
  readonly tsconfig?: string;
  readonly lock?: string;
  readonly update?: boolean;
  readonly json?: boolean;
}

const examples = `
Nothing is written without --update. A difference is told state by state: compatible (runs in flight go on),
needs migration or gone (they would be stranded), new. --update also resolves a merge conflict in the lock.

Examples:
  $ hopline check src
  $ hopline check src --update`;

export const registerCheck: RegisterCommand = (program, context, action) => {
  program
    .command('check')
    .description('report what the compiler refuses, and how the code differs from the lock')
    .argument('<files...>', 'files, folders or patterns')
    .option('--update', 'write the lock')
    .option('--tsconfig <path>', 'default: the one nearest to the first file')
    .option('--lock <path>', 'default: hopline.lock.json beside the tsconfig')
    .option('--json', 'diagnostics as JSON lines on standard output')
    .addHelpText('after', examples)
    .action(action((files: string[], options: CheckOptions) => runCheck(context, files, options)));
};

function runCheck(context: CliContext, files: readonly string[], options: CheckOptions): ExitCode {
  const { cwd } = context;
  const { update = false, json = false, ...rest } = options;
  const progress = showProgress(context);
  const { compiler, diagnostics, lockChanges, manifest } = build(
    { ...rest, files: expandFiles(cwd, files), cwd, frozenLock: !update },
    progress.onModule,
  );
  progress.end();
  printDiagnostics(context, diagnostics, json);
  const isUpdated = update && !hasErrors(diagnostics) && compiler.lock.save();
  if (json) return hasErrors(diagnostics) ? 1 : 0;
  if (isUpdated) printLockChanges(context, compiler.lock.path, lockChanges);
  const faults = countDiagnostics(diagnostics);
  const state =
    update && !isUpdated && faults !== ''
      ? `${pathFrom(cwd, compiler.lock.path)} is not written`
      : `${plural(manifest.workflows.length, 'workflow')} checked`;
  context.out.write(`${faults === '' ? '' : `${faults}; `}${state}\n`);
  return hasErrors(diagnostics) ? 1 : 0;
}
