import { randomInt } from 'node:crypto';
import { createSystemClock } from '../clocks/system-clock.ts';
import type { Clock } from '../ports/clock.ts';
import { Account } from './account.ts';
import { actions } from './action-table.ts';
import { AbortedError, LostReplyError, modelled, SqsError } from './errors.ts';
import { FaultDice, type Faults } from './faults.ts';
import { listenOnLoopback, type HttpService } from './http.ts';
import type { Face } from './input-reader.ts';
import type { MessageSnapshot, QueueDepth } from './queue.ts';
import { createRequestHandler } from './request-handler.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import { responseMetadata, ServiceException, type ResponseMetadata } from './service-exception.ts';

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

/** A request from any face. */
export interface Request {
  readonly action: string;
  readonly input: unknown;
  readonly face: Face;
  readonly signal: AbortSignal | undefined;
  readonly baseUrl: string;
}

/** Of the queue URLs given out in process while no server listens; nobody is reached there. */
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
  /**
   * For a real client without a network: `new SQSClient({ requestHandler: sqs.requestHandler, … })`. The client serialises,
   * signs, retries and checks as always.
   */
  readonly requestHandler: any;
  /** How many requests came, by action. Refused ones count. */
  readonly requestCounts: Record<string, number> = {};
  /** Called after each request, also a refused one. For tests and tools; it must not throw. */
  onRequest: ((request: ObservedRequest) => void) | undefined;

  readonly #account: Account;
  readonly #faults: FaultDice;
  readonly #requestIds: SeededRandom;
  readonly #service: HttpService;
  #endpoint: string | undefined;

  /** Throws `INVALID_OPTION` for a probability outside 0–1 or a fault that does not exist. */
  constructor({ clock = createSystemClock(), seed = randomInt(0x1_0000_0000), faults = {} }: EmbeddedSqsOptions = {}) {
    this.clock = clock;
    this.seed = seed;
    this.#faults = new FaultDice(seed, faults);
    this.#requestIds = createSeededRandom(seed, 'request ids');
    this.#account = new Account(clock, createSeededRandom(seed, 'message ids'), this.#faults);
    this.#service = {
      perform: (request) => this.#perform(request),
      nextRequestId: () => this.#requestIds.uuid(),
      now: () => clock.now(),
      takeBack: (queueUrl, receiptHandles) => this.#takeBack(queueUrl, receiptHandles),
    };
    this.requestHandler = createRequestHandler(this.#service);
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
      baseUrl: this.#endpoint ?? inProcessBaseUrl,
    };
    try {
      // The output is made anew for each request, so it may be added to.
      const output = (await this.#perform(request)) as { $metadata?: ResponseMetadata };
      output.$metadata = responseMetadata(200, requestId);
      return output;
    } catch (error) {
      throw error instanceof SqsError ? new ServiceException(error, requestId) : error;
    }
  }

  /**
   * Serves the AWS JSON protocol on 127.0.0.1 for any AWS SDK of 2024 or later: give its client the `endpoint`, any region
   * and any credentials (signatures are not checked). Requests that name another host or come from a web page are refused.
   *
   * `port`: default 0, which takes any free one. Rejects with `CONFIGURATION` where the port is taken. `close` takes no more
   * requests, ends open long polls without messages and resolves when the last reply is out; the queues stay.
   */
  async listen({ port = 0 }: { port?: number } = {}): Promise<{ endpoint: string; close(): Promise<void> }> {
    const listener = await listenOnLoopback(this.#service, port);
    this.#endpoint = listener.endpoint;
    const close = () => {
      if (this.#endpoint === listener.endpoint) this.#endpoint = undefined;
      return listener.close();
    };
    return { endpoint: listener.endpoint, close };
  }

  /** Messages by place, counted now; nothing is touched. Throws where the queue does not exist. */
  depth(queueUrl: string): QueueDepth {
    return this.#account.requireByUrl(queueUrl).depth();
  }

  /**
   * When the next delayed or hidden message of a queue becomes receivable, in epoch milliseconds; `undefined` where there is
   * none. As cheap with a million messages as with one.
   */
  nextDueAt(queueUrl: string): number | undefined {
    return this.#account.requireByUrl(queueUrl).nextDueAtMs();
  }

  /** All messages of a queue, in the order in which they came, as they are now; nothing is touched. */
  peek(queueUrl: string): MessageSnapshot[] {
    return this.#account.requireByUrl(queueUrl).peek();
  }

  /**
   * The one implementation behind the faces. Fails with `SqsError`, `AbortedError` or `LostReplyError`. Only a long poll
   * answers with a promise: a model that is asked a hundred thousand times a second feels each one.
   */
  #perform(request: Request): object | Promise<object> {
    const { action } = request;
    // Names from outside that mean nothing are not counted, so that the table stays small and its keys harmless.
    if (!actions.has(action)) throw unknownOperation();
    this.requestCounts[action] = (this.requestCounts[action] ?? 0) + 1;
    const startedAtMs = this.clock.now();
    const replied = (output: object): object => {
      this.onRequest?.({ action, input: request.input, output, startedAtMs, endedAtMs: this.clock.now() });
      return output;
    };
    const failed = (error: unknown): never => {
      this.onRequest?.({ action, input: request.input, error, startedAtMs, endedAtMs: this.clock.now() });
      throw error;
    };
    let output: object | Promise<object>;
    try {
      output = this.#act(request);
    } catch (error) {
      return failed(error);
    }
    return output instanceof Promise ? output.then(replied, failed) : replied(output);
  }

  #act({ action: name, input, face, signal, baseUrl }: Request): object | Promise<object> {
    const action = actions.get(name)!;
    if (signal?.aborted) throw new AbortedError(signal.reason);
    if (action.movesMessages && this.#faults.roll('throttle')) throw this.#throttled();
    const output = action.perform(input, face, { account: this.#account, signal, baseUrl });
    if (!action.movesMessages) return output;
    return output instanceof Promise ? output.then((late) => this.#loseReply(late)) : this.#loseReply(output);
  }

  #loseReply(output: object): object {
    if (this.#faults.roll('lostReply')) throw new LostReplyError();
    return output;
  }

  #takeBack(queueUrl: string, receiptHandles: readonly string[]): void {
    for (const receiptHandle of receiptHandles) {
      try {
        this.#account.requireByUrl(queueUrl).changeVisibility(receiptHandle, 0);
      } catch (error) {
        // The queue or the message is gone, or somebody else has it by now: then there is nothing to take back.
        if (!(error instanceof SqsError)) throw error;
      }
    }
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
