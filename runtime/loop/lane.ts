import type { QueueFacts } from '../engine/admission.ts';
import type { QueuePort } from '../ports/queue.ts';
import type { Destination } from './outgoing.ts';
import type { QueueWriter } from './queue-writer.ts';

/** One queue that the worker works on, with all that is known of it. */
export interface Lane {
  readonly queue: QueuePort;
  readonly facts: QueueFacts;
  readonly destination: Destination;
  /** What a receive gives. */
  readonly visibilityMs: number;
  readonly weight: number;
  readonly concurrency: number;
  readonly writer: QueueWriter;
  /** Absent where the queue has no dead-letter queue. */
  readonly deadLetters?: { readonly writer: QueueWriter; readonly destination: Destination };
}
