import { HoplineError } from '../../runtime/protocol/errors.ts';
import { sqsLimits } from '../../runtime/protocol/sqs-limits.ts';
import type { SQSClient } from '@aws-sdk/client-sqs';

export interface RemoteQueue {
  readonly url: string;
  /** Names of the queues that were made because they were missing. */
  readonly made: readonly string[];
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/;

export function isLocal(endpoint: string | undefined): boolean {
  return endpoint !== undefined && loopback.test(new URL(endpoint).hostname);
}

/** A client for the endpoint. An SQS on this machine checks no keys, but the SDK does not send without some. */
export async function createClient(
  endpoint: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SQSClient> {
  const { SQSClient: Client } = await import('@aws-sdk/client-sqs');
  if (!isLocal(endpoint)) return new Client({ ...(endpoint !== undefined && { endpoint }) });
  const hasKeys = env['AWS_ACCESS_KEY_ID'] !== undefined || env['AWS_PROFILE'] !== undefined;
  return new Client({
    endpoint: endpoint!,
    region: env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? 'us-east-1',
    ...(!hasKeys && { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
  });
}

/**
 * The queue by its name or URL. On a local endpoint one that is missing is made, with the dead-letter queue that runs need;
 * elsewhere making queues is a decision that a command does not take by the way.
 *
 * @throws HoplineError `CONFIGURATION`
 */
export async function findQueue(sqs: SQSClient, queue: string, endpoint: string | undefined): Promise<RemoteQueue> {
  if (/^https?:\/\//.test(queue)) return { url: queue, made: [] };
  const { GetQueueUrlCommand } = await import('@aws-sdk/client-sqs');
  try {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: queue }));
    return { url: QueueUrl!, made: [] };
  } catch (error) {
    if (!isMissing(error)) throw unreachable(queue, endpoint, error);
    if (isLocal(endpoint)) return makeQueue(sqs, queue);
    throw new HoplineError(
      'CONFIGURATION',
      `There is no queue '${queue}'. Make it with a dead-letter queue (retention 14 days, maxReceiveCount 20); only on a local endpoint is it made for you.`,
      { cause: error },
    );
  }
}

function isMissing(error: unknown): boolean {
  const { name = '', Code = '' } = error as { name?: string; Code?: string };
  return [name, Code].some((text) => /QueueDoesNotExist|NonExistentQueue/.test(text));
}

function unreachable(queue: string, endpoint: string | undefined, error: unknown): HoplineError {
  const { name, message, code = name } = error as Error & { code?: string };
  const where = endpoint ?? 'AWS';
  // Node writes the code into most messages itself.
  const what = message.includes(code) ? message : [code, message].filter(Boolean).join(' ');
  return new HoplineError(
    'SQS_REFUSED',
    `Queue '${queue}' could not be looked up at ${where}: ${what}. Check the endpoint, the region and the credentials.`,
    { cause: error },
  );
}

const maxReceiveCount = 20;

async function makeQueue(sqs: SQSClient, queue: string): Promise<RemoteQueue> {
  const { CreateQueueCommand, GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs');
  const retention = { MessageRetentionPeriod: String(sqsLimits.retentionSecondsMax) };
  const dead = deadLetterName(queue);
  const made = await sqs.send(new CreateQueueCommand({ QueueName: dead, Attributes: retention }));
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: made.QueueUrl!, AttributeNames: ['QueueArn'] }),
  );
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: Attributes!['QueueArn']!, maxReceiveCount });
  const { QueueUrl } = await sqs.send(
    new CreateQueueCommand({ QueueName: queue, Attributes: { ...retention, RedrivePolicy } }),
  );
  return { url: QueueUrl!, made: [queue, dead] };
}

function deadLetterName(queue: string): string {
  return `${queue}-dead-letters`;
}
