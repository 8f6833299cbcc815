/** What happens to runs, one stream for timelines, logs and metrics. */
export interface RunEvent {
  /** Epoch milliseconds, by the broker's clock. */
  at: number;
  kind: 'start' | 'hop' | 'bounce' | 'renew' | 'activity' | 'retry' | 'hand-back' | 'dead-letter' | 'result';
  runId: string;
  workflow: string;
  hop: number;
  state?: string;
  delaySeconds?: number;
  attempt?: number;
  durationMs?: number;
  bodyBytes?: number;
  error?: { name: string; message: string };
  [detail: string]: unknown;
}
