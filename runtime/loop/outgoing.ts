/**
 * Envelopes as messages: body, routing attributes, signature, and what a FIFO queue wants on top.
 */
import { signMessage } from '../../sdk/message-signature.ts';
import type { SigningOptions } from '../../sdk/signing.ts';
import type { OutgoingMessage } from '../ports/queue.ts';
import { bodyBytes } from '../protocol/body-bytes.ts';
import { encodeBody } from '../protocol/body.ts';
import { attributeNames, type DeadLetterReason, type Envelope } from '../protocol/envelope.ts';
import { messageBytes } from '../queues/message-bytes.ts';

/** A message with its size as SQS counts it. */
export interface SizedMessage {
  readonly message: OutgoingMessage;
  readonly bytes: number;
}

/** Where a message goes and how it is made there. */
export interface Destination {
  readonly url: string;
  readonly isFifo: boolean;
  readonly signing: SigningOptions | undefined;
}

/** The next message of a run. `copy` tells fresh copies of one hop apart where a FIFO queue would swallow them. */
export function runMessage(envelope: Envelope, delaySeconds: number, to: Destination, copy = ''): SizedMessage {
  const body = encodeBody(envelope);
  return sized({
    body,
    delaySeconds,
    attributes: runAttributes(envelope, body, to),
    ...groupOf(envelope, to, copy),
  });
}

function runAttributes({ run, workflow, hop }: Envelope, body: string, to: Destination): Record<string, string> {
  const { signing, url: queueUrl } = to;
  return {
    [attributeNames.run]: run,
    [attributeNames.workflow]: workflow,
    ...(signing && { [attributeNames.signature]: signMessage(signing, { body, run, hop, queueUrl }) }),
  };
}

/** On a FIFO queue a run is a group, so its hops come one by one and those of other runs beside it. */
function groupOf(
  { incarnation, hop, fairnessKey }: Envelope,
  { isFifo }: Destination,
  copy: string,
): Pick<OutgoingMessage, 'groupId' | 'deduplicationId'> {
  if (isFifo) return { groupId: incarnation, deduplicationId: `${incarnation}:${hop}${copy}` };
  return fairnessKey === undefined ? {} : { groupId: fairnessKey };
}

/** Why a message is dead-lettered, for those who look into the queue. */
export interface DeathNote {
  readonly reason: DeadLetterReason;
  readonly sourceQueue: string;
  readonly detail: string;
  readonly state?: string;
  readonly firstFailureAtMs: number;
}

/** A run on its way to the dead-letter queue. Signed for its home, where a redrive takes it. */
export function deadRunMessage(envelope: Envelope, note: DeathNote, home: Destination, copy: string): SizedMessage {
  const body = encodeBody(envelope);
  const attributes = { ...runAttributes(envelope, body, home), ...noteAttributes(note) };
  return sized({ body, delaySeconds: 0, attributes, ...groupOf(envelope, home, copy) });
}

/** What is no envelope is passed on as it came. */
export function deadBodyMessage(body: string, note: DeathNote, isFifo: boolean, messageId: string): SizedMessage {
  const group = isFifo ? { groupId: messageId, deduplicationId: messageId } : {};
  return sized({ body, delaySeconds: 0, attributes: noteAttributes(note), ...group });
}

/** The same message without what only explains it, for a queue that would not carry both. */
export function withoutExplanation({ message }: SizedMessage): SizedMessage {
  const { [attributeNames.error]: _error, ...attributes } = message.attributes;
  return sized({ ...message, attributes });
}

const detailBytesMax = 4_096;

function noteAttributes({ reason, sourceQueue, detail, state, firstFailureAtMs }: DeathNote): Record<string, string> {
  return {
    [attributeNames.reason]: reason,
    [attributeNames.sourceQueue]: sourceQueue,
    [attributeNames.firstFailure]: new Date(firstFailureAtMs).toISOString(),
    ...(detail !== '' && { [attributeNames.error]: legalText(detail, detailBytesMax) }),
    ...(state !== undefined && state !== '' && { [attributeNames.state]: legalText(state, 256) }),
  };
}

// What SQS's character set lacks, and surrogates that stand alone.
const illegal =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function legalText(text: string, bytesMax: number): string {
  let legal = text.slice(0, bytesMax).replace(illegal, '\ufffd');
  while (bodyBytes(legal) > bytesMax) legal = legal.slice(0, Math.floor(legal.length * 0.9)).replace(illegal, '\ufffd');
  return legal;
}

export function sized(message: OutgoingMessage): SizedMessage {
  return { message, bytes: messageBytes(message) };
}
