/**
 * Queues, workers and virtual time for tests of the loop: what the test environment is for users, with the worker's inner
 * ports in reach.
 */
import { CreateQueueCommand, SendMessageCommand, type QueueAttributeName } from '@aws-sdk/client-sqs';
import { Client, type RunEvent, type Logger } from 'hopline';
import { VirtualClock } from '../../runtime/clocks/virtual-clock.ts';
import { EmbeddedSqs, type Faults, type ObservedRequest } from '../../runtime/embedded-sqs/index.ts';
import type { WorkerOptions } from '../../runtime/loop/worker-options.ts';
import { createWorkerRuntime, type WorkerPorts, type WorkerRuntime } from '../../runtime/loop/worker-runtime.ts';
import type { LimiterPort } from '../../runtime/ports/limiter.ts';
import type { RandomPort } from '../../runtime/ports/random.ts';
import type { CrashGate } from '../../runtime/testing/crash-gate.ts';
import { TimerLane } from '../../runtime/testing/timer-lane.ts';
import { VirtualDrive, type NextMoment } from './virtual-drive.ts';
import { createAwsSqsQueue } from '../../runtime/queues/aws-sqs-queue.ts';
import { createSlidingLogLimiter } from '../../runtime/limiters/sliding-log-limiter.ts';

export interface VirtualWorldOptions {
  readonly queue?: Partial<Record<QueueAttributeName, string>>;
  readonly maxReceiveCount?: number;
  readonly noDeadLetterQueue?: boolean;
  readonly fifo?: boolean;
  readonly faults?: Faults;
  readonly seed?: number;
}

export interface StartedWorker {
  readonly runtime: WorkerRuntime;
  /** Settles as `run()` does. */
  readonly ended: Promise<void>;
  readonly gate: CrashGate | undefined;
}

export interface LogLine {
  readonly level: keyof Logger;
  readonly facts: Record<string, unknown>;
  readonly text: string;
}

export class VirtualWorld {
  readonly clock = new VirtualClock();
  readonly sqs: EmbeddedSqs;
  readonly workers: StartedWorker[] = [];
  readonly events: RunEvent[] = [];
  readonly logs: LogLine[] = [];
  readonly requests: ObservedRequest[] = [];
  readonly limiter: LimiterPort;
  queueUrl = '';
  deadLetterQueueUrl = '';
  client!: Client;
  readonly #timers = new TimerLane(this.clock);
  readonly #drive: VirtualDrive;
  readonly #random: RandomPort;
  #isEveryMoment = false;

  private constructor({ seed = 1, faults }: VirtualWorldOptions) {
    this.sqs = new EmbeddedSqs({ clock: this.clock, seed, ...(faults && { faults }) });
    this.sqs.onRequest = (request) => this.requests.push(request);
    this.limiter = createSlidingLogLimiter({ now: () => this.clock.now() });
    this.#random = seededRandom(seed);
    this.#drive = new VirtualDrive(this.clock, this.#timers, () => this.#nextMoment());
  }

