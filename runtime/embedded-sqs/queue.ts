import { DueHeap, type DueItem } from '../clocks/due-heap.ts';
import type { Clock } from '../ports/clock.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';
import { AgeOrder } from './age-order.ts';
import { Deduplication } from './deduplication.ts';
import { AbortedError, invalidParameter, invalidValue, modelled, type SqsError } from './errors.ts';
import type { FaultDice } from './faults.ts';
import { FifoOrder } from './fifo-order.ts';
import { LiveMessages } from './live-messages.ts';
import { Message, type MessageContent, type MessagePlace } from './message.ts';
import type { QueueSettings } from './queue-attributes.ts';
import type { ReadyOrder } from './ready-order.ts';
import { ReceiptHandles, type Receipt } from './receipt-handle.ts';
import { StandardOrder } from './standard-order.ts';
import { WakeUp } from './wake-up.ts';

/** What all queues of one service share. */
export interface QueueSurroundings {
  readonly clock: Clock;
  readonly faults: FaultDice;
  /** Unlike for every service: part of each receipt handle's check. */
  readonly secret: number;
  readonly nextOrder: () => number;
  readonly findByArn: (arn: string) => Queue | undefined;
}

export interface ReceiveOrder {
  readonly maxMessages: number;
  readonly visibilitySeconds: number;
  readonly waitSeconds: number;
  readonly signal: AbortSignal | undefined;
}

/** One message in one reply. A copy of the state at that moment, because the message may change before the reply is read. */
export interface Delivery {
  readonly content: MessageContent;
  readonly receiptHandle: string;
  readonly receiveCount: number;
  readonly firstReceivedAtMs: number;
  readonly deadLetterSourceArn: string | undefined;
}

export interface QueueDepth {
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
}

export interface MessageSnapshot {
  readonly messageId: string;
  readonly body: string;
  readonly place: MessagePlace;
  /** Delayed or hidden until then; for one that is ready, since when. Epoch milliseconds. */
  readonly dueAtMs: number;
  readonly sentAtMs: number;
  readonly receiveCount: number;
}

interface Poller extends DueItem {
  readonly request: ReceiveOrder;
  end(deliveries: Delivery[]): void;
  fail(error: unknown): void;
}

const visibilityTotalMs = sqsLimits.visibilitySecondsMax * 1000;
const purgePauseMs = 60_000;
/** A duplicate comes "soon": while the first copy is being worked on, also with short visibility timeouts. */
const duplicateWithinMs = 2_000;

/**
 * One queue: its messages, and the receives that wait for them.
 *
 * Time is taken lazily. Every call first catches up: what has come due since the last one becomes ready, what is too old
 * goes. A timer runs only while somebody polls.
 *
 * Invariants
 * 1. A message in `#live` is in exactly one of `#delayed`, `#order` as ready, `#inFlight`, by its `place`; and in `#age`.
 * 2. A message leaves the queue whole (`#remove`): nothing remembers it but the check in its handles.
 * 3. A delivery is handed to a receive in the same step in which it is hidden, so an aborted poll strands nothing.
 * 4. `#wakeUp` is set while and only while somebody polls, to the first moment at which a poll could end.
 * 5. After each call nobody polls for a message that could be delivered now.
 */
export class Queue {
  readonly name: string;
  readonly arn: string;
  readonly createdAtMs: number;
  readonly tags = new Map<string, string>();
  readonly deduplication = new Deduplication();
  modifiedAtMs: number;

  readonly #surroundings: QueueSurroundings;
  readonly #clock: Clock;
  readonly #handles: ReceiptHandles;
  readonly #wakeUp: WakeUp;
  readonly #pollers = new Set<Poller>();
  readonly #deadlines = new DueHeap<Poller>();
  readonly #delayed = new DueHeap<Message>();
  readonly #inFlight = new DueHeap<Message>();
  #live = new LiveMessages();
  #age = new AgeOrder();
  #order: ReadyOrder;
  #settings: QueueSettings;
  #pollOrder = 0;
  #purgedAtMs = -Infinity;

