import { copy } from '../codec.ts';
import { describeOutcome, outcomeOf } from './outcome.ts';
import * as hopline from './plain-hopline.ts';
import { loadProgram } from './program.ts';

/** Runs one method of the source as plain async code; what comes back is the description of how it ended. */
export async function runPlain(runIndex: number): Promise<string> {
  const program = loadProgram('plain', { hopline });
  const run = program.runs[runIndex]!;
  const self = program.create();
  for (const service of program.services) hopline.recordService(self, service);
  const args = copy(run.args, 'arguments') as unknown[];
  const method = (self as Record<string, (...given: unknown[]) => unknown>)[run.method]!;
  return describeOutcome(await outcomeOf(() => method.apply(self, args), 'the result'));
}

/** Names of the methods to run, one per run. */
export function listRuns(): string[] {
  return loadProgram('plain', { hopline }).runs.map((run) => run.method);
}
