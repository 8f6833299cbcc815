import type { Logger } from '../ports/logger.ts';
import type { Envelope } from '../protocol/envelope.ts';
import type { RunEvent } from '../protocol/run-event.ts';
import { summaryOf } from '../engine/next-envelope.ts';

/** What {@link RunEvents.emit} adds to the facts of the run. */
export type EventDetail = Omit<RunEvent, 'at' | 'kind' | 'runId' | 'workflow' | 'hop'>;

/**
 * The one stream of what happens to runs. Nothing is built where nobody listens.
 *
 * Invariant: a listener cannot harm a run. What it throws is logged, and it is called synchronously, in order.
 */
export class RunEvents {
  readonly #listener: ((event: RunEvent) => void) | undefined;
  readonly #logger: Logger;

  constructor(listener: ((event: RunEvent) => void) | undefined, logger: Logger) {
    this.#listener = listener;
    this.#logger = logger;
  }

  get isObserved(): boolean {
    return this.#listener !== undefined;
  }

  emit(kind: RunEvent['kind'], at: number, { run, workflow, hop }: Envelope, detail: EventDetail): void {
    if (!this.#listener) return;
    try {
      this.#listener({ at, kind, runId: run, workflow, hop, ...detail });
    } catch (error) {
      this.#logger.error({ error: summaryOf(error), runId: run, kind }, 'onEvent threw; the run goes on');
    }
  }
}
