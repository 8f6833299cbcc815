import { Client, equipClient } from '../../sdk/client.ts';
import type { WorkflowEntry } from '../../sdk/config.ts';
import { noStoreYet } from '../../sdk/needs-store.ts';
import { VirtualClock } from '../clocks/virtual-clock.ts';
import { EmbeddedSqs, type Faults } from '../embedded-sqs/index.ts';
import { createSeededRandom, type SeededRandom } from '../embedded-sqs/seeded-random.ts';
import type { Store } from '../ports/store.ts';
import { durationToMs, type Duration } from '../protocol/duration.ts';
import { HoplineError } from '../protocol/errors.ts';
import { isCount, requireKnownKeys, requireOption } from '../protocol/option-keys.ts';
import type { RunEvent } from '../protocol/run-event.ts';
import { DeadLetterLedger, type DeadLetter } from './dead-letter-ledger.ts';
import { runPlainly } from './plain-run.ts';
import { queueStateOf } from './queue-state.ts';
import { RealWork } from './real-work.ts';
import { createAwsSqsQueue } from '../queues/aws-sqs-queue.ts';
import { createSlidingLogLimiter } from '../limiters/sliding-log-limiter.ts';
import { createResendingSender } from './resending-sender.ts';
import { RunLedger } from './run-ledger.ts';
import { createTestObserver } from './test-observer.ts';
import { createTestQueues, type QueueOptions, type TestQueues } from './test-queues.ts';
import { TimerLane } from './timer-lane.ts';
import { VirtualDriver, type Goal } from './virtual-driver.ts';
import { watchedQueue, type QueueWatcher } from './watched-queue.ts';
import { WorkerFleet } from './worker-fleet.ts';

/** What a test environment is made of. Unknown options are refused. */
export interface TestEnvironmentOptions {
  /** Instances of compiled classes, or `{ use, create }`. */
  workflows: WorkflowEntry[];
  /** Default 'none'. This version has no store; another value is refused. */
  store?: 'none' | 'memory' | Store;
  /** Attributes of the queue, as SQS names them. Default: 30 s of visibility, 20 receives, 14 days, 1 MiB. */
  queue?: QueueOptions;
  /** Decides ids, jitter and faults: the same seed gives the same course. Default 1. */
  seed?: number;
  /** Probabilities of what may go wrong. Default: nothing. */
  faults?: Faults;
  /** Where virtual time begins. Default 2026-01-01T00:00:00Z. */
  startTime?: Date;
  /** Workers on the queue; like the workers of one process they share one limiter. Default 1. */
  workers?: number;
  /** 'per-process' allows limits over windows of more than 10 minutes. */
  limits?: 'shared' | 'per-process';
}

interface Parts extends TestQueues {
  readonly sqs: EmbeddedSqs;
  readonly clock: VirtualClock;
  readonly plainTimers: TimerLane;
  readonly plainIds: SeededRandom;
  readonly realWork: RealWork;
  readonly driver: VirtualDriver;
  readonly ledger: RunLedger;
  readonly deadLetters: DeadLetterLedger;
  readonly fleet: WorkerFleet;
  readonly client: Client;
}

/**
 * Runs compiled workflows in a test: the real worker on a strict model of SQS, both on virtual time. A sleep of a year takes
 * as long as its messages take to be handled.
 *
 * Virtual time moves only inside `handle.result()`, {@link advance}, {@link runUntilIdle}, {@link runToEnd} and
 * {@link plain}, and only when nothing can progress without it. Activities may do real things (fetch, timers, files): time
 * stands still while they do. Do not put fake timers of a test runner beside it: the worker would wait for them.
 *
 * @example
 * ```ts
 * import { sleep, workflow } from 'hopline';
 * import { TestEnvironment } from 'hopline/testing';
 *
 * class Reminder {
 *   @workflow()
 *   async remind(): Promise<string> {
 *     await sleep('30 days');
 *     return 'time to pay';
 *   }
 * }
 *
 * const env = await TestEnvironment.create({ workflows: [new Reminder()] });
 * const run = await env.client.start(Reminder, 'remind', { args: [] });
 * console.log(await run.result(), env.now());
 * await env.close();
 * ```
 */
