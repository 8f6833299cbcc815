import { InvalidArgumentError } from 'commander';

import { EmbeddedSqs } from '../../runtime/embedded-sqs/index.ts';
import type { RegisterCommand } from './command.ts';
import type { CliContext, ExitCode } from './context.ts';

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
    .action(action((options: { port: number }) => runSqs(context, options.port)));
};

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return port;
}

async function runSqs({ out, interrupted }: CliContext, port: number): Promise<ExitCode> {
  const server = await new EmbeddedSqs().listen({ port });
  const { endpoint } = server;
  const stopped = interrupted();
  out.write(`Embedded SQS listens on ${endpoint}\n\n`);
  for (const [name, value] of environment(endpoint)) out.write(`  export ${name}=${value}\n`);
  out.write('\nCtrl-C ends it; its queues go with it.\n');
  await stopped;
  await server.close();
  return 0;
}

/** What any AWS SDK reads. The keys are not checked, but an SDK does not send without some. */
function environment(endpoint: string): [string, string][] {
  return [
    ['AWS_ENDPOINT_URL_SQS', endpoint],
    ['AWS_REGION', 'us-east-1'],
    ['AWS_ACCESS_KEY_ID', 'local'],
    ['AWS_SECRET_ACCESS_KEY', 'local'],
  ];
}
