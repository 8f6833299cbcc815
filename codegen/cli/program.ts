import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Command } from 'commander';

import type { Action } from './command.ts';
import { commands } from './commands.ts';
import { type CliContext, exitCodeOf } from './context.ts';

/** Runs one command line (without `node` and the script). Resolves to the exit code; throws nothing. */
export async function runCommandLine(argv: readonly string[], context: CliContext): Promise<number> {
  let exitCode = 0;
  const action: Action =
    (run) =>
    async (...args) => {
      exitCode = await run(...args);
    };
  try {
    await createProgram(context, action).parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    return exitCodeOf(error, context);
  }
}

function createProgram(context: CliContext, action: Action): Command {
  const { out, err } = context;
  const program = new Command('hopline')
    .description('Durable workflows for TypeScript on Amazon SQS.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .showHelpAfterError('(add --help for usage)')
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => out.write(text),
      writeErr: (text) => err.write(text),
      outputError: (text, write) => write(text.replace(/^error:/, err.colours.red('error:'))),
      getOutHelpWidth: () => out.columns,
      getErrHelpWidth: () => err.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .addHelpText('after', examples);
  for (const register of commands) register(program, context, action);
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}

const examples = `
Examples:
  $ hopline build src/workflows.ts --out dist
  $ hopline check 'src/**/*.ts'
  $ hopline graph src/dunning.ts Dunning.collect

Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`;

/** From the package that this file is in, whether it is built or source. */
function packageVersion(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (; folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = readPackage(join(folder, 'package.json'));
    if (manifest?.name === 'hopline') return manifest.version ?? '0.0.0';
  }
  return '0.0.0';
}

function readPackage(path: string): { name?: string; version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string };
  } catch {
    // No package.json in this folder: the search goes on above.
    return undefined;
  }
}
