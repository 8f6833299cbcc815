import { accountId } from './account.ts';
import type { Delivery } from './queue.ts';
import { isAttributeName, unknownAttribute } from './queue-attributes.ts';

type Read = (delivery: Delivery) => string | undefined;

const reads: Readonly<Record<string, Read>> = {
  SenderId: () => accountId,
  SentTimestamp: ({ content }) => String(content.sentAtMs),
  ApproximateReceiveCount: ({ receiveCount }) => String(receiveCount),
  ApproximateFirstReceiveTimestamp: ({ firstReceivedAtMs }) => String(firstReceivedAtMs),
  SequenceNumber: ({ content }) => content.sequenceNumber,
  MessageDeduplicationId: ({ content }) => content.messageDeduplicationId,
  MessageGroupId: ({ content }) => content.messageGroupId,
  AWSTraceHeader: ({ content }) => content.traceHeader?.values.get('AWSTraceHeader')?.value as string | undefined,
  DeadLetterQueueSourceArn: ({ deadLetterSourceArn }) => deadLetterSourceArn,
};
const allNames: ReadonlySet<string> = new Set(Object.keys(reads));
const noNames: ReadonlySet<string> = new Set();

/**
 * The attributes that a receive asks for. A queue's own attribute names are valid in the older of the two lists and give
 * nothing; other names are refused.
 */
export function systemAttributeFilter(
  olderNames: readonly string[] | undefined,
  newerNames: readonly string[] | undefined,
): ReadonlySet<string> {
  if (!olderNames?.length && !newerNames?.length) return noNames;
  const names = [...(olderNames ?? []), ...(newerNames ?? [])];
  if (names.includes('All')) return allNames;
  for (const name of names) if (!allNames.has(name) && !isAttributeName(name)) throw unknownAttribute(name);
  return new Set(names.filter((name) => allNames.has(name)));
}

/** Undefined where nothing was asked for, or the message has none of it. */
export function selectSystemAttributes(
  delivery: Delivery,
  names: ReadonlySet<string>,
): Record<string, string> | undefined {
  if (names.size === 0) return undefined;
  let attributes: Record<string, string> | undefined;
  for (const name of names) {
    const value = reads[name]!(delivery);
    if (value !== undefined) (attributes ??= {})[name] = value;
  }
  return attributes;
}
