import { createHash } from 'node:crypto';
import type { Account } from './account.ts';
import { readBytes, readInteger, readList, readMap, readStructure, readText } from './input-reader.ts';
import { md5OfBody } from './md5.ts';
import { checkMessage, type OutgoingMessage } from './message-rules.ts';
import type { Queue } from './queue.ts';

const readAttributes = readMap(
  readStructure({
    DataType: readText,
    StringValue: readText,
    BinaryValue: readBytes,
    StringListValues: readList(readText),
    BinaryListValues: readList(readBytes),
  }),
);

/** Members that SendMessage and an entry of SendMessageBatch share. */
export const outgoingMembers = {
  MessageBody: readText,
  DelaySeconds: readInteger,
  MessageAttributes: readAttributes,
  MessageSystemAttributes: readAttributes,
  MessageDeduplicationId: readText,
  MessageGroupId: readText,
};

interface SendReply {
  Id?: string;
  MessageId?: string;
  MD5OfMessageBody?: string;
  MD5OfMessageAttributes?: string;
  MD5OfMessageSystemAttributes?: string;
  SequenceNumber?: string;
}

/**
 * Checks and stores one message, or on a FIFO queue swallows a repetition of one sent in the last five minutes: it is
 * answered like the first. `entryId` is that of a batch's entry. The caller settles the queue.
 */
export function send(queue: Queue, account: Account, message: OutgoingMessage, entryId: string | undefined): SendReply {
  const checked = checkMessage(message, queue.settings, entryId === undefined ? 'single' : 'batch');
  const { body, attributes, traceHeader } = checked;
  const messageDeduplicationId = deduplicationIdOf(queue, message, body);
  const { messageId, sequenceNumber, isRepetition } = identify(queue, account, message, messageDeduplicationId);
  const bodyMd5 = md5OfBody(body);
  const { MessageGroupId: messageGroupId } = message;
  const sentAtMs = account.clock.now();
  if (!isRepetition) {
    queue.put(
      {
        messageId,
        body,
        bodyMd5,
        attributes,
        traceHeader,
        messageGroupId,
        messageDeduplicationId,
        sequenceNumber,
        sentAtMs,
      },
      checked.delaySeconds,
    );
  }
  const reply: SendReply = entryId === undefined ? {} : { Id: entryId };
  reply.MessageId = messageId;
  reply.MD5OfMessageBody = bodyMd5;
  if (attributes) reply.MD5OfMessageAttributes = attributes.md5;
  if (traceHeader) reply.MD5OfMessageSystemAttributes = traceHeader.md5;
  if (sequenceNumber !== undefined) reply.SequenceNumber = sequenceNumber;
  return reply;
}

function deduplicationIdOf(queue: Queue, message: OutgoingMessage, body: string): string | undefined {
  if (!queue.isFifo) return undefined;
  return message.MessageDeduplicationId ?? createHash('sha256').update(body).digest('hex');
}

interface Identity {
  readonly messageId: string;
  readonly sequenceNumber: string | undefined;
  readonly isRepetition: boolean;
}

function identify(
  queue: Queue,
  account: Account,
  message: OutgoingMessage,
  deduplicationId: string | undefined,
): Identity {
  const messageId = account.random.uuid();
  if (deduplicationId === undefined) return { messageId, sequenceNumber: undefined, isRepetition: false };
  const isPerGroup = queue.settings.deduplicationScope === 'messageGroup';
  // Neither kind of id may hold a space, so the key is unambiguous.
  const key = isPerGroup ? `${message.MessageGroupId} ${deduplicationId}` : deduplicationId;
  const nowMs = account.clock.now();
  const first = queue.deduplication.find(key, nowMs);
  if (first !== undefined) return { ...first, isRepetition: true };
  const sequenceNumber = account.nextSequenceNumber();
  queue.deduplication.remember(key, { messageId, sequenceNumber, atMs: nowMs });
  return { messageId, sequenceNumber, isRepetition: false };
}
