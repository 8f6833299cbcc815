import type { Duration } from './duration.ts';

/** At most `limit` uses in any window of length `per`, for one name and key, under one limiter. It queues; it never drops. */
export interface RateRule {
  limit: number;
  per: Duration;
}
/** A named limit; see `defineRateLimit`. */
export interface RateLimit {
  readonly name: string;
  readonly rule: RateRule;
}
/** One question to the limiter: may `key` of `name` be used now? */
export interface LimitRequest {
  readonly name: string;
  readonly key: string;
  readonly limit: number;
  readonly perMs: number;
}
