/**
 * One SQS queue as the runtime needs it. Batch calls return one result per entry, in order: an entry's failure is a value,
 * the call's failure rejects. Nobody else in the runtime speaks SQS.
 */
export interface QueuePort {
  readonly url: string;
  readonly isFifo: boolean;
  /** Long poll. Resolves empty when nothing came. */
  receive(request: ReceiveRequest): Promise<ReceivedMessage[]>;
  send(messages: readonly OutgoingMessage[]): Promise<EntryResult[]>;
  delete(receiptHandles: readonly string[]): Promise<EntryResult[]>;
  changeVisibility(changes: readonly VisibilityChange[]): Promise<EntryResult[]>;
  attributes(): Promise<QueueAttributes>;
  /** The broker's clock: the last reply's `Date` plus monotonic time since, rounded down; never a worker's wall clock (G2). */
  brokerNow(): number;
}
export interface ReceiveRequest {
  readonly maxMessages: number;
  readonly waitSeconds: number;
  readonly visibilitySeconds?: number;
  readonly signal?: AbortSignal;
}
export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly receiveCount: number;
  readonly sentAtMs: number;
  readonly firstReceivedAtMs: number;
  /** Broker's clock when this receive was answered. */
  readonly receivedAtMs: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Set where the broker moved it to a dead-letter queue. */
  readonly deadLetterSourceArn?: string;
}
export interface OutgoingMessage {
  readonly body: string;
  readonly delaySeconds: number;
  readonly attributes: Readonly<Record<string, string>>;
  readonly groupId?: string;
  readonly deduplicationId?: string;
}
export interface VisibilityChange {
  readonly receiptHandle: string;
  readonly visibilitySeconds: number;
}
/** `unknown` = no answer was understood: the call may or may not have taken effect. */
export type EntryResult =
  | { readonly ok: true; readonly messageId?: string }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly senderFault: boolean };
export interface QueueAttributes {
  readonly arn: string;
  readonly visibilitySeconds: number;
  readonly retentionSeconds: number;
  readonly bodyBytesMax: number;
  readonly maxReceiveCount?: number;
  readonly deadLetterQueueArn?: string;
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
}
