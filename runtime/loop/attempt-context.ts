import type { Attempt } from '../engine/decision.ts';
import type { ActivityContext } from '../ports/activity-context.ts';
import type { Logger } from '../ports/logger.ts';
import type { Envelope } from '../protocol/envelope.ts';

/**
 * What one attempt may know of itself. The signal is made when it is first asked for: most attempts never look at it, and
 * an `AbortController` costs as much as the rest of a short attempt.
 */
export class AttemptContext implements ActivityContext {
  readonly logger: Logger;
  readonly #envelope: Envelope;
  readonly #attempt: Attempt;
  #controller: AbortController | undefined;
  #abortedWith: Error | undefined;
  #lastBeat: { details: unknown } | undefined;

  constructor(logger: Logger, envelope: Envelope, attempt: Attempt) {
    this.logger = logger;
    this.#envelope = envelope;
    this.#attempt = attempt;
  }

  get runId(): string {
    return this.#envelope.run;
  }
  get workflow(): string {
    return this.#envelope.workflow;
  }
  get state(): string {
    return this.#attempt.state;
  }
  get attempt(): number {
    return this.#attempt.attempt;
  }
  get idempotencyKey(): string {
    return this.#attempt.idempotencyKey;
  }
  get lastHeartbeat(): unknown {
    return this.#attempt.lastHeartbeat;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#abortedWith) this.#controller.abort(this.#abortedWith);
    }
    return this.#controller.signal;
  }

  /** An arrow, so that it may be taken out of the context. */
  readonly heartbeat = (details?: unknown): void => {
    this.#lastBeat = { details };
  };

  /** Of this attempt. */
  get lastBeat(): { readonly details: unknown } | undefined {
    return this.#lastBeat;
  }

  abort(reason: Error): void {
    this.#abortedWith = reason;
    this.#controller?.abort(reason);
  }
}
