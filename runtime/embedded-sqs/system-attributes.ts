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
export function systemAttributeFilter(names: readonly string[]): ReadonlySet<string> {
  if (names.length === 0) return noNames;
  if (names.includes('All')) return allNames;
  for (const name of names) if (!allNames.has(name) && !isAttributeName(name)) throw unknownAttribute(name);
  return new Set(names.filter((name) => allNames.has(name)));
}

export function selectSystemAttributes(delivery: Delivery, names: ReadonlySet<string>): object | undefined {
  if (names.size === 0) return undefined;
  const Attributes: Record<string, string> = {};
  let isEmpty = true;
  for (const name of names) {
    const value = reads[name]!(delivery);
    if (value === undefined) continue;
    Attributes[name] = value;
    isEmpty = false;
  }
  return isEmpty ? undefined : { Attributes };
}
