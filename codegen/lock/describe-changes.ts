import type { MachineChange } from './lock-keeper.ts';

/** What changed in a machine, state by state, for people: one line each. */
export function describeChanges({ machine, changes }: MachineChange): string {
  if (changes.length === 0)
    return `${machine}: arguments, types or the file changed; runs in flight are not concerned.`;
  const width = Math.max(...changes.map(({ state }) => state.length));
  const lines = changes.map(({ state, verdict, reasons }) => {
    const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
    return `  ${state.padEnd(width)}  ${verdict}${why}`;
  });
  return [`${machine}:`, ...lines].join('\n');
}

/** True where messages of the old code can be stranded by the new. */
export function strandsRuns({ changes }: MachineChange): boolean {
  return changes.some(({ verdict }) => verdict === 'gone' || verdict === 'needs migration');
}
