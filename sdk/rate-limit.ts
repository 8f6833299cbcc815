/**
 * Limits as an author declares and awaits them.
 *
 * Invariant: one name has one rule in a process. Two modules that declare it with different numbers would each hold half a
 * limit; the second is refused. The declarations stand on `globalThis`, as two copies of the package share one limit too.
 */
import { HoplineError } from '../runtime/protocol/errors.ts';
import { normalizeRateLimit } from '../runtime/protocol/normalize-rate-limit.ts';
import type { RateLimit, RateRule } from '../runtime/protocol/rate-rule.ts';
import { shownArgument } from '../runtime/protocol/shown-argument.ts';
import { plainContextFor } from './not-compiled.ts';
import { requireName } from './required-name.ts';

interface CheckedRule {
  readonly limit: number;
  readonly perMs: number;
}
const declaredKey = Symbol.for('hopline.rate-limits');

/**
 * Declares a limit once, to be awaited with `rateLimit(limit)` or set on an activity.
 *
 * At most `limit` uses in any window of length `per`, for this name and each key, under one limiter: the shared store, or
 * this process where there is none. Work over the limit queues; it is never dropped and never counted as a failure.
 *
 * @param name 1–256 characters; the same everywhere the limit is meant to be one.
 * @param rule `limit` a whole number from 1; `per` a duration longer than 0.
 * @throws HoplineError `INVALID_RATE_RULE` where the name was declared before with other numbers, or a value is out of
 *   bounds. Declared twice with equal numbers, both are the same limit.
 * @example
 * ```ts
 * import { defineRateLimit, rateLimit } from 'hopline';
 *
 * export const partnerApi = defineRateLimit('partner-api', { limit: 10, per: '1s' });
 *
 * export async function beforeCall(tenant: string): Promise<void> {
 *   await rateLimit(partnerApi, tenant); // ten a second for each tenant
 * }
 * ```
 */
export function defineRateLimit(name: string, rule: RateRule): RateLimit {
  requireName(name, 'defineRateLimit()', 'name', 'INVALID_RATE_RULE');
  const checked = checkRateRule(name, rule);
  requireSameRule(name, checked);
  declaredRules().set(name, checked);
  return Object.freeze({ name, rule: Object.freeze({ ...rule }) });
}

/**
 * Waits for a grant of a limit that `defineRateLimit` declared.
 *
 * Standing directly before an activity it belongs to that activity: each attempt asks again. A waiting run sits in the
 * queue, hidden until the time that the limiter named; its worker does other work. A grant is used in the delivery that got
 * it or is lost.
 *
 * @param limit what `defineRateLimit` returned.
 * @param key counts each key by itself. Default: one count for the whole name.
 * @throws HoplineError `INVALID_RATE_RULE` for arguments out of bounds, `NOT_COMPILED` where it runs as plain code.
 * @example
 * ```ts
 * import { activity, defineRateLimit, rateLimit, workflow } from 'hopline';
 *
 * const partnerApi = defineRateLimit('partner-pages', { limit: 2, per: '1s' });
 *
 * class Sync {
 *   @workflow()
 *   async pages(tenant: string, last: number): Promise<void> {
 *     for (let page = 1; page <= last; page++) {
 *       await rateLimit(partnerApi, tenant);
 *       await this.copy(tenant, page);
 *     }
 *   }
 *
 *   @activity()
 *   async copy(tenant: string, page: number): Promise<void> {
 *     await fetch(`https://partner.example/${tenant}/${page}`);
 *   }
 * }
 * ```
 */
export function rateLimit(limit: RateLimit, key?: string): Promise<void>;
/**
 * Waits for a grant of a limit that is written in place.
 *
 * @example
 * ```ts
 * import { rateLimit } from 'hopline';
 *
 * export async function beforeMail(): Promise<void> {
 *   await rateLimit('mails', { limit: 100, per: '1 minute' });
 * }
 * ```
 */
export function rateLimit(name: string, rule: RateRule): Promise<void>;
export async function rateLimit(limit: RateLimit | string, second?: string | RateRule): Promise<void> {
  const request = normalizeRateLimit([limit, second]);
  requireSameRule(request.name, request);
  await plainContextFor(`rateLimit(${shownArgument(request.name)})`).rateLimit(request);
}

/** The rule in numbers. @throws HoplineError `INVALID_RATE_RULE`, `INVALID_DURATION` */
export function checkRateRule(name: string, rule: RateRule): CheckedRule {
  const { limit, perMs } = normalizeRateLimit([name, rule]);
  return { limit, perMs };
}

function declaredRules(): Map<string, CheckedRule> {
  const scope = globalThis as { [declaredKey]?: Map<string, CheckedRule> };
  return (scope[declaredKey] ??= new Map());
}

function requireSameRule(name: string, rule: CheckedRule): void {
  const before = declaredRules().get(name);
  if (!before || (before.limit === rule.limit && before.perMs === rule.perMs)) return;
  throw new HoplineError(
    'INVALID_RATE_RULE',
    `Rate limit '${name}' is declared as ${ruleText(rule)} but was declared before as ${ruleText(before)}; one name has one rule. ` +
      `Declare it in one module and import it, or give the second limit a name of its own.`,
  );
}

function ruleText({ limit, perMs }: CheckedRule): string {
  return `${limit} per ${perMs} ms`;
}
