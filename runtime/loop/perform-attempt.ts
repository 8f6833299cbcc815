/**
 * One attempt of one activity: the method as the instance has it now, with a context, a timeout and a signal.
 *
 * Invariants
 * 1. It ends once: with a value, an error, the timeout, or abandoned. What the method does after that is not heard.
 * 2. Whoever is abandoned (lease lost, grace period over) decided nothing: no attempt is counted, nothing is sent for it.
 */
import type { Attempt } from '../engine/decision.ts';
import { visibilitySecondsLeft } from '../engine/visibility-bounce.ts';
import { activityContextHolder } from '../ports/activity-context.ts';
import type { Envelope } from '../protocol/envelope.ts';
import type { Environment } from '../protocol/machine.ts';
import { ActivityTimeoutError, CancelledError, HoplineError } from '../protocol/errors.ts';
import { AttemptContext } from './attempt-context.ts';
import type { HeldMessage } from './held-message.ts';
import type { WorkerContext } from './worker-context.ts';

export type AttemptEnd =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'abandoned' };

export interface AttemptResult {
  readonly end: AttemptEnd;
  /** Details of the last heartbeat, if there was one. */
  readonly heartbeat: { readonly details: unknown } | undefined;
}

/** Between the end of an attempt and that of the message's 12 h: time to send what came of it. */
const endMarginMs = 30_000;

/** An attempt that runs. */
export interface RunningAttempt {
  readonly result: Promise<AttemptResult>;
  /** Nobody needs it any more: it is abandoned, its signal aborted. */
  readonly cancel: (why: string) => void;
}

export function performAttempt(
  worker: WorkerContext,
  held: HeldMessage,
  envelope: Envelope,
  environment: Environment,
  attempt: Attempt,
): RunningAttempt {
  const timeoutMs = Math.min(attempt.policy.timeoutMs, visibilitySecondsLeft(held.lease.heldMs) * 1_000 - endMarginMs);
  const context = new AttemptContext(worker.logger, envelope, attempt);
  let finish!: (end: AttemptEnd) => void;
  const cancel = (why: string) => {
    finish({ kind: 'abandoned' });
    context.abort(new CancelledError(why));
  };
  const giveUp = () => cancel('The worker stops; another one takes over.');
  const result = new Promise<AttemptResult>((resolve) => {
    const timeout = worker.deadlines.add(timeoutMs, () => {
      const error = timeoutError(attempt, timeoutMs);
      finish({ kind: 'error', error });
      context.abort(error);
    });
    const cover = held.lease.cover(timeoutMs, () =>
      cancel('The lease of the message was lost; another worker may have it.'),
    );
    held.onGiveUp.add(giveUp);
    finish = (end) => {
      worker.deadlines.cancel(timeout);
      held.onGiveUp.delete(giveUp);
      held.lease.uncover(cover);
      resolve({ end, heartbeat: context.lastBeat });
    };
    activityContextHolder().perform(
      context,
      () => callMethod(environment, attempt),
      (value) => finish({ kind: 'value', value }),
      (error) => finish({ kind: 'error', error }),
    );
  });
  return { result, cancel };
}

function callMethod({ self, given }: Environment, { info, args }: Attempt): unknown {
  const target = info.activity!;
  const owner = target.of(self, given) as Record<string, unknown> | null | undefined;
  const method = owner?.[target.key];
  if (typeof method !== 'function')
    throw new HoplineError(
      'CONFIGURATION',
      `Activity ${target.name} is no method of the registered object. Give the workflow's object its services, or compile it again.`,
    );
  return method.apply(owner, args) as unknown;
}

function timeoutError({ info, policy }: Attempt, timeoutMs: number): ActivityTimeoutError {
  const name = info.activity!.name;
  if (timeoutMs >= policy.timeoutMs)
    return new ActivityTimeoutError(`Activity ${name} took longer than its timeout of ${policy.timeoutMs} ms.`);
  return new ActivityTimeoutError(
    `Activity ${name} reached the 12 hours for which SQS keeps one message with one worker; its timeout of ${policy.timeoutMs} ms is longer. Split the work, or poll for its result.`,
  );
}
