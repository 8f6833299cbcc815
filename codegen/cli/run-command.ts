import type { RegisterCommand } from './command.ts';
import type { RunOptions } from './run-request.ts';

const help = `
The file is compiled, its classes are built by the nearest hopline.config.ts (or by new Class(), where the constructor needs
nothing), and the workflow runs on an embedded SQS queue in this process until it has ended. Every line of the timeline is a
message that was sent, hidden or used up, with the time on the queue's clock and what the message carried.

Time: by default it is virtual and passes as fast as the work is done ('max'): two weeks take seconds. With a number it
passes that many times faster than the real one, timeouts of activities included; 1 is real time. On a real queue it is real.

Arguments are JSON, or @ and a file that holds it. A list is the arguments; anything else is the only argument.
With --each, one run is started for each entry of a list, or of an object whose keys are the runs' ids.

Examples:
  $ hopline run src/greeting.ts Greeting.hello --args '["Ada"]'
  $ hopline run src/dunning.ts Dunning.collect --each @invoices.json
  $ hopline run src/dunning.ts Dunning.collect --args @invoice.json --speed 3600
  $ hopline run src/dunning.ts Dunning.collect --args @invoice.json --endpoint http://127.0.0.1:9324 --queue dunning

Exit codes: 0 all runs completed; 1 one failed or was paused, or Ctrl-C ended the command; 2 wrong usage.`;

export const registerRun: RegisterCommand = (program, context, action) => {
  program
    .command('run')
    .description('run a workflow to its end and print its timeline')
    .argument('<file>', 'the source file that declares it')
    .argument('[method]', 'Class.method; may be left out where the file has one workflow')
    .option('-a, --args <json>', 'the arguments; default none')
    .option('--each <json>', 'several runs: the arguments of each')
    .option('--id <id>', "the run's id; with --each, what the ids begin with")
    .option('--speed <speed>', "'max', or how many times faster than real time (default: max)")
    .option('--start <date>', 'when time begins on the embedded queue (default: now)')
    .option('--endpoint <url>', 'of an SQS to use instead of the embedded one; a local one gets missing queues made')
    .option('--queue <name>', 'name or URL of the queue there')
    .option('--config <file>', 'default: the nearest hopline.config.ts')
    .option('--tsconfig <path>', 'default: the one nearest to the file')
    .option('--all-hops', 'print every hop of long sleeps too')
    .option('--json', 'one JSON line for each event; what your code prints goes to standard error')
    .addHelpText('after', help)
    .action(
      action(async (file: string, method: string | undefined, options: RunOptions) =>
        (await import('./run.ts')).runRun(context, file, method, options),
      ),
    );
};
