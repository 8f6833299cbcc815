import { HoplineError } from '../protocol/errors.ts';
import type { LimitRequest } from '../protocol/rate-rule.ts';

/** A limit over a longer window needs a memory that outlives the process (DESIGN.md §5). */
const perMsMaxOfProcess = 600_000;

/** @throws HoplineError `LIMIT_NEEDS_STORE` where a restart would forget uses that still count */
export function requireKeepable(
  { name, perMs }: Pick<LimitRequest, 'name' | 'perMs'>,
  perProcessLimits: boolean,
): void {
  if (perProcessLimits || perMs <= perMsMaxOfProcess) return;
  throw new HoplineError(
    'LIMIT_NEEDS_STORE',
    `Rate limit '${name}' counts over ${perMs} ms; without a store a limit is kept by each process alone and for at most ${perMsMaxOfProcess} ms. ` +
      `Give the worker limits: 'per-process' if that is what you want, or a shorter window.`,
  );
}
