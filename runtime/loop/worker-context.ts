import type { SigningOptions } from '../../sdk/signing.ts';
import type { Clock } from '../ports/clock.ts';
import type { LimiterPort } from '../ports/limiter.ts';
import type { Logger } from '../ports/logger.ts';
import type { RandomPort } from '../ports/random.ts';
import type { WorkerSettings } from './check-worker-options.ts';
import type { Deadlines } from './deadlines.ts';
import type { FinishedHops } from './finished-hops.ts';
import type { IntervalLog } from './interval-log.ts';
import type { MessagesInHand } from './messages-in-hand.ts';
import type { ParkedMessages } from './parked-messages.ts';
import type { RunEvents } from './run-events.ts';
import type { WorkflowTable } from './workflow-registry.ts';

/** What every part of one worker shares. */
export interface WorkerContext {
  readonly settings: WorkerSettings;
  readonly workflows: WorkflowTable;
  readonly clock: Clock;
  readonly monotonic: () => number;
  readonly random: RandomPort;
  readonly limiter: LimiterPort;
  readonly logger: Logger;
  readonly faults: IntervalLog;
  readonly signing: SigningOptions | undefined;
  readonly events: RunEvents;
  readonly deadlines: Deadlines;
  readonly inHand: MessagesInHand;
  readonly finished: FinishedHops;
  readonly parked: ParkedMessages;
  /** Nothing new is begun. */
  isStopping(): boolean;
}
