import { requireKnownKeys } from '../protocol/option-keys.ts';
import type { EmbeddedSqs } from '../embedded-sqs/index.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';

/** Attributes of the environment's queue that matter to runs; the rest are SQS's defaults. */
export interface QueueOptions {
  /** Seconds. Default 30. */
  visibilityTimeout?: number;
  /** Receives before SQS itself dead-letters a message. Default 20; at least 5. */
  maxReceiveCount?: number;
  /** Seconds. Default 14 days. */
  messageRetentionPeriod?: number;
  /** Bytes. Default 1 MiB. */
  maximumMessageSize?: number;
}

export interface TestQueues {
  readonly queueUrl: string;
  readonly deadLetterQueueUrl: string;
}

/** As the templates set queues up: 14 days everywhere, a dead-letter queue after 20 receives. */
export async function createTestQueues(sqs: EmbeddedSqs, options: QueueOptions = {}): Promise<TestQueues> {
  const known = ['visibilityTimeout', 'maxReceiveCount', 'messageRetentionPeriod', 'maximumMessageSize'];
  requireKnownKeys(options, 'TestEnvironment.create({ queue })', known, 'CONFIGURATION');
  const { CreateQueueCommand, GetQueueAttributesCommand } = await import('@aws-sdk/client-sqs');
  const create = async (QueueName: string, Attributes: Record<string, string>): Promise<string> => {
    const reply = (await sqs.send(new CreateQueueCommand({ QueueName, Attributes }))) as { QueueUrl: string };
    return reply.QueueUrl;
  };
  const retention = { MessageRetentionPeriod: String(sqsLimits.retentionSecondsMax) };
  const deadLetterQueueUrl = await create('hopline-test-dead-letters', retention);
  const arnCommand = new GetQueueAttributesCommand({ QueueUrl: deadLetterQueueUrl, AttributeNames: ['QueueArn'] });
  const { Attributes } = (await sqs.send(arnCommand)) as { Attributes: { QueueArn: string } };
  const queueUrl = await create('hopline-test', {
    ...retention,
    ...attributesOf(options),
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: Attributes.QueueArn,
      maxReceiveCount: options.maxReceiveCount ?? 20,
    }),
  });
  return { queueUrl, deadLetterQueueUrl };
}

function attributesOf({
  visibilityTimeout,
  messageRetentionPeriod,
  maximumMessageSize,
}: QueueOptions): Record<string, string> {
  return {
    ...(visibilityTimeout !== undefined && { VisibilityTimeout: String(visibilityTimeout) }),
    ...(messageRetentionPeriod !== undefined && { MessageRetentionPeriod: String(messageRetentionPeriod) }),
    ...(maximumMessageSize !== undefined && { MaximumMessageSize: String(maximumMessageSize) }),
  };
}
