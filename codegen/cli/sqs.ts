import { EmbeddedSqs } from '../../runtime/embedded-sqs/index.ts';
import type { CliContext, ExitCode } from './context.ts';

/** What `hopline sqs` does. */
export async function runSqs({ out, interrupted }: CliContext, port: number): Promise<ExitCode> {
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
