/**
 * Writes to one queue until it is acknowledged. The only place that decides whether a refused call is made again.
 *
 * Invariants
 * 1. `send` answers true only for an acknowledged entry. No answer, or one that is not understood, is sent again (9.1).
 * 2. `delete` is called by those alone who have an acknowledgement, or know that the message is done (G1).
 * 3. Trying ends where `isWorthwhile` says so: the lease is over, or the worker gives up. What was not written comes back by itself.
 */
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { IntervalLog } from './interval-log.ts';
import type { OutgoingMessage, QueuePort, VisibilityChange } from '../ports/queue.ts';
import type { RandomPort } from '../ports/random.ts';
import { Batcher, type BatchReply } from './batcher.ts';
import type { VisibilityReply } from './lease.ts';
import { refusalOf } from './refusal.ts';

export interface WriterPorts {
  readonly clock: Clock;
  readonly random: RandomPort;
  readonly logger: Logger;
  readonly faults: IntervalLog;
}

export interface Addressed {
  /** Incarnation of the run that the entry is about: entries of one run never share a batch. */
  readonly run: string;
  isWorthwhile(): boolean;
}

const retryMsMin = 100;
const retryMsMax = 5_000;
const deleteTries = 5;

export class QueueWriter {
  readonly #queue: QueuePort;
  readonly #ports: WriterPorts;
  readonly #sends: Batcher<OutgoingMessage>;
  readonly #deletes: Batcher<string>;
  readonly #changes: Batcher<VisibilityChange>;

  constructor(queue: QueuePort, batchBytesMax: number, ports: WriterPorts) {
    this.#queue = queue;
    this.#ports = ports;
    this.#sends = new Batcher((messages) => queue.send(messages), batchBytesMax);
    this.#deletes = new Batcher((handles) => queue.delete(handles));
    this.#changes = new Batcher((changes) => queue.changeVisibility(changes));
  }

  /** False where it was not acknowledged: refused for good, or no longer worthwhile. Then the old message must stay. */
  async send(message: OutgoingMessage, bytes: number, about: Addressed): Promise<boolean> {
    for (let tries = 0; ; tries++) {
      const reply = await this.#sends.add(message, about.run, bytes);
      if (reply.ok) return true;
      if (this.#isFinal(reply, 'send')) return false;
      await this.#backOff(tries);
      if (!about.isWorthwhile()) return false;
    }
  }

  /** What cannot be deleted comes back, and is known to be done. */
  async delete(receiptHandle: string, about: Addressed): Promise<void> {
    for (let tries = 1; ; tries++) {
      const reply = await this.#deletes.add(receiptHandle, about.run);
      if (reply.ok || this.#isFinal(reply, 'delete') || tries === deleteTries) return;
      await this.#backOff(tries);
    }
  }

  async changeVisibility(receiptHandle: string, visibilitySeconds: number, run: string): Promise<VisibilityReply> {
    const reply = await this.#changes.add({ receiptHandle, visibilitySeconds }, run);
    if (reply.ok) return 'changed';
    return this.#isFinal(reply, 'change the visibility of') ? 'lost' : 'unknown';
  }

  /** Whether trying again could not help. A receipt that is not ours any more is an everyday thing and no error. */
  #isFinal(reply: Extract<BatchReply, { ok: false }>, action: string): boolean {
    const refusal = refusalOf(reply);
    const { code, message, mend } = refusal;
    const facts = { queue: this.#queue.url, code, error: message, ...(mend !== '' && { mend }) };
    const { faults, logger } = this.#ports;
    if (refusal.kind === 'receipt') logger.debug(facts, `SQS no longer knows the receipt of a message to ${action}`);
    else if (refusal.kind === 'final') logger.error(facts, `SQS refused to ${action} a message`);
    else faults.report('warn', `${action} ${code}`, facts, `SQS did not ${action} a message; trying again`);
    return refusal.kind !== 'temporary';
  }

  #backOff(tries: number): Promise<void> {
    const base = Math.min(retryMsMax, retryMsMin * 2 ** tries);
    return this.#ports.clock.sleep(base / 2 + (base / 2) * this.#ports.random.next());
  }
}
