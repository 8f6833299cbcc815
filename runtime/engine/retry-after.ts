import { durationToMs, type Duration } from '../protocol/duration.ts';
import { isRetryableError } from '../protocol/errors.ts';

/**
 * Milliseconds for which an error asks to be left alone, or undefined where it names no time that can be understood.
 *
 * A text is what an HTTP `Retry-After` header holds: digits are seconds, else an HTTP date; a Duration is understood too. A
 * time that has passed means now. Not understood is not refused: the text is a stranger's, and the policy's own curve stands by.
 */
export function retryAfterMsOf(error: unknown, nowMs: number): number | undefined {
  if (!isRetryableError(error) || error.retryAfter === undefined) return undefined;
  const asked: unknown = error.retryAfter;
  if (Object.prototype.toString.call(asked) === '[object Date]') return untilMs((asked as Date).getTime(), nowMs);
  if (typeof asked === 'string') return headerMs(asked.trim(), nowMs);
  return durationMs(asked as Duration);
}

function headerMs(text: string, nowMs: number): number | undefined {
  if (/^\d+$/.test(text)) return durationMs(Number(text) * 1_000);
  return durationMs(text as Duration) ?? untilMs(Date.parse(text), nowMs);
}

function untilMs(epochMs: number, nowMs: number): number | undefined {
  return Number.isNaN(epochMs) ? undefined : durationMs(Math.max(0, epochMs - nowMs));
}

function durationMs(duration: Duration): number | undefined {
  try {
    return durationToMs(duration);
  } catch {
    return undefined;
  }
}
