/**
 * Envelopes to message bodies and back (G6, G9).
 *
 * A body is one JSON object. Encoded values stand in it as JSON, not as text in text, and go from body to body without being
 * decoded. Everything that SQS's character set lacks is a JSON escape, so no user's string can make a send fail.
 */
import { envelopeFormat, type Encoded, type Envelope, type PendingCall } from './envelope.ts';
import { envelopeFault, unwrittenFault } from './envelope-shape.ts';
import { invariant } from './errors.ts';
import { escapeNonCharacters } from './values/quote.ts';

/**
 * The body of an envelope.
 *
 * @throws HoplineError `INVARIANT` where the envelope is none: the reader would dead-letter the run as malformed
 */
export function encodeBody(envelope: Envelope): string {
  const fault = unwrittenFault(envelope);
  invariant(fault === undefined, `An envelope to be sent ${fault}`);
  const { frames, call, ...facts } = envelope;
  let body = `${JSON.stringify(facts).slice(0, -1)},"frames":${encodedJson(frames)}`;
  if (call) body += `,"call":${callJson(call)}`;
  return escapeNonCharacters(`${body}}`);
}

function callJson({ args, heartbeat, outcome, ...facts }: PendingCall): string {
  let json = `${JSON.stringify(facts).slice(0, -1)},"args":${encodedJson(args)}`;
  if (heartbeat !== undefined) json += `,"heartbeat":${encodedJson(heartbeat)}`;
  if (outcome)
    json +=
      'value' in outcome
        ? `,"outcome":{"value":${encodedJson(outcome.value)}}`
        : `,"outcome":{"error":${encodedJson(outcome.error)}}`;
  return `${json}}`;
}

/** JSON text of an encoded value, whichever way it is held. */
export function encodedJson(encoded: Encoded): string {
  return typeof encoded === 'string' ? encoded : JSON.stringify(encoded);
}

/** `malformed`: nobody can read it. `format`: a later version of Hopline can. */
export type DecodedBody =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly reason: 'malformed' | 'format'; readonly detail: string };

/** The envelope in a body. Every field is checked, encoded values by their outline; never throws. */
export function decodeBody(body: string): DecodedBody {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (error) {
    return malformed(`The body is no JSON: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, 'hopline'))
    return malformed('The body is no envelope: it has no field hopline');
  const format = (parsed as { hopline: unknown }).hopline;
  if (Number.isSafeInteger(format) && (format as number) > envelopeFormat)
    return {
      ok: false,
      reason: 'format',
      detail: `The envelope has format ${String(format)}; this worker reads ${envelopeFormat}`,
    };
  const fault = envelopeFault(parsed);
  return fault === undefined ? { ok: true, envelope: parsed as Envelope } : malformed(`The envelope ${fault}`);
}

function malformed(detail: string): DecodedBody {
  return { ok: false, reason: 'malformed', detail };
}
