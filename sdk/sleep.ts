import { durationToMs, type Duration } from '../runtime/protocol/duration.ts';
import { HoplineError } from '../runtime/protocol/errors.ts';
import { shownArgument } from '../runtime/protocol/shown-argument.ts';
import { plainContextFor } from './not-compiled.ts';

/**
 * Suspends the workflow for at least `duration` by the broker's clock, in a message: no process, timer or row waits.
 *
 * Never early; late by at most a poll and the rounding up to whole seconds. Longer than 15 minutes it is a chain of delayed
 * messages; a crash or a deploy in between changes nothing. `sleep(0)` is a checkpoint: what ran before it does not run again.
 *
 * @param duration milliseconds, `'30 days'`, `'1.5h'` or `{ hours: 2 }`; finite and ≥ 0.
 * @throws HoplineError `INVALID_DURATION` naming `duration`, before anything is sent; `NOT_COMPILED` where it runs as plain code.
 * @example
 * ```ts
 * import { sleep, workflow } from 'hopline';
 *
 * class Reminder {
 *   @workflow()
 *   async wait(): Promise<string> {
 *     await sleep('364 days');
 *     return 'a year, less a day';
 *   }
 * }
 * ```
 */
export async function sleep(duration: Duration): Promise<void> {
  const ms = durationToMs(duration);
  await plainContextFor(`sleep(${shownArgument(duration)})`).sleep(ms);
}

/**
 * Suspends the workflow until `date` by the broker's clock; a past date resolves at once.
 *
 * @param date a valid `Date`, or an ISO 8601 text. Write the zone (`'2027-03-01T10:00:00Z'`): a text without one means
 *   the worker's own zone.
 * @throws HoplineError `INVALID_DATE` naming `date`; `NOT_COMPILED` where it runs as plain code.
 * @example
 * ```ts
 * import { sleepUntil, workflow } from 'hopline';
 *
 * class Launch {
 *   @workflow()
 *   async wait(at: Date): Promise<void> {
 *     await sleepUntil(at);
 *   }
 * }
 * ```
 */
export async function sleepUntil(date: Date | string): Promise<void> {
  const epochMs = epochMsOf(date);
  await plainContextFor(`sleepUntil(${shownArgument(date)})`).sleepUntil(epochMs);
}

function epochMsOf(date: unknown): number {
  const ms = isDate(date) ? date.getTime() : typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw new HoplineError(
    'INVALID_DATE',
    `date is ${shownArgument(date)}; it must be a valid Date or an ISO 8601 text such as '2027-03-01T10:00:00Z'.`,
  );
}

/** Not `instanceof`: a Date of another realm is a Date. */
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}
