/**
 * Sees how runs end without a store, where the queue itself can be watched: the test environment and `hopline run` do.
 */
export interface RunObserver {
  /**
   * How the run ended, as soon as it has. The observer may move virtual time on while it waits.
   *
   * @throws HoplineError `TEST_IDLE` when nothing is left that could wake the run; `RESULT_TIMEOUT` after `timeoutMs`.
   */
  outcome(runId: string, options: { timeoutMs?: number }): Promise<RunOutcome>;
}

/** A run's end, with values that are copies of what the workflow returned or threw. */
export type RunOutcome =
  | { readonly status: 'completed'; readonly value: unknown }
  | { readonly status: 'failed' | 'cancelled' | 'terminated'; readonly workflow: string; readonly error: unknown }
  | { readonly status: 'paused'; readonly workflow: string; readonly reason: string; readonly error?: unknown };
