/**
 * A queue over the commands of `@aws-sdk/client-sqs`: against AWS, anything that speaks its protocol, or an `EmbeddedSqs`.
 *
 * Invariants
 * 1. All writing is in batch actions, each within 10 entries and the queue's size limit in sum (C37).
 * 2. Every entry is answered: as SQS did, or with code `Unknown` where its reply leaves it out. Nothing that SQS did not
 *    confirm is reported as done.
 * 3. What time it is, the broker says (broker-clock.ts).
 */
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type Message,
  type MessageAttributeValue,
  type ReceiveMessageCommandInput,
  type SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import { monotonicNow } from '../clocks/monotonic.ts';
import type { Clock } from '../ports/clock.ts';
import type {
  EntryResult,
  OutgoingMessage,
  QueueAttributes,
  QueuePort,
  ReceivedMessage,
  ReceiveRequest,
  VisibilityChange,
} from '../ports/queue.ts';
import type { SqsLike } from '../ports/sqs-like.ts';
import { HoplineError, invariant } from '../protocol/errors.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';
import { batchChunks } from './batch-chunks.ts';
import { brokerClockOf } from './broker-clock.ts';
import { answerWithin } from './answer-within.ts';
import { messageBytes } from './message-bytes.ts';

export interface AwsSqsQueueOptions {
  /** Gives up a receive that is not answered within its wait and ten seconds. Default: the caller does, by the signal. */
  readonly clock?: Clock;
  /** Milliseconds that only rise. Default: the machine's. */
  readonly monotonic?: () => number;
}

/** @param url of the queue; `.fifo` at its end makes it a FIFO queue */
export function createAwsSqsQueue(sqs: SqsLike, url: string, options: AwsSqsQueueOptions = {}): QueuePort {
  return new AwsSqsQueue(sqs, url, options);
}

const answerMarginMs = 10_000;
/** No queue's size limit is smaller (API_SetQueueAttributes, MaximumMessageSize): a batch within it needs no look at the limit. */
const bodyBytesMaxLeast = 1_024;

/** Asked for by both names: `AttributeNames` is the older one and still what some imitations of SQS go by. */
const stamps = ['ApproximateReceiveCount', 'SentTimestamp', 'ApproximateFirstReceiveTimestamp'] as const;

class AwsSqsQueue implements QueuePort {
  readonly url: string;
  readonly isFifo: boolean;
  readonly #sqs: { send(command: unknown, options?: { abortSignal?: AbortSignal }): Promise<any> };
  readonly #clock: Clock | undefined;
  readonly #broker: { now(): number; sawStamp?(stampMs: number): void };
  #bodyBytesMax: Promise<number> | undefined;

  constructor(sqs: SqsLike, url: string, { clock, monotonic = monotonicNow }: AwsSqsQueueOptions) {
    this.url = url;
    this.isFifo = url.endsWith('.fifo');
    this.#sqs = sqs;
    this.#clock = clock;
    this.#broker = ownClockOf(sqs) ?? brokerClockOf(sqs, monotonic);
  }

  brokerNow(): number {
    return this.#broker.now();
  }

  async receive(request: ReceiveRequest): Promise<ReceivedMessage[]> {
    const command = new ReceiveMessageCommand(this.#receiveInput(request));
    const answer = (await this.#answerOf(command, request)) as { Messages?: Message[] };
    const received = answer.Messages ?? [];
    // All their stamps first: together they say best what time it is.
    const stamped = received.map((message) => this.#stampsOf(message));
    const receivedAtMs = this.brokerNow();
    return received.map((message, at) => readMessage(message, stamped[at]!, receivedAtMs));
  }

  #receiveInput({ maxMessages, waitSeconds, visibilitySeconds }: ReceiveRequest): ReceiveMessageCommandInput {
    return {
      QueueUrl: this.url,
      MaxNumberOfMessages: maxMessages,
      WaitTimeSeconds: waitSeconds,
      ...(visibilitySeconds !== undefined && { VisibilityTimeout: checkedVisibility(visibilitySeconds) }),
      AttributeNames: [...stamps] as unknown as ReceiveMessageCommandInput['AttributeNames'],
      MessageSystemAttributeNames: [...stamps, 'DeadLetterQueueSourceArn'],
      MessageAttributeNames: ['hopline.*'],
    };
  }

  #answerOf(command: ReceiveMessageCommand, { waitSeconds, signal }: ReceiveRequest): Promise<unknown> {
    const send = (abortSignal: AbortSignal | undefined) => this.#sqs.send(command, abortSignal && { abortSignal });
    if (!this.#clock) return send(signal);
    return answerWithin(waitSeconds * 1_000 + answerMarginMs, send, this.#clock, signal);
  }

  #stampsOf({ Attributes: facts = {} }: Message): Stamps {
    const receiveCount = this.#stamp('ApproximateReceiveCount', facts.ApproximateReceiveCount);
    const sentAtMs = this.#stamp('SentTimestamp', facts.SentTimestamp);
    const firstReceivedAtMs = this.#stamp('ApproximateFirstReceiveTimestamp', facts.ApproximateFirstReceiveTimestamp);
    this.#broker.sawStamp?.(Math.max(sentAtMs, firstReceivedAtMs));
    return { receiveCount, sentAtMs, firstReceivedAtMs };
  }

  #stamp(name: string, text: string | undefined): number {
    const value = Number(text);
    if (text !== undefined && Number.isFinite(value)) return value;
    throw new HoplineError(
      'CONFIGURATION',
      `Queue ${this.url} gave a message without ${name}, which was asked for; without it no timer and no receive count can be kept. Is the endpoint SQS?`,
    );
  }

  send(messages: readonly OutgoingMessage[]): Promise<EntryResult[]> {
    return this.#inBatches(messages, messageBytes, (chunk) => {
      const Entries = chunk.map((message, at) => this.#entryOf(message, at));
      return new SendMessageBatchCommand({ QueueUrl: this.url, Entries });
    });
  }

