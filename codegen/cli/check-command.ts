import type { CheckOptions } from './check.ts';
import type { RegisterCommand } from './command.ts';

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
    .action(
      action(async (files: string[], options: CheckOptions) =>
        (await import('./check.ts')).runCheck(context, files, options),
      ),
    );
};
