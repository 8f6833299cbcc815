import { randomInt } from 'node:crypto';
import { createSystemClock } from '../clocks/system-clock.ts';
import type { Clock } from '../ports/clock.ts';
import { Account } from './account.ts';
import { actions } from './action-table.ts';
import { AbortedError, LostReplyError, modelled, SqsError } from './errors.ts';
import { FaultDice, type Faults } from './faults.ts';
import type { Face } from './input-reader.ts';
import type { MessageSnapshot, QueueDepth } from './queue.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { responseMetadata, ServiceException } from './service-exception.ts';

/** What Hopline asks of a client: an `SQSClient` of the AWS SDK fits, and so does {@link EmbeddedSqs}. */
export interface SqsLike {
  send(command: any): Promise<any>;
}

export interface EmbeddedSqsOptions {
  /** Default: the machine's clock. */
  clock?: Clock;
  /** Decides message ids and faults. Default: drawn anew; `seed` of the instance says which. */
  seed?: number;
  /** Default: none. */
  faults?: Faults;
}

/** One request, after it was answered. */
export interface ObservedRequest {
  readonly action: string;
  readonly input: unknown;
  /** Absent where the request was refused or its reply lost. */
  readonly output?: object;
  readonly error?: unknown;
  /** Epoch milliseconds of the service's clock. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/** A request from any of the three faces. */
export interface Request {
  readonly action: string;
  readonly input: unknown;
  readonly face: Face;
  readonly signal: AbortSignal | undefined;
  readonly baseUrl: string;
}

const inProcessBaseUrl = 'http://sqs.us-east-1.localhost';

/**
 * A model of Amazon SQS in this process, as strict as SQS: what AWS refuses is refused with AWS's error names, codes and
 * texts. Queues live in memory and end with the process.
 *
 * It has three faces on one implementation: {@link EmbeddedSqs.send} for SDK commands in process,
 * {@link EmbeddedSqs.requestHandler} for a real `SQSClient` without a network, {@link EmbeddedSqs.listen} for any AWS SDK
 * over loopback HTTP.
 *
 * @example
 * ```ts
 * import { CreateQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
 * import { EmbeddedSqs } from 'hopline/embedded-sqs';
 *
 * const sqs = new EmbeddedSqs();
 * const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
 * await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'hello', DelaySeconds: 5 }));
 * ```
 */
export class EmbeddedSqs implements SqsLike {
  readonly clock: Clock;
  readonly seed: number;
  /** How many requests came, by action. Refused ones count. */
  readonly requestCounts: Record<string, number> = {};
  /** Called after each request, also a refused one. For tests and tools; it must not throw. */
  onRequest: ((request: ObservedRequest) => void) | undefined;

  readonly #account: Account;
  readonly #faults: FaultDice;
  readonly #requestIds: SeededRandom;

  /** Throws `INVALID_OPTION` for a probability outside 0–1 or a fault that does not exist. */
  constructor({ clock = createSystemClock(), seed = randomInt(0x1_0000_0000), faults = {} }: EmbeddedSqsOptions = {}) {
    this.clock = clock;
    this.seed = seed;
    this.#faults = new FaultDice(seed, faults);
    this.#requestIds = createSeededRandom(seed, 'request ids');
    this.#account = new Account(clock, createSeededRandom(seed, 'message ids'), this.#faults);
  }

  /** How often each fault has happened. */
  get faultCounts(): Readonly<Record<string, number>> {
    return this.#faults.counts;
  }

  /**
   * Performs a command of `@aws-sdk/client-sqs` as an `SQSClient` would, without its retries. Rejects with what the client
   * rejects with: `name` is the exception's, `Code` the query protocol's; `AbortError` when `abortSignal` aborts, which
   * ends a long poll at once and leaves every message where it was.
   */
  async send(command: any, options?: { abortSignal?: AbortSignal }): Promise<any> {
    const requestId = this.#requestIds.uuid();
    const request: Request = {
      action: actionOf(command),
      input: command?.input,
      face: 'command',
      signal: options?.abortSignal,
      baseUrl: inProcessBaseUrl,
    };
    try {
      const output = await this.perform(request);
      return { $metadata: responseMetadata(200, requestId), ...output };
    } catch (error) {
      throw error instanceof SqsError ? new ServiceException(error, requestId) : error;
    }
  }

  /** Messages by place, counted now; nothing is touched. Throws where the queue does not exist. */
  depth(queueUrl: string): QueueDepth {
    return this.#account.requireByUrl(queueUrl).depth();
  }

  /** All messages of a queue, in the order in which they came, as they are now; nothing is touched. */
  peek(queueUrl: string): MessageSnapshot[] {
    return this.#account.requireByUrl(queueUrl).peek();
  }

  /** The one implementation behind the faces. Rejects with `SqsError`, `AbortedError` or `LostReplyError`. */
  async perform(request: Request): Promise<object> {
    const { action, input } = request;
    const startedAtMs = this.clock.now();
    this.requestCounts[action] = (this.requestCounts[action] ?? 0) + 1;
    try {
      const output = await this.#performWithFaults(request);
      this.onRequest?.({ action, input, output, startedAtMs, endedAtMs: this.clock.now() });
      return output;
    } catch (error) {
      this.onRequest?.({ action, input, error, startedAtMs, endedAtMs: this.clock.now() });
      throw error;
    }
  }

  async #performWithFaults({ action: name, input, face, signal, baseUrl }: Request): Promise<object> {
    const action = actions.get(name);
    if (action === undefined) throw unknownOperation();
    if (signal?.aborted) throw new AbortedError(signal.reason);
    const meetsFaults = action.movesMessages;
    if (meetsFaults && this.#faults.roll('throttle')) throw this.#throttled();
    const output = await action.perform(input, face, { account: this.#account, signal, baseUrl });
    if (meetsFaults && this.#faults.roll('lostReply')) throw new LostReplyError();
    return output;
  }

  /** AWS answers with either, by the action and the quota that was met: whoever backs off must know both. */
  #throttled(): SqsError {
    if (this.#faults.integer('throttle', 2) === 0) return modelled('RequestThrottled', 'Request is throttled.');
    return new SqsError({ shape: 'ThrottlingException' }, 'Rate exceeded');
  }
}

/**
 * A command of the SDK names its action in its schema. Older SDKs have none; there the class name must do, although a
 * minifier may have changed it.
 */
function actionOf(command: any): string {
  const fromSchema: unknown = command?.schema?.[2];
  if (typeof fromSchema === 'string') return fromSchema;
  return String(command?.constructor?.name ?? '').replace(/Command$/, '');
}

function unknownOperation(): SqsError {
  return new SqsError({ shape: 'UnknownOperationException' }, 'The requested operation is not known to SQS.');
}
