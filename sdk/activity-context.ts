import { activityContextHolder, type ActivityContext } from '../runtime/ports/activity-context.ts';
import { HoplineError } from '../runtime/protocol/errors.ts';
import { currentPlainContext } from './plain-context.ts';

/**
 * The attempt that is running: ids, the idempotency key, the `AbortSignal`, the heartbeat.
 *
 * Called anywhere below an activity's body, also after awaits. In `env.plain(…)` every call answers with a context of its
 * own (attempt 1, a fresh key), because plain activities run once.
 *
 * @throws HoplineError `NOT_IN_ACTIVITY` outside an activity, such as in a workflow's own code.
 * @example
 * ```ts
 * import { activity, activityContext } from 'hopline';
 *
 * class Payments {
 *   @activity({ timeout: '30s' })
 *   async charge(invoice: string): Promise<void> {
 *     const { idempotencyKey, signal } = activityContext();
 *     await fetch(`https://bank.example/charges/${invoice}`, {
 *       method: 'POST',
 *       headers: { 'idempotency-key': idempotencyKey },
 *       signal,
 *     });
 *   }
 * }
 * ```
 */
export function activityContext(): ActivityContext {
  const context = activityContextHolder().getStore() ?? currentPlainContext()?.activityContext();
  if (context) return context;
  throw new HoplineError(
    'NOT_IN_ACTIVITY',
    'activityContext() was called outside an activity; it is known only while an activity body runs. ' +
      'Call it in a method decorated @activity() or in a method of a service typed Activities<T>, and pass on what others need.',
  );
}
