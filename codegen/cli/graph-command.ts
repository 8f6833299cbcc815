import type { RegisterCommand } from './command.ts';
import type { GraphOptions } from './graph.ts';

const examples = `
The chart is Mermaid: most Markdown viewers draw it inside a \`\`\`mermaid block.

Examples:
  $ hopline graph src/dunning.ts
  $ hopline graph src/dunning.ts Dunning.collect > dunning.mmd`;

export const registerGraph: RegisterCommand = (program, context, action) => {
  program
    .command('graph')
    .description('print the state chart of the workflows in a file (Mermaid)')
    .argument('<file>', 'a source file')
    .argument('[method]', 'one method: Class.method')
    .option('--tsconfig <path>', 'default: the one nearest to the file')
    .addHelpText('after', examples)
    .action(
      action(async (file: string, method: string | undefined, options: GraphOptions) =>
        (await import('./graph.ts')).runGraph(context, file, method, options),
      ),
    );
};
