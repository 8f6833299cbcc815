/**
 * Envelopes to message bodies and back (G6, G9).
 *
 * A body is one JSON object. Encoded values stand in it as JSON, not as text in text, and go from body to body without being
 * decoded. Everything that SQS's character set lacks is a JSON escape, so no user's string can make a send fail.
 */
import { envelopeFormat, type Encoded, type Envelope, type PendingCall } from './envelope.ts';
import { envelopeFault, unwrittenFault } from './envelope-shape.ts';
import { invariant } from './errors.ts';
import { escapeNonCharacters, quote, quoteKey } from './values/quote.ts';

/**
 * The body of an envelope.
 *
 * @throws HoplineError `INVARIANT` where the envelope is none: the reader would dead-letter the run as malformed
 */
export function encodeBody(envelope: Envelope): string {
  const fault = unwrittenFault(envelope);
  invariant(fault === undefined, `An envelope to be sent ${fault}`);
  let body = '{';
  for (const [name, write] of factWriters) {
    const fact = envelope[name];
    if (fact !== undefined) body += `"${name}":${write(fact as never)},`;
  }
  body += `"frames":${encodedJson(envelope.frames)}`;
  if (envelope.call) body += `,"call":${callJson(envelope.call)}`;
  return escapeNonCharacters(`${body}}`);
}

type FactName = Exclude<keyof Envelope, 'frames' | 'call'>;
type FactWriters = { readonly [Name in FactName]-?: (fact: NonNullable<Envelope[Name]>) => string };

/**
 * How each fact is written, in the order of the body. By hand, because `JSON.stringify` takes three times as long for a
 * record of a dozen short fields; by a table, because its type lets no field be forgotten.
 */
const factWriters = entriesOf({
  hopline: String,
  workflow: quoteKey,
  run: quote,
  incarnation: quote,
  epoch: String,
  hop: String,
  visit: String,
  wait: JSON.stringify,
  startedAtMs: String,
  home: quoteKey,
  fairnessKey: quote,
  trace: quote,
  unknownSinceMs: String,
  handBacks: String,
  renewals: String,
  pace: ({ sinceMs, hops }) => `{"sinceMs":${sinceMs},"hops":${hops}}`,
  paused: JSON.stringify,
});

function entriesOf(writers: FactWriters): readonly (readonly [FactName, (fact: never) => string])[] {
  return Object.entries(writers) as [FactName, (fact: never) => string][];
}

function callJson({
  args,
  attempt,
  firstFailedAtMs,
  firstStartedAtMs,
  limits,
  heartbeat,
  outcome,
}: PendingCall): string {
  let json = `{"attempt":${attempt}`;
  if (firstFailedAtMs !== undefined) json += `,"firstFailedAtMs":${firstFailedAtMs}`;
  if (firstStartedAtMs !== undefined) json += `,"firstStartedAtMs":${firstStartedAtMs}`;
  json += `,"limits":${limits.length === 0 ? '[]' : JSON.stringify(limits)},"args":${encodedJson(args)}`;
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