  #entryOf(
    { body, delaySeconds, attributes, groupId, deduplicationId }: OutgoingMessage,
    at: number,
  ): SendMessageBatchRequestEntry {
    invariant(
      isWholeUpTo(delaySeconds, sqsLimits.delaySecondsMax),
      `A message was to be sent with a delay of ${delaySeconds} s`,
    );
    invariant(
      !this.isFifo || delaySeconds === 0,
      `A message was to be sent to a FIFO queue with a delay of ${delaySeconds} s`,
    );
    return {
      Id: String(at),
      MessageBody: body,
      MessageAttributes: writeAttributes(attributes),
      ...(!this.isFifo && { DelaySeconds: delaySeconds }),
      ...(groupId !== undefined && { MessageGroupId: groupId }),
      ...(deduplicationId !== undefined && { MessageDeduplicationId: deduplicationId }),
    };
  }

  delete(receiptHandles: readonly string[]): Promise<EntryResult[]> {
    return this.#inBatches(receiptHandles, noBytes, (chunk) => {
      const Entries = chunk.map((ReceiptHandle, at) => ({ Id: String(at), ReceiptHandle }));
      return new DeleteMessageBatchCommand({ QueueUrl: this.url, Entries });
    });
  }

  changeVisibility(changes: readonly VisibilityChange[]): Promise<EntryResult[]> {
    return this.#inBatches(changes, noBytes, (chunk) => {
      const Entries = chunk.map(({ receiptHandle: ReceiptHandle, visibilitySeconds }, at) => ({
        Id: String(at),
        ReceiptHandle,
        VisibilityTimeout: checkedVisibility(visibilitySeconds),
      }));
      return new ChangeMessageVisibilityBatchCommand({ QueueUrl: this.url, Entries });
    });
  }

  /** Rejects where no request was answered; where some were, the entries of the others have their request's error. */
  async #inBatches<T>(
    entries: readonly T[],
    bytesOfEntry: (entry: T) => number,
    commandOf: (chunk: readonly T[]) => unknown,
  ): Promise<EntryResult[]> {
    if (entries.length === 0) return [];
    const sum = entries.reduce((bytes, entry) => bytes + bytesOfEntry(entry), 0);
    const bytesMax = entries.length > 1 && sum > bodyBytesMaxLeast ? await this.#batchBytesMax() : Infinity;
    if (entries.length <= sqsLimits.batchEntriesMax && sum <= bytesMax)
      return resultsOf((await this.#sqs.send(commandOf(entries))) as BatchAnswer, entries);
    const chunks = batchChunks(entries, bytesOfEntry, bytesMax);
    const commands = chunks.map((chunk) => commandOf(chunk.entries));
    const answers = await Promise.allSettled(commands.map((command) => this.#sqs.send(command)));
    if (answers.length > 0 && answers.every(({ status }) => status === 'rejected'))
      throw (answers[0] as PromiseRejectedResult).reason;
    return answers.flatMap((answer, at) => {
      const { entries: asked } = chunks[at]!;
      return answer.status === 'fulfilled'
        ? resultsOf(answer.value as BatchAnswer, asked)
        : failedCall(answer.reason, asked);
    });
  }

  #batchBytesMax(): Promise<number> {
    // Where the attributes may not be read, the largest limit that there is.
    this.#bodyBytesMax ??= this.attributes().then(
      ({ bodyBytesMax }) => bodyBytesMax,
      () => sqsLimits.bodyBytesMax,
    );
    return this.#bodyBytesMax;
  }

  async attributes(): Promise<QueueAttributes> {
    const command = new GetQueueAttributesCommand({ QueueUrl: this.url, AttributeNames: ['All'] });
    const { Attributes = {} } = (await this.#sqs.send(command)) as { Attributes?: Record<string, string> };
    const attributes = readQueueAttributes(Attributes);
    this.#bodyBytesMax = Promise.resolve(attributes.bodyBytesMax);
    return attributes;
  }
}

/** An embedded queue has a clock in this process: what it says is exact. */
function ownClockOf(sqs: SqsLike): { now(): number } | undefined {
  const { clock } = sqs as { clock?: { now?: unknown } };
  return typeof clock?.now === 'function' ? { now: () => Math.floor((clock as Clock).now()) } : undefined;
}

type Stamps = Pick<ReceivedMessage, 'receiveCount' | 'sentAtMs' | 'firstReceivedAtMs'>;

function readMessage(message: Message, stamps: Stamps, receivedAtMs: number): ReceivedMessage {
  const deadLetterSourceArn = message.Attributes?.DeadLetterQueueSourceArn;
  return {
    messageId: message.MessageId!,
    receiptHandle: message.ReceiptHandle!,
    body: message.Body!,
    receiveCount: stamps.receiveCount,
    sentAtMs: stamps.sentAtMs,
    firstReceivedAtMs: stamps.firstReceivedAtMs,
    receivedAtMs,
    attributes: readAttributes(message.MessageAttributes),
    ...(deadLetterSourceArn !== undefined && { deadLetterSourceArn }),
  };
}

function noBytes(): number {
  return 0;
}

function isWholeUpTo(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

function checkedVisibility(seconds: number): number {
  invariant(isWholeUpTo(seconds, sqsLimits.visibilitySecondsMax), `A message was to be hidden for ${seconds} s`);
  return seconds;
}

interface BatchAnswer {
  readonly Successful?: readonly { Id?: string; MessageId?: string }[];
  readonly Failed?: readonly { Id?: string; Code?: string; Message?: string; SenderFault?: boolean }[];
}

function resultsOf({ Successful = [], Failed = [] }: BatchAnswer, entries: readonly unknown[]): EntryResult[] {
  const results = new Map<string, EntryResult>();
  for (const { Id, MessageId } of Successful)
    if (Id !== undefined) results.set(Id, MessageId === undefined ? { ok: true } : { ok: true, messageId: MessageId });
  for (const { Id, Code = 'Unknown', Message = '', SenderFault = false } of Failed)
    if (Id !== undefined) results.set(Id, { ok: false, code: Code, message: Message, senderFault: SenderFault });
  return entries.map((_entry, at) => results.get(String(at)) ?? unanswered);
}

const unanswered: EntryResult = {
  ok: false,
  code: 'Unknown',
  message: 'The reply to the batch leaves this entry out.',
  senderFault: false,
};

function failedCall(reason: unknown, entries: readonly unknown[]): EntryResult[] {
  const { name, message } = reason instanceof Error ? reason : { name: 'Unknown', message: String(reason) };
  return entries.map(() => ({ ok: false, code: name, message, senderFault: false }));
}

/** SQS refuses an attribute with an empty value; absent, it is read as absent. */
function writeAttributes(attributes: Readonly<Record<string, string>>): Record<string, MessageAttributeValue> {
  const written: Record<string, MessageAttributeValue> = {};
  for (const [name, value] of Object.entries(attributes))
    if (value !== '') written[name] = { DataType: 'String', StringValue: value };
  return written;
}

function readAttributes(attributes: Message['MessageAttributes'] = {}): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, { StringValue }] of Object.entries(attributes))
    if (StringValue !== undefined && name.startsWith('hopline.')) read[name] = StringValue;
  return read;
}

