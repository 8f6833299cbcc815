import { build } from '../compile.ts';
import { pathFrom } from '../project/paths.ts';
import type { CliContext, ExitCode } from './context.ts';
import { expandFiles } from './expand-files.ts';
import { countDiagnostics, hasErrors, printDiagnostics } from './print-diagnostics.ts';
import { plural } from './plural.ts';
import { printLockChanges } from './print-lock-changes.ts';
import { showProgress } from './progress.ts';

export interface CheckOptions {
  readonly tsconfig?: string;
  readonly lock?: string;
  readonly update?: boolean;
  readonly json?: boolean;
}

/** What `hopline check` does. */
export function runCheck(context: CliContext, files: readonly string[], options: CheckOptions): ExitCode {
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
      : countWorkflows(manifest.workflows.length, hasErrors(diagnostics));
  context.out.write(`${[faults, state].filter((part) => part !== '').join('; ')}\n`);
  return hasErrors(diagnostics) ? 1 : 0;
}

/** A file with an error has nothing in the manifest. */
function countWorkflows(count: number, isFaulty: boolean): string {
  if (!isFaulty) return `${plural(count, 'workflow')} checked`;
  return count === 0 ? '' : `${plural(count, 'workflow')} in files without error`;
}
