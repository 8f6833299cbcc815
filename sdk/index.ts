/** What an author of workflows imports: markers, durable calls, the client, types. No engine and no compiler is behind it. */
export type { Duration } from '../runtime/protocol/duration.ts';
export { sleep, sleepUntil } from './sleep.ts';

export type { RateLimit, RateRule } from '../runtime/protocol/rate-rule.ts';
export { defineRateLimit, rateLimit } from './rate-limit.ts';

export type { ActivityOptions, WorkflowOptions } from '../runtime/protocol/options.ts';
export type { RetryPolicy } from '../runtime/protocol/retry-policy.ts';
export type { MethodDecoratorBoth } from './method-decorator.ts';
export { activity } from './activity.ts';
export { workflow } from './workflow.ts';
export type { Activities } from './activities.ts';
export { inline } from './inline.ts';

export type { ActivityContext } from '../runtime/ports/activity-context.ts';
export type { Logger } from '../runtime/ports/logger.ts';
export { activityContext } from './activity-context.ts';

export { defineSignal, type Signal } from './signal.ts';

export {
  ActivityTimeoutError,
  CancelledError,
  FatalError,
  HoplineError,
  RetryableError,
  WorkflowFailedError,
} from '../runtime/protocol/errors.ts';

export { Client, type StartOptions } from './client.ts';
export type { RunDescription, RunHandle } from './run-handle.ts';

export { registerCodec } from '../runtime/protocol/values/codec-registry.ts';
export type { Secret } from './secret.ts';
export type { SigningOptions } from './signing.ts';
export { defineConfig, type HoplineConfig, type WorkflowEntry } from './config.ts';
export type { RunEvent } from '../runtime/protocol/run-event.ts';
