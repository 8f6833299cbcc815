import { InvalidArgumentError } from 'commander';

import type { RegisterCommand } from './command.ts';

const portDefault = 9324;

const examples = `
Any AWS SDK or the AWS CLI can talk to it; it listens on loopback only and keeps queues in memory.

Examples:
  $ hopline sqs
  $ hopline sqs --port 0
  $ AWS_ENDPOINT_URL_SQS=http://127.0.0.1:${portDefault} aws sqs create-queue --queue-name orders`;

export const registerSqs: RegisterCommand = (program, context, action) => {
  program
    .command('sqs')
    .description('run the embedded SQS server until Ctrl-C')
    .option('-p, --port <number>', '0 takes any free port', parsePort, portDefault)
    .addHelpText('after', examples)
    .action(action(async (options: { port: number }) => (await import('./sqs.ts')).runSqs(context, options.port)));
};

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return port;
}
