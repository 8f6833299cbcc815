import { attributeNames } from '../protocol/envelope.ts';
import { decodeBody } from '../protocol/body.ts';

/** A message in the dead-letter queue. */
export interface DeadLetter {
  /** Absent where the body is no envelope. */
  runId?: string;
  /** Why a worker put it there; `moved-by-broker` where SQS did, because it was received too often. */
  reason: string;
  body: string;
}

/** What a send command of the AWS SDK holds, as far as it matters here. */
interface SendInput {
  readonly QueueUrl?: string;
  readonly MessageBody?: string;
  readonly MessageAttributes?: Readonly<Record<string, { readonly StringValue?: string }>>;
  readonly Entries?: readonly Omit<SendInput, 'QueueUrl' | 'Entries'>[];
}

/**
 * Why each message lies in the dead-letter queue.
 *
 * The reason is an attribute, which no look at the queue shows without receiving, and a receive would count and hide. So it
 * is noted when a worker sends it, by body: what was sent there with another reason later has another body or says the same.
 */
export class DeadLetterLedger {
  readonly #queueUrl: string;
  readonly #reasons = new Map<string, string>();

  constructor(queueUrl: string) {
    this.#queueUrl = queueUrl;
  }

  /** To be shown every command that a worker sends. */
  note(command: { readonly input?: SendInput }): void {
    const { input } = command;
    if (input?.QueueUrl !== this.#queueUrl) return;
    for (const { MessageBody, MessageAttributes } of input.Entries ?? [input]) {
      const reason = MessageAttributes?.[attributeNames.reason]?.StringValue;
      if (MessageBody !== undefined && reason !== undefined) this.#reasons.set(MessageBody, reason);
    }
  }

  describe(body: string): DeadLetter {
    const reason = this.#reasons.get(body) ?? 'moved-by-broker';
    const read = decodeBody(body);
    return { ...(read.ok && { runId: read.envelope.run }), reason, body };
  }
}