  static async create(options: VirtualWorldOptions = {}): Promise<VirtualWorld> {
    const world = new VirtualWorld(options);
    const suffix = options.fifo ? '.fifo' : '';
    const fifo: Record<string, string> = options.fifo ? { FifoQueue: 'true' } : {};
    const dead = await world.#createQueue(`dead${suffix}`, { MessageRetentionPeriod: '1209600', ...fifo });
    world.deadLetterQueueUrl = dead;
    const deadLetterTargetArn = `arn:aws:sqs:us-east-1:000000000000:dead${suffix}`;
    const policy = { deadLetterTargetArn, maxReceiveCount: options.maxReceiveCount ?? 20 };
    world.queueUrl = await world.#createQueue(`work${suffix}`, {
      VisibilityTimeout: '30',
      MessageRetentionPeriod: '345600',
      ...(!options.noDeadLetterQueue && { RedrivePolicy: JSON.stringify(policy) }),
      ...fifo,
      ...options.queue,
    });
    world.client = new Client({ sqs: world.sqs, queueUrl: world.queueUrl });
    return world;
  }

  async #createQueue(QueueName: string, Attributes: Record<string, string>): Promise<string> {
    const answer = (await this.sqs.send(new CreateQueueCommand({ QueueName, Attributes }))) as { QueueUrl: string };
    return answer.QueueUrl;
  }

  /** The ports of one worker; `skewMs` puts its own clock wrong. */
  ports(skewMs = 0): WorkerPorts {
    const { clock, sqs, limiter } = this;
    const timers = this.#timers;
    return {
      clock: { now: () => clock.now() + skewMs, sleep: (ms, signal) => timers.sleep(ms, signal) },
      queueFor: (url) => createAwsSqsQueue(sqs, url),
      limiter,
      random: this.#random,
      monotonic: () => clock.now(),
    };
  }

  startWorker(
    options: Partial<WorkerOptions> & Pick<WorkerOptions, 'workflows'>,
    /** `ports`: instead of the world's own through the gate. */
    more: { gate?: CrashGate; ports?: WorkerPorts } = {},
  ): StartedWorker {
    const ports = more.ports ?? more.gate?.around(this.ports()) ?? this.ports();
    const runtime = createWorkerRuntime(
      {
        sqs: this.sqs,
        queueUrl: this.queueUrl,
        logger: this.logger(),
        onEvent: (event) => this.events.push(event),
        ...options,
      },
      ports,
    );
    const worker = { runtime, ended: runtime.run(), gate: more.gate };
    worker.ended.catch(() => undefined); // Looked at by whoever cares.
    this.workers.push(worker);
    return worker;
  }

  logger(): Logger {
    const at = (level: keyof Logger) => (facts: object, text?: string) =>
      void this.logs.push({ level, facts: facts as Record<string, unknown>, text: text ?? '' });
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  }

  /** Moves time until `isReached`; false when nothing is left that could happen. */
  until(isReached: () => boolean): Promise<boolean> {
    return this.#drive.drive(isReached);
  }

  async advance(ms: number): Promise<void> {
    await this.#drive.drive(() => false, this.clock.now() + ms);
  }

  /** As {@link until}, but lives through every poll of an empty queue. */
  async untilThroughPolls(isReached: () => boolean): Promise<boolean> {
    this.#isEveryMoment = true;
    const reached = await this.until(isReached);
    this.#isEveryMoment = false;
    return reached;
  }

  /** As {@link advance}, but lives through every poll of an empty queue. */
  async advanceThroughPolls(ms: number): Promise<void> {
    this.#isEveryMoment = true;
    await this.advance(ms);
    this.#isEveryMoment = false;
  }

  /** Until nothing is left that could happen: no message in the queue, or none that anybody takes. */
  async toEnd(): Promise<void> {
    await this.#drive.drive(() => false);
  }

  results(): RunEvent[] {
    return this.events.filter(({ kind }) => kind === 'result');
  }

  requestsOf(action: string): ObservedRequest[] {
    return this.requests.filter((request) => request.action === action);
  }

  /** Messages that came with receives of the work queue. */
  get receiveCount(): number {
    return this.requestsOf('ReceiveMessage')
      .filter(({ input }) => (input as { QueueUrl: string }).QueueUrl === this.queueUrl)
      .reduce((sum, { output }) => sum + ((output as { Messages?: unknown[] } | undefined)?.Messages?.length ?? 0), 0);
  }

  async sendRaw(body: string): Promise<void> {
    await this.sqs.send(new SendMessageCommand({ QueueUrl: this.queueUrl, MessageBody: body }));
  }

  async close(): Promise<void> {
    this.#isEveryMoment = true;
    for (const { runtime, gate } of this.workers) {
      if (gate?.isCrashed) continue;
      const stopped = runtime.stop({ graceMs: 0 });
      let isStopped = false;
      void stopped.then(() => (isStopped = true));
      await this.until(() => isStopped);
      await stopped;
    }
  }

  #nextMoment(): NextMoment {
    const alive = this.workers.filter(({ gate }) => !gate?.isCrashed);
    if (alive.some(({ runtime }) => runtime.messagesInHand > 0) || this.#isEveryMoment) return { kind: 'now' };
    const dueAtMs = this.sqs.peek(this.queueUrl).reduce((first, message) => Math.min(first, message.dueAtMs), Infinity);
    if (dueAtMs === Infinity) return { kind: 'never' };
    return dueAtMs <= this.clock.now() ? { kind: 'now' } : { kind: 'at', atMs: dueAtMs };
  }
}

/** Mulberry32: chance that a test can repeat. */
export function seededRandom(seed: number): RandomPort {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join('');
  return { next, uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}` };
}
