import type { SqsLike } from '../runtime/ports/sqs-like.ts';
import type { Store } from '../runtime/ports/store.ts';
import type { Duration } from '../runtime/protocol/duration.ts';
import { HoplineError } from '../runtime/protocol/errors.ts';
import { requireKnownKeys } from '../runtime/protocol/option-keys.ts';
import { shownArgument } from '../runtime/protocol/shown-argument.ts';
import { needsStore, noStoreYet } from './needs-store.ts';
import { createRunHandle, type RunDescription, type RunHandle } from './run-handle.ts';
import { checkedRunId } from './run-id.ts';
import type { RunObserver } from './run-observer.ts';
import { checkSigningOptions, type SigningOptions } from './signing.ts';
import { queueUrlOf, sendStart } from './send-start.ts';
import { startEnvelope } from './start-envelope.ts';
import { workflowTarget, type WorkflowTarget } from './workflow-target.ts';

type AsyncMethod = (...args: any[]) => Promise<any>;
type Methods<C> = { [K in keyof C]: C[K] extends AsyncMethod ? K : never }[keyof C];
type Args<C, M extends keyof C> = C[M] extends (...a: infer A) => any ? A : never;
type Result<C, M extends keyof C> = C[M] extends (...a: any[]) => Promise<infer R> ? R : never;
type Ctor<C> = abstract new (...a: any[]) => C;

/** How a run is started. */
export interface StartOptions<A extends unknown[]> {
  /** Arguments of the workflow method. They travel as copies; what cannot travel is refused with its path. */
  args: A;
  /** 1–128 characters, no control characters, not blank; else `INVALID_ID`. Without a store the same id twice starts two runs. */
  id?: string;
  /** Waits before the first step. Default none; any length, as a sleep. */
  delay?: Duration;
  /** Needs a store, else `NEEDS_STORE` before any send. Default 'fail'. */
  onConflict?: 'fail' | 'use-existing' | 'terminate-existing';
  /** For queue-per-tenant/job families: the queue's name; made on demand where the client was told how. */
  queue?: string;
  /** Searchable with a store. */
  attributes?: Record<string, string | number | boolean>;
}

interface ClientOptions {
  /** An `SQSClient` of `@aws-sdk/client-sqs`, or an `EmbeddedSqs`. */
  sqs: SqsLike;
  queueUrl: string;
  store?: Store;
  signing?: SigningOptions;
}

interface ListFilter {
  workflow?: string;
  status?: RunDescription['status'][];
  startedAfter?: Date;
  attributes?: Record<string, unknown>;
  cursor?: string;
  limit?: number;
}

/** What the test environment and `hopline run` put into a client: eyes on the queue, and seeded ids. */
export interface ClientEquipment {
  readonly observer: RunObserver;
  uuid(): string;
}
const equipmentOf = new WeakMap<Client, ClientEquipment>();

/** Equips a client whose queue is watched; to be called before its first use. */
export function equipClient(client: Client, equipment: ClientEquipment): void {
  equipmentOf.set(client, equipment);
}

/**
 * Starts workflows by sending their first message.
 *
 * `start` resolves when SQS has acknowledged the message: from then on nothing is lost (within the queue's retention). When
 * it rejects with `SQS_REFUSED` the message may have been sent all the same; starting again may then run it twice.
 *
 * @example
 * ```ts
 * import { SQSClient } from '@aws-sdk/client-sqs';
 * import { Client, sleep, workflow } from 'hopline';
 *
 * class Greeting {
 *   @workflow()
 *   async hello(name: string): Promise<string> {
 *     await sleep('1 minute');
 *     return `hello ${name}`;
 *   }
 * }
 *
 * const client = new Client({
 *   sqs: new SQSClient({ region: 'eu-central-1' }),
 *   queueUrl: 'https://sqs.eu-central-1.amazonaws.com/123456789012/greetings',
 * });
 * const run = await client.start(Greeting, 'hello', { args: ['Ada'], delay: '2h' });
 * console.log(run.id);
 * ```
 */
export class Client {
  readonly #options: ClientOptions;

  /** @throws HoplineError `CONFIGURATION` for unknown options, a missing queue, bad signing keys, or a store (this version has none). */
  constructor(options: ClientOptions) {
    requireKnownKeys(options, 'new Client()', ['sqs', 'queueUrl', 'store', 'signing'], 'CONFIGURATION');
    requireQueue(options);
    if (options.store !== undefined) throw noStoreYet('new Client({ store })');
    if (options.signing) checkSigningOptions(options.signing);
    this.#options = options;
  }

