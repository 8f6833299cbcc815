/**
 * A worker: receives from its queues, handles messages, stops gracefully. All that waits or reaches outside goes through
 * {@link WorkerPorts}, so a test can run it on virtual time, or abandon it at any call and have nothing more happen.
 *
 * ```
 * created ── run() ──► checked ──► running ── stop() ──► stopping ── all ended, or grace over ──► stopped
 * ```
 *
 * Invariants
 * 1. `run` rejects for wrong configuration only; whatever else goes wrong is logged and outlasted.
 * 2. A stop takes nothing new, gives back what has not begun, lets what runs end within the grace period, then gives that
 *    back too; what was decided is sent and deleted before it resolves.
 */
import type { Clock } from '../ports/clock.ts';
import type { LimiterPort } from '../ports/limiter.ts';
import { silentLogger } from '../ports/logger.ts';
import type { QueueAttributes, QueuePort } from '../ports/queue.ts';
import type { RandomPort } from '../ports/random.ts';
import { HoplineError } from '../protocol/errors.ts';
import { checkWorkerOptions, type WorkerSettings } from './check-worker-options.ts';
import { summaryOf } from '../engine/next-envelope.ts';
import { Deadlines } from './deadlines.ts';
import { FinishedHops } from './finished-hops.ts';
import { handleMessage } from './handle-message.ts';
import type { HeldMessage } from './held-message.ts';
import { IntervalLog } from './interval-log.ts';
import type { Lane } from './lane.ts';
import { MessagesInHand } from './messages-in-hand.ts';
import { ParkedMessages } from './parked-messages.ts';
import { QueueReceiver } from './queue-receiver.ts';
import { QueueWriter } from './queue-writer.ts';
import { RunEvents } from './run-events.ts';
import { Slots } from './slots.ts';
import { checkDeclaredLimits, checkQueue, readAttributes, siblingUrl, warnOfRetention } from './start-up.ts';
import type { WorkerContext } from './worker-context.ts';
import type { WorkerOptions } from './worker-options.ts';
import { registerWorkflows } from './workflow-registry.ts';

/** What a worker needs of the world. */
export interface WorkerPorts {
  /** For waiting only; what time it is, the queue says. */
  readonly clock: Clock;
  queueFor(url: string): QueuePort;
  readonly limiter: LimiterPort;
  readonly random: RandomPort;
  /** Milliseconds that only rise; virtual where the clock is. */
  monotonic(): number;
}

export interface WorkerRuntime {
  /** Resolves when stopped; rejects only for configuration errors. */
  run(): Promise<void>;
  /** Resolves when stopped. Default grace: 25 s, longer than a long poll and shorter than what most hosts allow. */
  stop(options?: { graceMs?: number }): Promise<void>;
  /** How many messages it holds now. 0 while all it does is poll. */
  readonly messagesInHand: number;
}

const graceMsDefault = 25_000;
/** After the grace period: time to give back what is left. */
const lastCallsMs = 1_000;
const finishedHopsMax = 50_000;
const parkedMax = 1_000;
const faultIntervalMs = 5_000;

/** @throws HoplineError for options and workflows that are wrong */
export function createWorkerRuntime(options: WorkerOptions, ports: WorkerPorts): WorkerRuntime {
  const settings = checkWorkerOptions(options);
  const workflows = registerWorkflows(options.workflows);
  checkDeclaredLimits(workflows, settings.perProcessLimits);
  return new Runtime(options, settings, ports, workflows);
}

class Runtime implements WorkerRuntime {
  readonly #ports: WorkerPorts;
  readonly #context: WorkerContext;
  readonly #slots: Slots;
  readonly #stopping = new AbortController();
  /** Said by the signal too; asked for several times a message, where a field is quicker. */
  #isStopping = false;
  #receivers: QueueReceiver[] = [];
  #running: Promise<void> | undefined;

