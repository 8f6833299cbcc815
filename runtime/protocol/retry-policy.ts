import type { Duration } from './duration.ts';

/** How often and when a failed activity is tried again. Every wait is capped by `max`; a wait over 15 minutes is chained hops. */
export interface RetryPolicy {
  /** Attempts including the first. Default 6. `1` = never again. */
  attempts?: number;
  /** Default '1s'. */
  initial?: Duration;
  /** Default 2; ≥ 1 and finite. */
  factor?: number;
  /** Cap of one wait. Default '5m'. */
  max?: Duration;
  /** Default 'full'. */
  jitter?: 'full' | 'half' | 'none';
  /** Explicit waits instead of a curve; their count sets `attempts`. */
  delays?: Duration[];
  /** Gives up when the next attempt would start later than this after the first. */
  maxDuration?: Duration;
  /** `false` = give up, a Duration = wait just that, `undefined` = the curve. */
  shouldRetry?: (error: unknown, attempt: number) => boolean | Duration | undefined;
}
