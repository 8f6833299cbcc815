import { durationToMs } from '../../../../runtime/protocol/duration.ts';
import type { Duration } from '../../../../runtime/protocol/duration.ts';
import { HoplineError } from '../../../../runtime/protocol/errors.ts';
import { describeValue } from './describe-value.ts';
import { trace } from './outcome.ts';

/** A wait as both sides do it: its arguments stand in the trace, a wrong one is refused, and no time passes. */
export const waits = {
  sleep(duration: Duration): void {
    trace(`sleep ${describeValue(duration)}`);
    durationToMs(duration);
  },
  sleepUntil(date: Date | string): void {
    trace(`sleepUntil ${describeValue(date)}`);
    if (Number.isNaN(new Date(date).getTime()))
      throw new HoplineError('INVALID_DATE', `date is ${String(date)}; it must be a valid date.`);
  },
  rateLimit(...args: unknown[]): void {
    trace(`rateLimit ${args.map(describeValue).join(', ')}`);
  },
};
export type WaitName = keyof typeof waits;