  constructor(
    identity: { readonly name: string; readonly arn: string; readonly number: number },
    settings: QueueSettings,
    surroundings: QueueSurroundings,
  ) {
    this.name = identity.name;
    this.arn = identity.arn;
    this.#settings = settings;
    this.#surroundings = surroundings;
    this.#clock = surroundings.clock;
    this.createdAtMs = this.#clock.now();
    this.modifiedAtMs = this.createdAtMs;
    this.#handles = new ReceiptHandles(identity.number, surroundings.secret);
    this.#wakeUp = new WakeUp(this.#clock, () => this.settle());
    this.#order = createOrder(settings);
  }

  get settings(): QueueSettings {
    return this.#settings;
  }

  get isFifo(): boolean {
    return this.#settings.isFifo;
  }

  /** A FIFO queue's delay counts also for the messages that lie in it already; a standard queue's does not. */
  changeSettings(settings: QueueSettings): void {
    const delayHasChanged = settings.delaySeconds !== this.#settings.delaySeconds;
    this.#settings = settings;
    this.modifiedAtMs = this.#clock.now();
    if (this.isFifo && delayHasChanged) this.#delayAnew(settings.delaySeconds * 1000);
    this.settle();
  }

  // ---- messages come ------------------------------------------------------------------------------------------------

  /** Stores a message. The caller calls {@link settle} after the last one of its request. */
  put(content: MessageContent, delaySeconds: number): void {
    // First those that have come due before this one was sent: they stand before it.
    this.#catchUp();
    const { faults, nextOrder } = this.#surroundings;
    const lateMs = !this.isFifo && faults.roll('lateDelivery') ? 1_000 + faults.integer('lateDelivery', 29_000) : 0;
    this.#accept(new Message(content, nextOrder()), this.#clock.now() + delaySeconds * 1000 + lateMs);
  }