export class TestEnvironment {
  /**
   * Starts runs on the environment's queue. Awaiting `handle.result()` advances virtual time by itself; a run that nothing
   * left in the queue can wake rejects with `TEST_IDLE`. Works without a store.
   */
  readonly client: Client;
  /** The queue's service, for looking at messages or sending to it by hand. */
  readonly queue: EmbeddedSqs;
  readonly queueUrl: string;
  readonly deadLetterQueueUrl: string;
  readonly #parts: Parts;
  #closing: Promise<void> | undefined;

  /**
   * Makes the queues and starts the workers.
   *
   * @throws HoplineError `CONFIGURATION` for unknown options, a store, or what a worker refuses; `NO_WORKFLOWS` where nothing
   *   is compiled.
   */
  static async create(options: TestEnvironmentOptions): Promise<TestEnvironment> {
    checkOptions(options);
    const environment = new TestEnvironment(await assemble(options));
    try {
      await environment.runUntilIdle();
    } catch (error) {
      await environment.close();
      throw error;
    }
    return environment;
  }

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.client = parts.client;
    this.queue = parts.sqs;
    this.queueUrl = parts.queueUrl;
    this.deadLetterQueueUrl = parts.deadLetterQueueUrl;
  }

  /** Virtual time: what the queue takes for now. */
  now(): Date {
    return new Date(this.#parts.clock.now());
  }

  /** Moves virtual time by `duration`, doing all that comes due on the way, at its time. */
  async advance(duration: Duration): Promise<void> {
    await this.#drive({ atMs: this.#parts.clock.now() + durationToMs(duration) });
  }

  /** Until nothing is ready *now*: time does not move. */
  async runUntilIdle(): Promise<void> {
    await this.#drive({ atMs: this.#parts.clock.now() });
  }

  /** Advancing, until no message is left in the queue. Does not return while a run goes on for ever. */
  async runToEnd(): Promise<void> {
    const { sqs, fleet, queueUrl } = this.#parts;
    await this.#drive({ isReached: () => queueStateOf(sqs, queueUrl, fleet).kind === 'empty' });
  }

  /** What happened to the run so far, in order. */
  timeline(runId: string): RunEvent[] {
    return this.#parts.ledger.timeline(runId);
  }

  /** What lies in the dead-letter queue, with the reason: a worker's, or `moved-by-broker`. Nothing is received. */
  async deadLetters(): Promise<DeadLetter[]> {
    const { sqs, deadLetters, deadLetterQueueUrl } = this.#parts;
    return sqs.peek(deadLetterQueueUrl).map(({ body }) => deadLetters.describe(body));
  }

  /**
   * The workflow as plain code: durable calls resolve on virtual time, activities run once, no queue. To be compared with a
   * compiled run, or to step through with a debugger.
   *
   * @throws what `work` rejects with; HoplineError `TEST_IDLE` where it waits for something that can never come.
   * @example
   * ```ts
   * import { sleep } from 'hopline';
   * import type { TestEnvironment } from 'hopline/testing';
   *
   * export async function aYearInPlainCode(env: TestEnvironment): Promise<number> {
   *   const before = env.now().getTime();
   *   await env.plain(() => sleep('365 days'));
   *   return env.now().getTime() - before;
   * }
   * ```
   */
  async plain<T>(work: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    return runPlainly(this.#parts, work);
  }

  /** Stops the workers and forgets the queues. Called twice, it closes once. Leaves no timers or handles. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    const { driver, fleet, realWork } = this.#parts;
    await driver.close();
    let isStopped = false;
    void fleet.close().finally(() => (isStopped = true));
    await driver.drive({ isReached: () => isStopped });
    realWork.close();
  }

  async #drive(goal: Goal): Promise<void> {
    this.#requireOpen();
    if ((await this.#parts.driver.drive(goal)) === 'closed') throw closedError();
    this.#parts.fleet.throwIfFailed();
  }

  #requireOpen(): void {
    if (this.#closing) throw closedError();
  }
}

function closedError(): HoplineError {
  return new HoplineError(
    'CONFIGURATION',
    'The test environment is closed. Make a new one, or await what you need before close().',
  );
}

const knownOptions = ['workflows', 'store', 'queue', 'seed', 'faults', 'startTime', 'workers', 'limits'];

function checkOptions(options: TestEnvironmentOptions): void {
  const where = 'TestEnvironment.create()';
  requireKnownKeys(options, where, knownOptions, 'CONFIGURATION');
  const { store = 'none', workers = 1, seed = 1, startTime } = options;
  if (store !== 'none') throw noStoreYet('TestEnvironment.create({ store })');
  requireOption(isCount(workers), where, 'workers', workers, 'a whole number from 1', 'CONFIGURATION');
  requireOption(Number.isSafeInteger(seed), where, 'seed', seed, 'a whole number', 'CONFIGURATION');
  const isTime = startTime === undefined || !Number.isNaN(startTime.getTime());
  requireOption(isTime, where, 'startTime', startTime, 'a valid Date', 'CONFIGURATION');
}

async function assemble(options: TestEnvironmentOptions): Promise<Parts> {
  const { seed = 1, faults = {}, startTime } = options;
  const clock = new VirtualClock(startTime?.getTime());
  const sqs = new EmbeddedSqs({ clock, seed, faults });
  const queues = await createTestQueues(sqs, options.queue);
  const base = {
    ...queues,
    sqs,
    clock,
    plainTimers: new TimerLane(clock),
    plainIds: createSeededRandom(seed, 'plain'),
    realWork: new RealWork(),
    ledger: new RunLedger(),
    deadLetters: new DeadLetterLedger(queues.deadLetterQueueUrl),
    client: new Client({ sqs: createResendingSender(sqs), queueUrl: queues.queueUrl }),
  };
  try {
    return complete(base, startFleet(base, options), seed);
  } catch (error) {
    base.realWork.close();
    throw error;
  }
}

type BaseParts = Omit<Parts, 'driver' | 'fleet'>;

function startFleet(base: BaseParts, options: TestEnvironmentOptions): WorkerFleet {
  const { sqs, clock, queueUrl, realWork, ledger, deadLetters } = base;
  const { workflows, seed = 1, faults, workers = 1, limits } = options;
  const onEvent = (event: RunEvent) => ledger.record(event);
  const watcher: QueueWatcher = {
    received: () => realWork.mayBegin(),
    sending: (url, messages) => deadLetters.note(url, messages),
  };
  return new WorkerFleet(
    {
      count: workers,
      seed,
      crash: faults?.crash ?? 0,
      worker: { sqs, queueUrl, workflows, onEvent, ...(limits && { limits }) },
    },
    {
      clock,
      limiter: createSlidingLogLimiter({ now: () => clock.now() }),
      queueFor: (url) => watchedQueue(createAwsSqsQueue(sqs, url, { monotonic: () => clock.now() }), watcher),
      within: (work) => realWork.within(work),
    },
  );
}

function complete(base: BaseParts, fleet: WorkerFleet, seed: number): Parts {
  const { sqs, queueUrl, realWork, client } = base;
  const driver = new VirtualDriver({
    ...base,
    workerTimers: () => fleet.timerLanes(),
    queueState: () => queueStateOf(sqs, queueUrl, fleet),
  });
  realWork.watch(() => fleet.messagesInHand > 0);
  const ids = createSeededRandom(seed, 'client');
  equipClient(client, { observer: createTestObserver({ ...base, driver }), uuid: () => ids.uuid() });
  return { ...base, driver, fleet };
}
