/** What the engine wants done, and what it wants to hear of it. Deciding is here; doing is the loop's. */
import type { Encoded, Envelope } from '../protocol/envelope.ts';
import type { Branch, Frame, OpenBranch, Resume, StateInfo } from '../protocol/machine.ts';
import type { LimitRequest } from '../protocol/rate-rule.ts';
import type { ActivityPolicy } from './activity-policy.ts';
import type { StackStop } from './advance.ts';

/** Goes on within the delivery; answered by the event of the same name. */
export type Request =
  /** `above`: of a branch, the frames that its group is called by. */
  | {
      readonly kind: 'advance';
      readonly frames: readonly Frame[];
      readonly above: readonly Frame[];
      readonly resume: Resume;
    }
  | { readonly kind: 'ask'; readonly place: string; readonly requests: readonly LimitRequest[] }
  /** Waits under a second in the worker. */
  | { readonly kind: 'hold'; readonly waitMs: number }
  | ({ readonly kind: 'attempt' } & Attempt)
  /** Several at once: a list that has not begun, or branches that the message brought. Answered by what they come to together. */
  | { readonly kind: 'group'; readonly list: readonly unknown[] }
  | { readonly kind: 'group'; readonly branches: readonly Branch[] };

/** One attempt of one activity. */
export interface Attempt {
  readonly state: string;
  readonly info: StateInfo;
  /** From the run's outermost to the one that stands at the activity: what its object is found by. */
  readonly path: readonly Frame[];
  /** Copies: what the activity does to them is not seen by the workflow. */
  readonly args: readonly unknown[];
  /** 1 for the first. */
  readonly attempt: number;
  readonly idempotencyKey: string;
  readonly policy: ActivityPolicy;
  readonly lastHeartbeat: unknown;
}

/** A server asked to be left alone: nothing of these limits is granted before. */
export interface LimitPause {
  readonly requests: readonly LimitRequest[];
  readonly forMs: number;
}

/** Ends the delivery: what becomes of the message. */
export type Verdict =
  /** Send `envelope` to the home queue, then delete. */
  | {
      readonly kind: 'send';
      readonly cause: 'hop' | 'retry' | 'in-line';
      readonly state: string;
      readonly envelope: Envelope;
      readonly delaySeconds: number;
      /** Set for a retry. */
      readonly error?: unknown;
      readonly pause?: LimitPause;
    }
  | { readonly kind: 'bounce'; readonly state: string; readonly visibilitySeconds: number }
  | { readonly kind: 'complete'; readonly value: unknown }
  | { readonly kind: 'fail'; readonly status: 'failed' | 'cancelled'; readonly state: string; readonly error: unknown }
  /** Send `envelope` to the dead-letter queue, then delete. */
  | {
      readonly kind: 'pause';
      readonly reason: 'paused' | 'runaway';
      readonly state: string;
      readonly envelope: Envelope;
      readonly error: unknown;
      readonly firstFailedAtMs: number;
    };

/** Ends the part of a branch in a delivery; what becomes of the message is for its run to say. */
export type BranchVerdict =
  /** It goes on from here at its time, or, without one, once that is written down. */
  | { readonly kind: 'stand'; readonly branch: OpenBranch; readonly pause?: LimitPause }
  | {
      readonly kind: 'ended';
      readonly outcome: { readonly value: unknown } | { readonly error: unknown };
      /** Of an error. */
      readonly again?: OpenBranch;
    };

export type Decision = Request | Verdict | BranchVerdict;

export type DeliveryEvent =
  | { readonly kind: 'advanced'; readonly stop: StackStop }
  | { readonly kind: 'granted' }
  | { readonly kind: 'throttled'; readonly waitMs: number }
  | { readonly kind: 'held' }
  /** `branches`: as they stand now, those that failed where they would be tried again. */
  | {
      readonly kind: 'joined';
      readonly resume: Resume;
      readonly branches: readonly Branch[];
      /** An activity was performed for it in this delivery. */
      readonly acted: boolean;
    }
  | ({ readonly kind: 'attempted'; readonly startedAtMs: number; readonly heartbeat?: Encoded } & (
      { readonly value: unknown } | { readonly error: unknown; readonly random: number }
    ));
