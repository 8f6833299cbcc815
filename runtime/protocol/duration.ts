import { HoplineError } from './errors.ts';

type Unit =
  | 'ms'
  | 'millisecond'
  | 'milliseconds'
  | 's'
  | 'sec'
  | 'second'
  | 'seconds'
  | 'm'
  | 'min'
  | 'minute'
  | 'minutes'
  | 'h'
  | 'hour'
  | 'hours'
  | 'd'
  | 'day'
  | 'days'
  | 'w'
  | 'week'
  | 'weeks';

/** `'30 days'`, `'1.5h'`, milliseconds, or an object. Months and years are not durations. Finite and ≥ 0, else `INVALID_DURATION` naming `duration`. */
export type Duration =
  | number
  | `${number}${Unit}`
  | `${number} ${Unit}`
  | { days?: number; hours?: number; minutes?: number; seconds?: number; milliseconds?: number };

const unitMs: Record<Unit, number> = {
  ms: 1,
  millisecond: 1,
  milliseconds: 1,
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  seconds: 1_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
  w: 604_800_000,
  week: 604_800_000,
  weeks: 604_800_000,
};
const parts = { days: unitMs.d, hours: unitMs.h, minutes: unitMs.m, seconds: unitMs.s, milliseconds: 1 } as const;
const textForm = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]+)$/i;

/** The longest duration: beyond it a due time would no longer be a safe integer of milliseconds or a valid `Date`. */
export const durationMsMax = 8_000_000_000_000;

/**
 * Milliseconds of a duration, rounded up to a whole one, so that nothing is ever early.
 *
 * `ms` (the package) is not used: it takes years and bare numerals in text, returns `NaN` where we must refuse by name, and has no object form.
 *
 * @param name what the error names: the parameter or option that the user typed
 * @throws HoplineError `INVALID_DURATION`
 */
export function durationToMs(duration: Duration, name = 'duration'): number {
  const ms = Math.ceil(rawMs(duration, name));
  if (!Number.isFinite(ms) || ms < 0 || ms > durationMsMax) throw invalid(duration, name);
  return ms;
}

function rawMs(duration: unknown, name: string): number {
  if (typeof duration === 'number') return duration;
  if (typeof duration === 'string') return textMs(duration, name);
  if (typeof duration === 'object' && duration !== null && !Array.isArray(duration)) return objectMs(duration, name);
  throw invalid(duration, name);
}

function textMs(text: string, name: string): number {
  const match = textForm.exec(text.trim());
  const unit =
    match && Object.hasOwn(unitMs, match[2]!.toLowerCase()) ? unitMs[match[2]!.toLowerCase() as Unit] : undefined;
  if (!match || unit === undefined) throw invalid(text, name);
  return Number(match[1]) * unit;
}

function objectMs(value: object, name: string): number {
  const entries = Object.entries(value).filter(([, amount]) => amount !== undefined);
  if (entries.length === 0) throw invalid(value, name);
  let sum = 0;
  for (const [key, amount] of entries) {
    if (!Object.hasOwn(parts, key) || typeof amount !== 'number') throw invalid(value, name);
    sum += amount * parts[key as keyof typeof parts];
  }
  return sum;
}

function invalid(value: unknown, name: string): HoplineError {
  return new HoplineError(
    'INVALID_DURATION',
    `${name} is ${shown(value)}; it must be finite and at least 0. Write milliseconds, a text such as '30 days' or '1.5h', or { hours: 2 }; months and years are not durations (use sleepUntil with a date).`,
  );
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  try {
    return JSON.stringify(value);
  } catch {
    return 'an object';
  }
}