  constructor(
    { logger = silentLogger, onEvent, signing }: WorkerOptions,
    settings: WorkerSettings,
    ports: WorkerPorts,
    workflows: WorkerContext['workflows'],
  ) {
    const monotonic = () => ports.monotonic();
    const deadlines = new Deadlines(ports.clock, monotonic);
    this.#ports = ports;
    this.#slots = new Slots(settings.concurrency, deadlines, ports.random);
    this.#context = {
      settings,
      workflows,
      clock: ports.clock,
      monotonic,
      random: ports.random,
      limiter: ports.limiter,
      logger,
      faults: new IntervalLog(logger, monotonic, faultIntervalMs),
      signing,
      events: new RunEvents(onEvent, logger),
      deadlines,
      inHand: new MessagesInHand(),
      finished: new FinishedHops(finishedHopsMax),
      parked: new ParkedMessages(monotonic, parkedMax),
      isStopping: () => this.#isStopping,
    };
    if (settings.waitTimeSeconds === 0)
      logger.warn(
        {},
        'waitTimeSeconds is 0: short polling asks an empty queue many times a second, and each request is billed.',
      );
  }

  get messagesInHand(): number {
    return this.#context.inHand.size;
  }

  run(): Promise<void> {
    if (this.#running)
      throw new HoplineError('CONFIGURATION', 'Worker.run() was called twice. Make a new Worker to run again.');
    this.#running = this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      const lanes = await this.#openLanes();
      if (this.#isStopping) return;
      this.#receivers = lanes.map((lane) => this.#receiverOf(lane));
      await Promise.all(this.#receivers.map((receiver) => receiver.run()));
      await this.#context.inHand.untilEmpty();
    } finally {
      this.#context.deadlines.close();
    }
  }

  async stop({ graceMs = graceMsDefault }: { graceMs?: number } = {}): Promise<void> {
    if (!this.#isStopping) {
      this.#isStopping = true;
      this.#stopping.abort();
      this.#slots.close();
      for (const receiver of this.#receivers) receiver.stop();
      for (const held of this.#context.inHand) held.leave();
    }
    if (await this.#endsWithin(graceMs)) return;
    for (const receiver of this.#receivers) receiver.abort();
    for (const held of this.#context.inHand) held.giveUp();
    await this.#endsWithin(lastCallsMs);
  }

  /** True where everything has ended in time. A configuration error is for whoever called `run`. */
  async #endsWithin(ms: number): Promise<boolean> {
    const over = new AbortController();
    const ended = Promise.resolve(this.#running).then(
      () => true,
      () => true,
    );
    const timedOut = this.#ports.clock.sleep(ms, over.signal).then(
      () => false,
      () => true, // Aborted below, when all has ended.
    );
    const isEnded = await Promise.race([ended, timedOut]);
    over.abort();
    return isEnded;
  }

  #receiverOf(lane: Lane): QueueReceiver {
    const receiver: QueueReceiver = new QueueReceiver(this.#context, lane, this.#slots, (held) => {
      void this.#handle(held, receiver);
    });
    return receiver;
  }

  async #handle(held: HeldMessage, receiver: QueueReceiver): Promise<void> {
    const { inHand, logger } = this.#context;
    held.onRoom = () => receiver.leave();
    inHand.add(held);
    try {
      await handleMessage(this.#context, held);
    } catch (error) {
      // A defect, ours or a port's. The message stays where it is and comes back: nothing is deleted on what is not understood.
      const facts = { queue: held.lane.facts.url, messageId: held.message.messageId, error: summaryOf(error) };
      logger.error(facts, 'A message could not be handled and was left in its queue');
    }
    inHand.remove(held);
  }

  async #openLanes(): Promise<Lane[]> {
    const lanes: Lane[] = [];
    for (const { url, weight, concurrency } of this.#context.settings.queues) {
      const queue = this.#ports.queueFor(url);
      const attributes = await readAttributes(this.#context, queue, this.#stopping.signal);
      if (!attributes) return [];
      checkQueue(queue, attributes, this.#context.workflows, this.#context.settings);
      lanes.push(this.#laneOf(queue, attributes, weight, concurrency));
    }
    return lanes;
  }

  #laneOf(queue: QueuePort, attributes: QueueAttributes, weight: number, concurrency: number): Lane {
    const { maxReceiveCount, deadLetterQueueArn } = attributes;
    const { signing } = this.#context;
    return {
      queue,
      facts: {
        url: queue.url,
        isFifo: queue.isFifo,
        ...(maxReceiveCount !== undefined && { maxReceiveCount }),
        retentionMs: attributes.retentionSeconds * 1_000,
        bodyBytesMax: attributes.bodyBytesMax,
      },
      destination: { url: queue.url, isFifo: queue.isFifo, signing },
      visibilityMs: attributes.visibilitySeconds * 1_000,
      weight,
      concurrency,
      writer: new QueueWriter(queue, attributes.bodyBytesMax, this.#context),
      ...(deadLetterQueueArn !== undefined && {
        deadLetters: this.#deadLettersOf(queue, attributes, deadLetterQueueArn),
      }),
    };
  }

  #deadLettersOf(source: QueuePort, attributes: QueueAttributes, arn: string): NonNullable<Lane['deadLetters']> {
    const queue = this.#ports.queueFor(siblingUrl(source.url, arn));
    void warnOfRetention(this.#context, attributes, queue);
    return {
      writer: new QueueWriter(queue, attributes.bodyBytesMax, this.#context),
      destination: { url: queue.url, isFifo: queue.isFifo, signing: this.#context.signing },
    };
  }
}
