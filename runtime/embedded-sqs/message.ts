import type { DueItem } from '../clocks/due-heap.ts';
import type { Links } from './linked-list.ts';
import type { StoredAttributes } from './message-attributes.ts';

/**
 * Where a message is: `delayed` not yet receivable; `ready` to be received; `inFlight` received and hidden; `gone` deleted,
 * expired, purged or moved to another queue.
 */
export type MessagePlace = 'delayed' | 'ready' | 'inFlight' | 'gone';

/** What a sender gave. */
export interface MessageContent {
  readonly messageId: string;
  readonly body: string;
  readonly bodyMd5: string;
  readonly attributes: StoredAttributes | undefined;
  readonly traceHeader: StoredAttributes | undefined;
  readonly messageGroupId: string | undefined;
  readonly messageDeduplicationId: string | undefined;
  /** FIFO only. */
  readonly sequenceNumber: string | undefined;
  readonly sentAtMs: number;
}

/**
 * One stored copy of a message. It is also the item of the heaps and lists that its queue keeps, so that moving it between
 * them allocates nothing.
 *
 * Only its queue writes on it.
 */
export class Message implements DueItem {
  readonly content: MessageContent;
  /** Names the copy in receipt handles and orders copies by arrival; never used twice by one service. */
  readonly order: number;
  place: MessagePlace = 'gone';
  /** Delayed or hidden until then. */
  dueAtMs = 0;
  /** In all queues: a dead-letter queue goes on counting. */
  receiveCount = 0;
  /** In the queue that it is in now. */
  receivesHere = 0;
  firstReceivedAtMs = 0;
  /** From here the 12 hours of visibility are counted. */
  lastReceivedAtMs = 0;
  /** From here retention is counted: the first send, or for a FIFO dead-letter queue the move. */
  agedSinceMs: number;
  deadLetterSourceArn: string | undefined;
  /** A second copy made by the `duplicate` fault; it is not copied again. */
  isReplica = false;

  heapIndex = -1;
  readonly readyLinks: Links<Message> = { before: undefined, after: undefined };
  readonly ageLinks: Links<Message> = { before: undefined, after: undefined };
  ageEntry: (DueItem & { readonly message: Message }) | undefined;

  constructor(content: MessageContent, order: number) {
    this.content = content;
    this.order = order;
    this.agedSinceMs = content.sentAtMs;
  }
}
