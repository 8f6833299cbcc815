import { sqsLimits } from '../protocol/sqs-limits.ts';
import { invalidParameter, invalidValue, missingParameter, modelled, type SqsError } from './errors.ts';
import { findIllegalCharacter, legalCharacterSet } from './legal-characters.ts';
import {
  storeAttributes,
  storeTraceHeader,
  type MessageAttributesInput,
  type StoredAttributes,
} from './message-attributes.ts';
import type { QueueSettings } from './queue-attributes.ts';

/** One message as SendMessage or an entry of SendMessageBatch asks for it. */
export interface OutgoingMessage {
  readonly MessageBody: string | undefined;
  readonly DelaySeconds: number | undefined;
  readonly MessageAttributes: MessageAttributesInput | undefined;
  readonly MessageSystemAttributes: MessageAttributesInput | undefined;
  readonly MessageDeduplicationId: string | undefined;
  readonly MessageGroupId: string | undefined;
}

export interface CheckedMessage {
  readonly body: string;
  readonly attributes: StoredAttributes | undefined;
  readonly traceHeader: StoredAttributes | undefined;
  readonly delaySeconds: number;
}

/** A group or deduplication id: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const idForm = /^[0-9A-Za-z!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]{1,128}$/;

/** Checks all that SQS checks of one message. Throws the refusal. `wording` because AWS words one text of a batch otherwise. */
export function checkMessage(
  message: OutgoingMessage,
  settings: QueueSettings,
  wording: 'single' | 'batch',
): CheckedMessage {
  const body = message.MessageBody;
  if (body === undefined || body === '') throw missingParameter('MessageBody');
  checkId(message.MessageGroupId, 'MessageGroupId');
  checkId(message.MessageDeduplicationId, 'MessageDeduplicationId');
  if (!settings.isFifo && message.MessageDeduplicationId !== undefined)
    throw notForThisType(message.MessageDeduplicationId, 'MessageDeduplicationId');
  const delaySeconds = checkDelay(message.DelaySeconds, settings);
  const attributes = storeAttributes(message.MessageAttributes);
  const traceHeader = storeTraceHeader(message.MessageSystemAttributes);
  checkSize(Buffer.byteLength(body) + (attributes?.bytes ?? 0), settings.maximumMessageSize, wording);
  checkCharacters(body);
  return { body, attributes, traceHeader, delaySeconds };
}

/** What a FIFO queue needs of each message; AWS refuses a whole batch for one entry without it (recorded). */
export function checkFifoIds(message: OutgoingMessage, settings: QueueSettings, wording: 'single' | 'batch'): void {
  if (!settings.isFifo) return;
  if (message.MessageGroupId === undefined) {
    throw wording === 'single'
      ? missingParameter('MessageGroupId')
      : invalidParameter('The request must contain the parameter MessageGroupId.');
  }
  if (message.MessageDeduplicationId === undefined && !settings.contentBasedDeduplication) {
    throw invalidParameter(
      'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
    );
  }
}

function checkId(id: string | undefined, parameter: 'MessageGroupId' | 'MessageDeduplicationId'): void {
  if (id === undefined || idForm.test(id)) return;
  throw invalidValue(
    id,
    parameter,
    `${parameter} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
  );
}

function checkDelay(delaySeconds: number | undefined, settings: QueueSettings): number {
  if (delaySeconds === undefined) return settings.delaySeconds;
  const { delaySecondsMax } = sqsLimits;
  if (delaySeconds < 0 || delaySeconds > delaySecondsMax) {
    throw invalidValue(delaySeconds, 'DelaySeconds', `DelaySeconds must be >= 0 and <= ${delaySecondsMax}.`);
  }
  if (!settings.isFifo) return delaySeconds;
  // A delay of 0 is accepted and means nothing: the queue's own delay applies (recorded).
  if (delaySeconds !== 0) throw notForThisType(delaySeconds, 'DelaySeconds');
  return settings.delaySeconds;
}

function notForThisType(value: unknown, parameter: string): SqsError {
  return invalidValue(value, parameter, 'The request include parameter that is not valid for this queue type.');
}

function checkSize(bytes: number, bytesMax: number, wording: 'single' | 'batch'): void {
  if (bytes <= bytesMax) return;
  const subject = wording === 'single' ? 'are invalid' : 'cannot be validated';
  throw invalidParameter(`One or more parameters ${subject}. Reason: Message must be shorter than ${bytesMax} bytes.`);
}

function checkCharacters(body: string): void {
  const illegal = findIllegalCharacter(body);
  if (illegal === undefined) return;
  throw modelled(
    'InvalidMessageContents',
    `Invalid binary character '${illegal}' was found in the message body, the set of allowed characters is ${legalCharacterSet}`,
  );
}
