import { HoplineError } from '../runtime/protocol/errors.ts';

/** Refusal of what only a record of the run could do. */
export function needsStore(what: string, mend?: string): HoplineError {
  return new HoplineError(
    'NEEDS_STORE',
    `${what} needs a store: without one a run is only its message, which nobody can look up. ` +
      (mend ?? 'This version of Hopline has no store; leave the call out, or have an activity report what you need.'),
  );
}