  /** Takes over a message that another queue gave up as undeliverable. It is receivable at once and keeps its count. */
  #adopt(message: Message, sourceArn: string): void {
    this.#catchUp();
    message.deadLetterSourceArn = sourceArn;
    message.receivesHere = 0;
    if (this.isFifo) message.agedSinceMs = this.#clock.now();
    this.#accept(message, this.#clock.now());
    this.settle();
  }

  #accept(message: Message, receivableAtMs: number): void {
    message.dueAtMs = receivableAtMs;
    this.#live.add(message);
    this.#age.add(message);
    if (receivableAtMs > this.#clock.now()) {
      message.place = 'delayed';
      this.#delayed.push(message);
    } else this.#makeReady(message);
  }

  #delayAnew(delayMs: number): void {
    const delayed = [...this.#delayed];
    this.#delayed.clear();
    for (const message of delayed) {
      message.dueAtMs = message.content.sentAtMs + delayMs;
      this.#delayed.push(message);
    }
  }

  // ---- messages are received ----------------------------------------------------------------------------------------

  /**
   * Receives what is ready, or waits for it. At the in-flight limit a short poll of a standard queue is refused with
   * `OverLimit`, while a long poll and any poll of a FIFO queue finds nothing.
   */
  receive(request: ReceiveOrder): Delivery[] | Promise<Delivery[]> {
    if (request.signal?.aborted) throw new AbortedError(request.signal.reason);
    this.#catchUp();
    if (request.waitSeconds === 0 && !this.isFifo && this.#inFlight.size >= sqsLimits.inFlightMax) throw overLimit();
    const deliveries = this.#deliver(request);
    return deliveries.length > 0 || request.waitSeconds === 0 ? deliveries : this.#poll(request);
  }

  #deliver(request: ReceiveOrder): Delivery[] {
    const deliveries: Delivery[] = [];
    let room = Math.min(request.maxMessages, sqsLimits.inFlightMax - this.#inFlight.size);
    if (room <= 0) return deliveries;
    for (const message of this.#order.candidates((count) => this.#pick(count))) {
      if (this.#sendToDeadLetters(message)) continue;
      this.#hide(message, request.visibilitySeconds);
      if (!this.#surroundings.faults.roll('phantomReceive')) deliveries.push(this.#describe(message));
      if (--room === 0) break;
    }
    return deliveries;
  }

  #pick(count: number): number {
    const { faults } = this.#surroundings;
    return count > 1 && faults.roll('reorder') ? 1 + faults.integer('reorder', count - 1) : 0;
  }

  #hide(message: Message, visibilitySeconds: number): void {
    const nowMs = this.#clock.now();
    message.receiveCount++;
    message.receivesHere++;
    message.lastReceivedAtMs = nowMs;
    if (message.receiveCount === 1) message.firstReceivedAtMs = nowMs;
    this.#hideUntil(message, nowMs + visibilitySeconds * 1000);
    if (!this.isFifo && !message.isReplica && this.#surroundings.faults.roll('duplicate')) this.#duplicate(message);
  }

  /** `message` was ready. */
  #hideUntil(message: Message, dueAtMs: number): void {
    message.place = 'inFlight';
    message.dueAtMs = dueAtMs;
    this.#order.becameHidden(message);
    this.#inFlight.push(message);
  }

  #duplicate(message: Message): void {
    const { faults, nextOrder } = this.#surroundings;
    const replica = new Message(message.content, nextOrder());
    replica.isReplica = true;
    replica.receiveCount = message.receiveCount;
    replica.firstReceivedAtMs = message.firstReceivedAtMs;
    replica.lastReceivedAtMs = message.lastReceivedAtMs;
    replica.agedSinceMs = message.agedSinceMs;
    replica.deadLetterSourceArn = message.deadLetterSourceArn;
    this.#accept(replica, this.#clock.now() + 1 + faults.integer('duplicate', duplicateWithinMs));
  }

  #describe(message: Message): Delivery {
    return {
      content: message.content,
      receiptHandle: this.#handles.write(message.order, message.receiveCount),
      receiveCount: message.receiveCount,
      firstReceivedAtMs: message.firstReceivedAtMs,
      deadLetterSourceArn: message.deadLetterSourceArn,
    };
  }

  /**
   * Moves a message whose next receive would be one too many: it is found out at that receive, not before (recorded).
   * Where the dead-letter queue has been deleted the message stays and is delivered, because losing it would be worse.
   * One that came from another queue is delivered here at least once before it is moved on, so that dead-letter queues that
   * name each other do not throw a message to and fro for ever.
   */
  #sendToDeadLetters(message: Message): boolean {
    const policy = this.#settings.redrivePolicy;
    if (policy === undefined || message.receiveCount < policy.maxReceiveCount || message.receivesHere === 0)
      return false;
    const target = this.#surroundings.findByArn(policy.deadLetterTargetArn);
    if (target === undefined || target === this) return false;
    this.#remove(message);
    target.#adopt(message, this.arn);
    return true;
  }

  // ---- messages in flight -------------------------------------------------------------------------------------------

  /**
   * On a standard queue any handle of a live message will do, also one whose receive is long over (recorded); on a FIFO
   * queue only that of the running receive.
   */
  changeVisibility(receiptHandle: string, visibilitySeconds: number): void {
    this.#catchUp();
    const receipt = this.#handles.read(receiptHandle);
    const message = this.#live.get(receipt.order);
    if (message === undefined || (this.isFifo && !isCurrent(message, receipt))) throw notAvailable(receiptHandle);
    const nowMs = this.#clock.now();
    const dueAtMs = nowMs + visibilitySeconds * 1000;
    if (dueAtMs > message.lastReceivedAtMs + visibilityTotalMs) throw beyondTotal(visibilitySeconds);
    this.#rehide(message, dueAtMs, nowMs);
    this.settle();
  }

  #rehide(message: Message, dueAtMs: number, nowMs: number): void {
    const isHidden = message.place === 'inFlight';
    if (dueAtMs <= nowMs) {
      if (!isHidden) return;
      this.#inFlight.remove(message);
      message.dueAtMs = nowMs;
      this.#makeReady(message);
    } else if (isHidden) {
      this.#inFlight.remove(message);
      message.dueAtMs = dueAtMs;
      this.#inFlight.push(message);
    } else this.#hideUntil(message, dueAtMs);
  }

  /** A handle whose message is gone already is fine, as often as one likes (recorded). */
  delete(receiptHandle: string): void {
    this.#catchUp();
    const receipt = this.#handles.read(receiptHandle);
    const message = this.#live.get(receipt.order);
    if (message === undefined) return;
    if (this.isFifo && !isCurrent(message, receipt)) throw expiredHandle(receiptHandle);
    this.#remove(message);
    this.settle();
  }

  // ---- all messages at once -----------------------------------------------------------------------------------------

  purge(): void {
    const nowMs = this.#clock.now();
    if (this.#purgedAtMs + purgePauseMs > nowMs) throw purgeInProgress(this.name);
    this.#purgedAtMs = nowMs;
    this.#live = new LiveMessages();
    this.#age = new AgeOrder();
    this.#order = createOrder(this.#settings);
    this.#delayed.clear();
    this.#inFlight.clear();
    this.deduplication.clear();
    this.settle();
  }

  /**
   * Gives the first ready message to `put` and removes it here; false where none is ready. Where `put` throws, the message
   * stays. For move tasks.
   */
  moveOne(put: (content: MessageContent, deadLetterSourceArn: string | undefined) => void): boolean {
    this.#catchUp();
    for (const message of this.#order.ready()) {
      put(message.content, message.deadLetterSourceArn);
      this.#remove(message);
      return true;
    }
    return false;
  }

  /** Ends all polls: the queue is no more. */
  close(): void {
    for (const poller of [...this.#pollers]) poller.fail(queueDoesNotExist());
  }

  // ---- to be looked at ----------------------------------------------------------------------------------------------

  depth(): QueueDepth {
    this.#catchUp();
    return { visible: this.#order.readyCount, inFlight: this.#inFlight.size, delayed: this.#delayed.size };
  }

  /** When the next delayed or hidden message becomes receivable; undefined where there is none. */
  nextDueAtMs(): number | undefined {
    this.#catchUp();
    return earlier(this.#delayed.peek(), this.#inFlight.peek())?.dueAtMs;
  }

  peek(): MessageSnapshot[] {
    this.#catchUp();
    return this.#live.toArray().map(({ content, place, dueAtMs, receiveCount }) => {
      const { messageId, body, sentAtMs } = content;
      return { messageId, body, place, dueAtMs, sentAtMs, receiveCount };
    });
  }

  // ---- time passes --------------------------------------------------------------------------------------------------

  #catchUp(): void {
    const nowMs = this.#clock.now();
    this.#expire(nowMs - this.#settings.messageRetentionSeconds * 1000);
    for (;;) {
      const message = earlier(this.#delayed.peek(), this.#inFlight.peek());
      if (message === undefined || message.dueAtMs > nowMs) return;
      (message.place === 'delayed' ? this.#delayed : this.#inFlight).remove(message);
      this.#makeReady(message);
    }
  }

  /** Retention ends a message wherever it is, also in flight (recorded). */
  #expire(sentUntilMs: number): void {
    for (;;) {
      const oldest = this.#age.oldest();
      if (oldest === undefined || oldest.agedSinceMs > sentUntilMs) return;
      this.#remove(oldest);
    }
  }

  #makeReady(message: Message): void {
    message.place = 'ready';
    this.#order.becameReady(message);
  }

  #remove(message: Message): void {
    const { place } = message;
    message.place = 'gone';
    this.#live.remove(message);
    this.#age.remove(message);
    if (place === 'delayed') return this.#delayed.remove(message);
    if (place === 'inFlight') this.#inFlight.remove(message);
    this.#order.left(message, place === 'ready');
  }

  // ---- waiting receives ---------------------------------------------------------------------------------------------

  #poll(request: ReceiveOrder): Promise<Delivery[]> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        request.signal?.removeEventListener('abort', abort);
        this.#pollers.delete(poller);
        this.#deadlines.remove(poller);
        this.#setWakeUp();
      };
      const abort = () => poller.fail(new AbortedError(request.signal!.reason));
      const poller: Poller = {
        request,
        dueAtMs: this.#clock.now() + request.waitSeconds * 1000,
        order: this.#pollOrder++,
        heapIndex: -1,
        end(deliveries) {
          leave();
          resolve(deliveries);
        },
        fail(error) {
          leave();
          reject(error);
        },
      };
      request.signal?.addEventListener('abort', abort, { once: true });
      this.#pollers.add(poller);
      this.#deadlines.push(poller);
      this.#setWakeUp();
    });
  }

  /** Serves those who wait, in the order in which they came, and ends the polls whose time is over (invariant 5). */
  settle(): void {
    if (this.#pollers.size === 0) return;
    this.#catchUp();
    for (const poller of this.#pollers) {
      if (this.#order.readyCount === 0) break;
      const deliveries = this.#deliver(poller.request);
      if (deliveries.length > 0) poller.end(deliveries);
    }
    const nowMs = this.#clock.now();
    for (
      let next = this.#deadlines.peek();
      next !== undefined && next.dueAtMs <= nowMs;
      next = this.#deadlines.peek()
    ) {
      next.end([]);
    }
    this.#setWakeUp();
  }

  #setWakeUp(): void {
    if (this.#pollers.size === 0) return this.#wakeUp.setTo(Infinity);
    const dueAtMs = (item: DueItem | undefined) => item?.dueAtMs ?? Infinity;
    this.#wakeUp.setTo(
      Math.min(dueAtMs(this.#deadlines.peek()), dueAtMs(this.#delayed.peek()), dueAtMs(this.#inFlight.peek())),
    );
  }
}

function createOrder(settings: QueueSettings): ReadyOrder {
  return settings.isFifo ? new FifoOrder() : new StandardOrder();
}

/** Of two due together, the delayed one first: it has waited longest for its first delivery. */
function earlier(delayed: Message | undefined, hidden: Message | undefined): Message | undefined {
  if (delayed === undefined || hidden === undefined) return delayed ?? hidden;
  return delayed.dueAtMs <= hidden.dueAtMs ? delayed : hidden;
}

function isCurrent(message: Message, receipt: Receipt): boolean {
  return message.place === 'inFlight' && message.receiveCount === receipt.receive;
}

function notAvailable(receiptHandle: string): SqsError {
  return invalidValue(
    receiptHandle,
    'ReceiptHandle',
    'Message does not exist or is not available for visibility timeout change.',
  );
}

function expiredHandle(receiptHandle: string): SqsError {
  return invalidValue(receiptHandle, 'ReceiptHandle', 'The receipt handle has expired.');
}

function beyondTotal(visibilitySeconds: number): SqsError {
  return invalidParameter(
    `Value ${visibilitySeconds} for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [${sqsLimits.visibilitySecondsMax} seconds]`,
  );
}

function overLimit(): SqsError {
  return modelled('OverLimit', `The maximum number of in flight messages is reached: ${sqsLimits.inFlightMax}.`);
}

function purgeInProgress(name: string): SqsError {
  return modelled('PurgeQueueInProgress', `Only one PurgeQueue operation on ${name} is allowed every 60 seconds.`);
}

export function queueDoesNotExist(): SqsError {
  return modelled('QueueDoesNotExist', 'The specified queue does not exist.');
}
