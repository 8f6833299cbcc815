import { printable } from '../diagnostics/printable.ts';
import { describeChanges, strandsRuns } from '../lock/describe-changes.ts';
import type { MachineChange } from '../lock/lock-keeper.ts';
import { pathFrom } from '../project/paths.ts';
import type { CliContext } from './context.ts';

/** What was written to the lock, state by state, and loudly where runs in flight are left behind. */
export function printLockChanges({ err, cwd }: CliContext, lockPath: string, changes: readonly MachineChange[]): void {
  const name = pathFrom(cwd, lockPath);
  err.write(`${err.colours.bold(`${name} updated`)}\n`);
  for (const change of changes) {
    const text = printable(describeChanges(change));
    err.write(`${strandsRuns(change) ? err.colours.yellow(text) : text}\n`);
  }
  if (changes.some(strandsRuns))
    err.write(
      'Runs that stand at such a state are handed back, and dead-lettered after a day. Keep the old code deployed until they are through.\n',
    );
}
