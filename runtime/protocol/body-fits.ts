import { bodyBytes } from './body-bytes.ts';
import { HoplineError } from './errors.ts';
import { encodeValue } from './values/encode-value.ts';

/** Whose body it is, for the error: the locals by name, from all frames. */
export interface BodyOwner {
  readonly workflow: string;
  readonly state: string;
  readonly locals: Readonly<Record<string, unknown>>;
}

/**
 * Refuses a body that the queue would refuse, while it is still known whose it is.
 *
 * @param limitBytes what the queue carries, less what the message's attributes take
 * @throws HoplineError `STATE_TOO_LARGE` naming workflow, state, size, limit and the largest variable
 */
export function assertBodyFits(body: string, limitBytes: number, owner: BodyOwner): void {
  // No character takes more than three bytes by UTF-16 unit: most bodies need not be counted.
  if (body.length * 3 <= limitBytes) return;
  const bytes = bodyBytes(body);
  if (bytes > limitBytes) throw stateTooLarge(bytes, limitBytes, owner);
}

/** The error for a message of `bytes`, for a caller that has counted them. */
export function stateTooLarge(bytes: number, limitBytes: number, owner: BodyOwner): HoplineError {
  return new HoplineError(
    'STATE_TOO_LARGE',
    `The state of workflow ${owner.workflow} at '${owner.state}' makes a message of ${spelled(bytes)} bytes; this queue carries ${spelled(limitBytes)}. ${largestText(owner.locals)} Keep large values in a store or a bucket and let the key travel.`,
  );
}

function spelled(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

function largestText(locals: Readonly<Record<string, unknown>>): string {
  let largest = '';
  let largestBytes = -1;
  for (const [name, value] of Object.entries(locals)) {
    const bytes = bodyBytes(encodeValue(value, name));
    if (bytes > largestBytes) [largest, largestBytes] = [name, bytes];
  }
  return largestBytes < 0
    ? 'No variable is live there.'
    : `The largest variable is ${largest}: ${spelled(largestBytes)} bytes.`;
}