function readQueueAttributes(attributes: Readonly<Record<string, string>>): QueueAttributes {
  const number = (name: string, otherwise: number) =>
    attributes[name] === undefined ? otherwise : Number(attributes[name]);
  const policy = redrivePolicyOf(attributes['RedrivePolicy']);
  return {
    arn: attributes['QueueArn'] ?? '',
    visibilitySeconds: number('VisibilityTimeout', 30),
    retentionSeconds: number('MessageRetentionPeriod', sqsLimits.retentionSecondsDefault),
    bodyBytesMax: number('MaximumMessageSize', sqsLimits.bodyBytesMax),
    ...policy,
    visible: number('ApproximateNumberOfMessages', 0),
    inFlight: number('ApproximateNumberOfMessagesNotVisible', 0),
    delayed: number('ApproximateNumberOfMessagesDelayed', 0),
  };
}

/** The count stands there as a number or as text, as whoever set the policy wrote it. */
function redrivePolicyOf(text: string | undefined): Pick<QueueAttributes, 'maxReceiveCount' | 'deadLetterQueueArn'> {
  if (text === undefined || text === '') return {};
  const { maxReceiveCount, deadLetterTargetArn } = JSON.parse(text) as Record<string, string | number>;
  return { maxReceiveCount: Number(maxReceiveCount), deadLetterQueueArn: String(deadLetterTargetArn) };
}
