import type { RunOutcome } from '../../sdk/run-observer.ts';
import type { RunEvent } from '../protocol/run-event.ts';

/**
 * What is known of each run from the events of its workers.
 *
 * Invariants
 * 1. A run that has ended stays so: copies of its messages that go on (a crash, a duplicate) change nothing.
 * 2. A paused run is paused until anything else happens to it: then somebody has redriven it.
 */
export class RunLedger {
  readonly #events = new Map<string, RunEvent[]>();
  readonly #outcomes = new Map<string, RunOutcome>();

  record(event: RunEvent): void {
    const events = this.#events.get(event.runId);
    if (events) events.push(event);
    else this.#events.set(event.runId, [event]);
    this.#note(event);
  }

  timeline(runId: string): RunEvent[] {
    return [...(this.#events.get(runId) ?? [])];
  }

  last(runId: string): RunEvent | undefined {
    return this.#events.get(runId)?.at(-1);
  }

  outcome(runId: string): RunOutcome | undefined {
    return this.#outcomes.get(runId);
  }

  #note(event: RunEvent): void {
    const known = this.#outcomes.get(event.runId);
    if (known && known.status !== 'paused') return;
    if (event.kind === 'result') this.#outcomes.set(event.runId, ended(event));
    else if (event.kind === 'dead-letter') this.#outcomes.set(event.runId, paused(event));
    else if (known) this.#outcomes.delete(event.runId);
  }
}

function ended({ workflow, status, value, cause }: RunEvent): RunOutcome {
  if (status === 'completed') return { status, value };
  return { status: status as 'failed' | 'cancelled', workflow, error: cause };
}

function paused({ workflow, reason, error }: RunEvent): RunOutcome {
  return { status: 'paused', workflow, reason: String(reason), ...(error && { error }) };
}
