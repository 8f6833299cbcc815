import type { Duration } from './duration.ts';
import type { RateLimit } from './rate-rule.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** Options of `@workflow()`. */
export interface WorkflowOptions {
  /** Default `<Class>.<method>`, from the manifest, never from a minified name. */
  name?: string;
  /** Kept for runs in flight; not offered to new starts. */
  retired?: boolean;
  /** Runs of one key at a time: `{ key: input => input.tenantId, limit: 5 }`. Needs a store when several processes share the queue. */
  concurrency?: { key: (...args: any[]) => string; limit: number };
  /** `MessageGroupId` on a standard queue: SQS's own fairness between tenants. */
  fairnessKey?: (...args: any[]) => string;
  /** Pauses a run that hops more often than this. Default 3,600. */
  maxHopsPerHour?: number;
}

/** Options of `@activity()`, and of one method of `Activities<T, Policy>`. */
export interface ActivityOptions {
  name?: string;
  retry?: RetryPolicy;
  /** One attempt. Default '5m' (Lambda: the remaining time minus 5 s). */
  timeout?: Duration;
  /** Each attempt asks. */
  rateLimit?: RateLimit | { limit: RateLimit; key: (...args: any[]) => string };
  /** Permits with leases. */
  concurrency?: { name: string; limit: number; key?: (...args: any[]) => string };
}
