import type { BuildOptions } from './build.ts';
import type { RegisterCommand } from './command.ts';

const examples = `
A faulty file is reported and left out; the others are written. With CI set in the environment an existing
lock is frozen, and a missing one is warned of and not written.

Examples:
  $ hopline build src/workflows.ts --out dist
  $ hopline build src --out dist --frozen-lock
  $ hopline build 'src/**/*.ts' --out dist --json | jq -r .message`;

export const registerBuild: RegisterCommand = (program, context, action) => {
  program
    .command('build')
    .description('compile workflows, and the modules they import, to JavaScript that Node runs')
    .argument('<files...>', 'files, folders or patterns')
    .option('-o, --out <folder>', "where to write (default: the tsconfig's outDir, else dist)")
    .option('--tsconfig <path>', 'default: the one nearest to the first file')
    .option('--lock <path>', 'default: hopline.lock.json beside the tsconfig')
    .option('--frozen-lock', 'a difference between lock and code is an error; the lock is not written')
    .option('--json', 'diagnostics as JSON lines on standard output')
    .addHelpText('after', examples)
    .action(
      action(async (files: string[], options: BuildOptions) =>
        (await import('./build.ts')).runBuild(context, files, options),
      ),
    );
};
