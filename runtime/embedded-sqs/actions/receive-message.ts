import { sqsLimits } from '../../protocol/sqs-limits.ts';
import { defineAction } from '../action.ts';
import { invalidValue } from '../errors.ts';
import { readInteger, readList, readStructure, readText, required } from '../input-reader.ts';
import type { Delivery } from '../queue.ts';
import { selectAttributes, type AttributeFilter } from '../attribute-filter.ts';
import { selectSystemAttributes, systemAttributeFilter } from '../system-attributes.ts';
import { attributeFilter } from '../attribute-filter.ts';

/**
 * `ReceiveRequestAttemptId` is accepted and means nothing: it lets a FIFO receive be retried within five minutes, and a
 * retry here finds the messages hidden as it would after those five minutes.
 */
export const receiveMessage = defineAction(
  readStructure({
    QueueUrl: readText,
    AttributeNames: readList(readText),
    MessageSystemAttributeNames: readList(readText),
    MessageAttributeNames: readList(readText),
    MaxNumberOfMessages: readInteger,
    VisibilityTimeout: readInteger,
    WaitTimeSeconds: readInteger,
    ReceiveRequestAttemptId: readText,
  }),
  (input, { account, signal }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    const systemNames = systemAttributeFilter(input.AttributeNames, input.MessageSystemAttributeNames);
    const userNames = attributeFilter(input.MessageAttributeNames ?? []);
    const deliveries = queue.receive({
      maxMessages: checkCount(input.MaxNumberOfMessages),
      visibilitySeconds: checkVisibility(input.VisibilityTimeout) ?? queue.settings.visibilitySeconds,
      waitSeconds: checkWait(input.WaitTimeSeconds) ?? queue.settings.receiveWaitSeconds,
      signal,
    });
    const reply = (received: Delivery[]) => writeReply(received, systemNames, userNames);
    return Array.isArray(deliveries) ? reply(deliveries) : deliveries.then(reply);
  },
  { movesMessages: true },
);

function checkCount(count: number | undefined): number {
  if (count === undefined) return 1;
  if (count >= 1 && count <= sqsLimits.batchEntriesMax) return count;
  throw invalidValue(count, 'MaxNumberOfMessages', `Must be between 1 and ${sqsLimits.batchEntriesMax}, if provided.`);
}

function checkWait(seconds: number | undefined): number | undefined {
  if (seconds === undefined || (seconds >= 0 && seconds <= sqsLimits.waitSecondsMax)) return seconds;
  throw invalidValue(seconds, 'WaitTimeSeconds', `Must be >= 0 and <= ${sqsLimits.waitSecondsMax}, if provided.`);
}

function checkVisibility(seconds: number | undefined): number | undefined {
  if (seconds === undefined || (seconds >= 0 && seconds <= sqsLimits.visibilitySecondsMax)) return seconds;
  throw invalidValue(
    seconds,
    'VisibilityTimeout',
    `Must be >= 0 and <= ${sqsLimits.visibilitySecondsMax}, if provided.`,
  );
}

/** An empty receive has no `Messages` at all (recorded). */
function writeReply(deliveries: Delivery[], systemNames: ReadonlySet<string>, userNames: AttributeFilter): object {
  if (deliveries.length === 0) return {};
  return { Messages: deliveries.map((delivery) => writeMessage(delivery, systemNames, userNames)) };
}

function writeMessage(delivery: Delivery, systemNames: ReadonlySet<string>, userNames: AttributeFilter): object {
  const { content, receiptHandle } = delivery;
  const message: Record<string, unknown> = {
    MessageId: content.messageId,
    ReceiptHandle: receiptHandle,
    MD5OfBody: content.bodyMd5,
    Body: content.body,
  };
  const systemAttributes = selectSystemAttributes(delivery, systemNames);
  if (systemAttributes !== undefined) message['Attributes'] = systemAttributes;
  const chosen = selectAttributes(content.attributes, userNames);
  if (chosen !== undefined) {
    message['MD5OfMessageAttributes'] = chosen.md5;
    message['MessageAttributes'] = chosen.attributes;
  }
  return message;
}
