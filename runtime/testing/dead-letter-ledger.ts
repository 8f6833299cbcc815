import type { OutgoingMessage } from '../ports/queue.ts';
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

  /** To be shown everything that a worker sends. */
  note(queueUrl: string, messages: readonly OutgoingMessage[]): void {
    if (queueUrl !== this.#queueUrl) return;
    for (const { body, attributes } of messages) {
      const reason = attributes[attributeNames.reason];
      if (reason !== undefined) this.#reasons.set(body, reason);
    }
  }

  describe(body: string): DeadLetter {
    const reason = this.#reasons.get(body) ?? 'moved-by-broker';
    const read = decodeBody(body);
    return { ...(read.ok && { runId: read.envelope.run }), reason, body };
  }
}
