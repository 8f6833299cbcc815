import type { RunEvent } from '../../runtime/protocol/run-event.ts';
import type { RunOutcome } from '../../sdk/run-observer.ts';

/** How a command ended. */
export interface RunsEnd {
  readonly outcomes: ReadonlyMap<string, RunOutcome | undefined>;
  readonly isInterrupted: boolean;
  /** On the queue's clock. */
  readonly elapsedMs: number;
  /** On the machine's. */
  readonly tookMs: number;
}

/** Tells of runs as they go. */
export interface RunReport {
  begin(place: string): void;
  event(event: RunEvent): void;
  end(end: RunsEnd): void;
}
