import type { Command } from 'commander';

import type { CliContext, ExitCode } from './context.ts';

/** Runs what a command does, and keeps its exit code. */
export type Action = <A extends unknown[]>(
  run: (...args: A) => Promise<ExitCode> | ExitCode,
) => (...args: A) => Promise<void>;

/**
 * Adds one command to the program. Each command is a file with one such function, listed in `commands.ts`:
 *
 * ```ts
 * export const registerGraph: RegisterCommand = (program, context, action) => {
 *   program.command('graph').argument('<file>').action(action((file: string) => graph(context, file)));
 * };
 * ```
 */
export type RegisterCommand = (program: Command, context: CliContext, action: Action) => void;
