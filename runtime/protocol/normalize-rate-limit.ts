import { durationToMs } from './duration.ts';
import { HoplineError } from './errors.ts';
import type { LimitRequest, RateRule } from './rate-rule.ts';

/**
 * The question that a `rateLimit(…)` call asks, from its arguments as written: `(limit, key?)` or `(name, rule)`.
 *
 * A `RateLimit` is known by its shape, since it may come from another copy of the package or out of a message. What is
 * misspelt is refused by name: ignored, it would be no limit at all (C53).
 *
 * @throws HoplineError `INVALID_RATE_RULE`, `INVALID_DURATION` naming `per`
 */
export function normalizeRateLimit(args: readonly unknown[]): LimitRequest {
  const [first, second] = args;
  if (typeof first === 'string') return { name: checkedName(first), key: '', ...numbersOf(first, second) };
  const limit = knownFields(first, 'rateLimit(limit)', ['name', 'rule']);
  const name = checkedName(limit.name);
  return { name, key: checkedKey(second, name), ...numbersOf(name, limit.rule) };
}

function numbersOf(name: string, rule: unknown): { limit: number; perMs: number } {
  const where = `Rate limit '${name}'`;
  const { limit, per } = knownFields(rule, where, ['limit', 'per']);
  if (!Number.isSafeInteger(limit) || (limit as number) < 1)
    throw invalid(`${where}: limit is ${shown(limit)}; it must be an integer from 1.`);
  const perMs = durationToMs(per as RateRule['per'], 'per');
  if (perMs === 0) throw invalid(`${where}: per is ${shown(per)}; it must be longer than 0.`);
  return { limit: limit as number, perMs };
}

function checkedName(name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '') return name;
  throw invalid(`The name of a rate limit is ${shown(name)}; it must be a text that is not blank.`);
}

function checkedKey(key: unknown, name: string): string {
  if (key === undefined) return '';
  if (typeof key === 'string') return key;
  throw invalid(
    `The key of rate limit '${name}' is ${shown(key)}; it must be a text. Write \`\${…}\` where it is a number or an id object.`,
  );
}

function knownFields(value: unknown, where: string, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`${where} is ${shown(value)}; it must be an object { ${known.join(', ')} }.`);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw invalid(`${where} has no option '${unknown}'. It knows ${known.join(', ')}.`);
  return value as Record<string, unknown>;
}

function invalid(message: string): HoplineError {
  return new HoplineError('INVALID_RATE_RULE', message);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'an object') : String(value);
}
