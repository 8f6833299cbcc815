import type { Command } from 'commander';

import type { CliContext, ExitCode } from './context.ts';

/** Runs what a command does, and keeps its exit code. */
export type Action = <A extends unknown[]>(
  run: (...args: A) => Promise<ExitCode> | ExitCode,
) => (...args: A) => Promise<void>;

/**
 * Adds one command to the program. Each command is two files: `graph-command.ts` says how it is called and is listed in
 * `commands.ts`; `graph.ts` does it, and is loaded only then, so that `--help` need not wait for a compiler.
 *
 * ```ts
 * export const registerGraph: RegisterCommand = (program, context, action) => {
 *   program
 *     .command('graph')
 *     .argument('<file>')
 *     .action(action(async (file: string) => (await import('./graph.ts')).runGraph(context, file)));
 * };
 * ```
 */
export type RegisterCommand = (program: Command, context: CliContext, action: Action) => void;
