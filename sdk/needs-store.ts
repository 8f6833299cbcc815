import { HoplineError } from '../runtime/protocol/errors.ts';

/** Refusal of what only a record of the run could do. */
export function needsStore(what: string, mend?: string): HoplineError {
  return new HoplineError(
    'NEEDS_STORE',
    `${what} needs a store: without one a run is only its message, which nobody can look up. ` +
      (mend ?? 'This version of Hopline has no store; leave the call out, or have an activity report what you need.'),
  );
}

/** Refusal of a store that was given, as this version would ignore it. */
export function noStoreYet(where: string): HoplineError {
  return new HoplineError(
    'CONFIGURATION',
    `${where}: this version of Hopline has no store; runs live in their messages alone. Leave the store out.`,
  );
}
