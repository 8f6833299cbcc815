import { pino } from 'pino';
import type { EmbeddedSqs } from './embedded-sqs/index.ts';
import { createSystemClock } from './clocks/system-clock.ts';
import { monotonicNow } from './clocks/monotonic.ts';
import { createSlidingLogLimiter } from './limiters/sliding-log-limiter.ts';
import { createSystemRandom } from './loop/system-random.ts';
import type { WorkerOptions } from './loop/worker-options.ts';
import { createWorkerRuntime, type WorkerPorts, type WorkerRuntime } from './loop/worker-runtime.ts';
import type { Clock } from './ports/clock.ts';
import type { SqsLike } from './ports/sqs-like.ts';
import { createAwsSqsQueue } from './queues/aws-sqs-queue.ts';

export type { WorkerOptions } from './loop/worker-options.ts';

/**
 * Receives messages from SQS and runs workflows, in this process, until it is stopped.
 *
 * A worker keeps nothing that matters: it may be killed at any moment, and another one goes on from the messages. Run as
 * many as you like on one queue. What goes wrong outside (SQS away, credentials expired, a queue throttled) is logged, once
 * per interval, and outlasted.
 *
 * With an `EmbeddedSqs` it lives by that queue's clock.
 *
 * @example
 * ```ts
 * import { SQSClient } from '@aws-sdk/client-sqs';
 * import { sleep, workflow } from 'hopline';
 * import { Worker } from 'hopline/worker';
 *
 * class Reminder {
 *   @workflow()
 *   async remind(name: string): Promise<string> {
 *     await sleep('3 days');
 *     return `${name}, it is time.`;
 *   }
 * }
 *
 * export async function main(queueUrl: string): Promise<void> {
 *   const worker = new Worker({ sqs: new SQSClient({}), queueUrl, workflows: [new Reminder()] });
 *   process.once('SIGTERM', () => void worker.stop());
 *   await worker.run();
 * }
 * ```
 */
export class Worker {
  readonly #runtime: WorkerRuntime;

  /**
   * Reads the workflows and their policies; talks to nobody yet.
   *
   * @throws HoplineError `CONFIGURATION` naming an option that is unknown or out of bounds; `NO_WORKFLOWS`,
   *   `DUPLICATE_WORKFLOW`, `INVALID_MACHINE` for what is registered; `LIMIT_NEEDS_STORE`, `NEEDS_STORE` for what only a
   *   store could keep; `INVALID_RETRY_POLICY`, `INVALID_RATE_RULE`, `INVALID_DURATION` for a policy.
   */
  constructor(options: WorkerOptions) {
    const logger = options.logger ?? pino({ name: 'hopline' });
    this.#runtime = createWorkerRuntime({ ...options, logger }, portsFor(options.sqs));
  }

  /**
   * Works until {@link Worker.stop}, and resolves then. Once only: make a new worker to run again.
   *
   * @throws HoplineError for wrong configuration only: `NO_DEAD_LETTER_QUEUE`; `CONFIGURATION` for a queue that does not
   *   exist, may not be read, gives messages fewer than five times, or is FIFO while a workflow sleeps.
   */
  run(): Promise<void> {
    return this.#runtime.run();
  }

  /**
   * Receives nothing more, gives back what has not begun, lets running activities end, sends and deletes what was decided,
   * and resolves. Activities that are still running after `graceMs` have their `AbortSignal` aborted and their messages are
   * visible to other workers at once; no attempt is counted. Called twice, both wait for the same end.
   *
   * @param options `graceMs`: milliseconds; default 25,000. An open long poll ends by itself within 20 s, because SQS may
   *   already have given a message to it; a shorter grace ends it, and such a message comes back after its visibility timeout.
   */
  stop(options?: { graceMs?: number }): Promise<void> {
    return this.#runtime.stop(options);
  }
}

function portsFor(sqs: SqsLike): WorkerPorts {
  const ownClock = clockOf(sqs);
  const monotonic = ownClock ? risingTimeOf(ownClock) : monotonicNow;
  return {
    clock: ownClock ?? createSystemClock(),
    queueFor: (url) => createAwsSqsQueue(sqs, url),
    limiter: createSlidingLogLimiter({ now: monotonic }),
    random: createSystemRandom(),
    monotonic,
  };
}

/** A wall clock may be set back; what is counted in it must not be. */
function risingTimeOf(clock: Clock): () => number {
  let latestMs = -Infinity;
  return () => (latestMs = Math.max(latestMs, clock.now()));
}

/** An embedded queue's clock may be virtual; everybody who waits with it must go by it. */
function clockOf(sqs: SqsLike): Clock | undefined {
  const { clock } = sqs as Partial<Pick<EmbeddedSqs, 'clock'>>;
  return typeof clock?.sleep === 'function' ? clock : undefined;
}
