import type { Account } from './account.ts';
import { SqsError } from './errors.ts';
import type { MessageContent } from './message.ts';
import { queueDoesNotExist, type Queue } from './queue.ts';

export type MoveTaskStatus = 'RUNNING' | 'COMPLETED' | 'CANCELLED' | 'FAILED';

/**
 * Moves what is ready in a dead-letter queue to one destination, or each message to the queue that it came from. A moved
 * message is a new one: new id, new time of sending, receive count 0. Without a rate everything moves at once; with one
 * the first share moves at once and the next a second later.
 *
 * States: RUNNING → COMPLETED (nothing ready is left) | CANCELLED | FAILED (the source is deleted, or a message has nowhere to
 * go and stays).
 */
export class MoveTask {
  readonly id: string;
  readonly source: Queue;
  readonly destinationArn: string | undefined;
  readonly messagesPerSecond: number | undefined;
  readonly startedAtMs: number;
  readonly toMoveCount: number;
  status: MoveTaskStatus = 'RUNNING';
  movedCount = 0;
  failureReason: string | undefined;
  readonly #account: Account;

  constructor(
    account: Account,
    source: Queue,
    options: { readonly destinationArn: string | undefined; readonly messagesPerSecond: number | undefined },
  ) {
    this.#account = account;
    this.id = account.random.uuid();
    this.source = source;
    this.destinationArn = options.destinationArn;
    this.messagesPerSecond = options.messagesPerSecond;
    this.startedAtMs = account.clock.now();
    this.toMoveCount = source.depth().visible;
    void this.#run();
  }

  /** As AWS makes it: base64 of the task and its source. */
  get handle(): string {
    return Buffer.from(JSON.stringify({ taskId: this.id, sourceArn: this.source.arn })).toString('base64');
  }

  async #run(): Promise<void> {
    for (;;) {
      this.#moveShare();
      if (this.status !== 'RUNNING') return;
      await this.#account.clock.sleep(1_000);
    }
  }

  #moveShare(): void {
    if (this.status !== 'RUNNING') return;
    try {
      if (this.#account.findByArn(this.source.arn) !== this.source) throw queueDoesNotExist();
      for (let left = this.messagesPerSecond ?? Infinity; left > 0; left--) {
        if (!this.source.moveOne((content, sourceArn) => this.#sendOn(content, sourceArn))) break;
        this.movedCount++;
      }
      if (this.source.depth().visible === 0) this.status = 'COMPLETED';
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      this.status = 'FAILED';
      this.failureReason = error.code;
    }
  }

  #sendOn(content: MessageContent, deadLetterSourceArn: string | undefined): void {
    const arn = this.destinationArn ?? deadLetterSourceArn;
    if (arn === undefined)
      throw new SqsError(
        { shape: 'CouldNotDetermineMessageSource' },
        'The message was sent to the dead-letter queue itself.',
      );
    const target = this.#account.findByArn(arn);
    if (target === undefined) throw queueDoesNotExist();
    target.put(
      {
        ...content,
        messageId: this.#account.random.uuid(),
        sequenceNumber: target.isFifo ? this.#account.nextSequenceNumber() : undefined,
        sentAtMs: this.#account.clock.now(),
      },
      0,
    );
    target.settle();
  }
}
