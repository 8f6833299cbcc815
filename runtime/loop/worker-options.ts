import type { WorkflowEntry } from '../../sdk/config.ts';
import type { SigningOptions } from '../../sdk/signing.ts';
import type { Logger } from '../ports/logger.ts';
import type { SqsLike } from '../ports/sqs-like.ts';
import type { Store } from '../ports/store.ts';
import type { Duration } from '../protocol/duration.ts';
import type { RunEvent } from '../protocol/run-event.ts';

/** Options of a worker. Unknown keys are refused, so that a misspelt option is not silently ignored. */
export interface WorkerOptions {
  /** An `SQSClient` of `@aws-sdk/client-sqs`, or an `EmbeddedSqs`. */
  sqs: SqsLike;
  /** The queue to work on. */
  queueUrl?: string;
  /** Or several, with weights as priority lanes. `concurrency` bounds one queue's share of the worker's. */
  queues?: { url: string; weight?: number; concurrency?: number }[];
  /** Instances of compiled classes, or `{ use, create }`. */
  workflows: WorkflowEntry[];
  store?: Store;
  /** Messages worked on at once. Default 100. */
  concurrency?: number;
  /** Seconds of one long poll, 0–20. Default 20; 0 (short polling) warns about its cost. */
  waitTimeSeconds?: number;
  /** A wait for a limit that is longer than this becomes a delayed hop. Seconds, 0–43,200. Default 60. */
  bounceSecondsMax?: number;
  /** 'shared' needs a store; 'per-process' is a word you must say. Default: 'shared' with a store, else a limit with `per` > 10 minutes is refused. */
  limits?: 'shared' | 'per-process';
  /** How long a well-formed message that no worker knows is handed back before it is dead-lettered. Default '24h'. */
  unknownFor?: Duration;
  /** Works on a queue without a dead-letter queue; what would go there stays hidden in the queue. Default false. */
  allowNoDeadLetterQueue?: boolean;
  signing?: SigningOptions;
  /** Default: says nothing. */
  logger?: Logger;
  /** Called for everything that happens to runs, in order, synchronously. What it throws is logged and ignored. */
  onEvent?: (event: RunEvent) => void;
}
