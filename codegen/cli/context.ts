/** What a command may touch of the process it runs in: nothing else, so that a command can be run in a test. */
import { CommanderError } from 'commander';

import { HoplineError } from '../../runtime/protocol/errors.ts';
import { type Colours, colours, wantsColours } from '../diagnostics/colours.ts';
import { printable } from '../diagnostics/printable.ts';

export interface Terminal {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Columns of a terminal. */
  readonly columns: number;
  readonly colours: Colours;
}

export interface CliContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What was asked for: results, JSON lines, charts. */
  readonly out: Terminal;
  /** What is said besides: code frames, progress, notes. */
  readonly err: Terminal;
  /** Resolves at Ctrl-C or SIGTERM; for commands that run until they are ended. */
  readonly interrupted: () => Promise<void>;
}

/** The exit code of a command: 0 done, 1 refused or failed. Usage errors are 2, and are thrown. */
export type ExitCode = 0 | 1;

/** A command was called in a way that it does not understand. */
export class UsageError extends Error {}

export function terminal(stream: NodeJS.WriteStream, env: CliContext['env']): Terminal {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    columns: stream.columns ?? 80,
    colours: colours(wantsColours(env, stream.isTTY === true)),
  };
}

/** Says what went wrong and gives the exit code. A failure that is nobody's refusal shows its stack: it is ours. */
export function exitCodeOf(error: unknown, context: CliContext): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { err } = context;
  const label = err.colours.red('error:');
  if (error instanceof UsageError) {
    err.write(`${label} ${printable(error.message)}\n`);
    return 2;
  }
  const isRefusal = HoplineError.is(error);
  const text =
    error instanceof Error
      ? isRefusal
        ? `${error.code} ${error.message}`
        : (error.stack ?? error.message)
      : String(error);
  err.write(`${label} ${printable(text)}\n`);
  return 1;
}