  /**
   * Starts a run of a compiled class's workflow method.
   *
   * @throws HoplineError before anything is sent: `NOT_COMPILED`, `INVALID_ARGUMENT` (no workflow, or a retired one),
   *   `INVALID_OPTION`, `INVALID_ID`, `INVALID_DURATION`, `UNSERIALISABLE` with the path, `STATE_TOO_LARGE`, `NEEDS_STORE`;
   *   `SQS_REFUSED` with SQS's error as `cause` when the send failed.
   */
  start<C, M extends Methods<C> & string>(
    workflow: Ctor<C>,
    method: M,
    options: StartOptions<Args<C, M>>,
  ): Promise<RunHandle<Result<C, M>>>;
  /**
   * Starts a run by the workflow's name, for starters that must not load the class. The types come from `import type`.
   *
   * Whether the name exists is known to the worker only: an unknown one is handed back and, after a day, dead-lettered.
   *
   * @example
   * ```ts
   * import { Client, type Activities } from 'hopline';
   *
   * declare class Dunning { // in another module, with `import type { Dunning }`
   *   constructor(billing: Activities<object>);
   *   collect(invoice: string): Promise<'paid' | 'unpaid'>;
   * }
   *
   * export async function collect(client: Client, invoice: string): Promise<string> {
   *   const run = await client.start<Dunning, 'collect'>('Dunning.collect', { args: [invoice], id: `dunning-${invoice}` });
   *   return run.id;
   * }
   * ```
   */
  start<C, M extends Methods<C> & string>(
    name: string,
    options: StartOptions<Args<C, M>>,
  ): Promise<RunHandle<Result<C, M>>>;
  async start(
    workflow: Ctor<unknown> | string,
    second: string | StartOptions<unknown[]>,
    third?: StartOptions<unknown[]>,
  ): Promise<RunHandle<unknown>> {
    const target = typeof workflow === 'string' ? namedTarget(workflow) : workflowTarget(workflow, second as string);
    const options = (typeof workflow === 'string' ? second : third) as StartOptions<unknown[]>;
    checkStartOptions(options);
    const id = options.id === undefined ? this.#uuid() : checkedRunId(options.id);
    const envelope = startEnvelope(target, options, { id, incarnation: this.#uuid() });
    const queueUrl = await queueUrlOf(this.#options, options.queue);
    await sendStart(this.#options, { ...envelope, home: queueUrl });
    return createRunHandle(id, equipmentOf.get(this)?.observer);
  }

  /** The handle of a run that was started elsewhere. Sends nothing and checks only the id's form. */
  handle<R = unknown>(id: string): RunHandle<R> {
    return createRunHandle<R>(checkedRunId(id), equipmentOf.get(this)?.observer);
  }

  /** Runs by filter, newest first. Needs a store, else rejects `NEEDS_STORE`. */
  async list(_filter: ListFilter = {}): Promise<{ runs: RunDescription[]; cursor?: string }> {
    throw needsStore('list()');
  }

  #uuid(): string {
    return equipmentOf.get(this)?.uuid() ?? crypto.randomUUID();
  }
}

function requireQueue({ sqs, queueUrl }: ClientOptions): void {
  if (typeof (sqs as SqsLike | undefined)?.send !== 'function')
    throw new HoplineError(
      'CONFIGURATION',
      `new Client(): sqs is ${shownArgument(sqs)}; it must be an SQSClient or an EmbeddedSqs.`,
    );
  if (typeof queueUrl !== 'string' || !URL.canParse(queueUrl))
    throw new HoplineError(
      'CONFIGURATION',
      `new Client(): queueUrl is ${shownArgument(queueUrl)}; it must be the URL of an SQS queue.`,
    );
}

function namedTarget(workflow: string): WorkflowTarget {
  if (workflow.trim() === '')
    throw new HoplineError('INVALID_ARGUMENT', `The workflow's name is blank. Write it as '<Class>.<method>'.`);
  return { workflow };
}

function checkStartOptions(options: StartOptions<unknown[]>): void {
  requireKnownKeys(options, 'start()', ['args', 'id', 'delay', 'onConflict', 'queue', 'attributes']);
  if (!Array.isArray(options.args))
    throw new HoplineError(
      'INVALID_OPTION',
      `start(): args is ${shownArgument(options.args)}; it must be the list of the workflow's arguments, [] for none.`,
    );
  if (options.onConflict !== undefined) throw needsStore('start({ onConflict })');
  if (options.attributes !== undefined) throw needsStore('start({ attributes })');
}
