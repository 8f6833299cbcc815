/**
 * The shape of an envelope, field by field; `envelope.schema.json` says the same for other languages, and a test holds the
 * two together. No field may be unknown: a change of shape is a new format, which older workers hand back (G6).
 */
import { envelopeFormat, type Envelope } from './envelope.ts';
import { isFlat } from './values/is-flat.ts';

/** What is wrong with a value, or undefined. */
type Check = (value: unknown) => string | undefined;
interface Field {
  readonly check: Check;
  readonly required: boolean;
}
type Fields = Readonly<Record<string, Field>>;

/** The last instant of a JavaScript date. */
const msMax = 8_640_000_000_000_000;
const runCharactersMax = 128;
/** What nearly all ids look like; the whole rule costs more than the rest of the check. */
const plainRunId = /^[!-~]{1,128}$/;

/** What is wrong with `value` as an envelope of this format, or undefined. Encoded parts are judged by their outline. */
export function envelopeFault(value: unknown): string | undefined {
  return checkEnvelope(value);
}

/** As {@link envelopeFault}, for an envelope that is about to be written: encoded parts may be text. */
export function unwrittenFault(envelope: Envelope): string | undefined {
  return checkUnwritten(envelope);
}

const need = (check: Check): Field => ({ check, required: true });
const may = (check: Check): Field => ({ check, required: false });

const text: Check = (value) => (typeof value === 'string' ? undefined : 'is no text');
const name: Check = (value) => (typeof value === 'string' && value.trim() !== '' ? undefined : 'is no text, or blank');
const count: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'is no integer from 0';
const positiveCount: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 1 ? undefined : 'is no integer from 1';
const milliseconds: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= msMax ? undefined : `is no number of milliseconds up to ${msMax}`;
const constant =
  (expected: unknown): Check =>
  (value) =>
    value === expected ? undefined : `is not ${JSON.stringify(expected)}`;

function runId(value: unknown): string | undefined {
  if (typeof value === 'string' && plainRunId.test(value)) return undefined;
  const right =
    typeof value === 'string' &&
    value.trim() !== '' &&
    [...value].length <= runCharactersMax &&
    !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(value);
  return right ? undefined : `is no text of 1 to ${runCharactersMax} characters without control characters`;
}

function list(item: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return 'is no list';
    for (let at = 0; at < value.length; at++) {
      const fault = item(value[at]);
      if (fault !== undefined) return `[${at}] ${fault}`;
    }
    return undefined;
  };
}

function record(fields: Fields): Check {
  const known = new Map(Object.entries(fields));
  const required = Object.keys(fields).filter((key) => fields[key]!.required);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is no object';
    let found = 0;
    for (const key in value) {
      if (!Object.hasOwn(value, key)) continue;
      const part = (value as Record<string, unknown>)[key];
      if (part === undefined) continue;
      const field = known.get(key);
      if (!field) return `has an unknown field ${JSON.stringify(key.slice(0, 40))}`;
      const fault = field.check(part);
      if (fault !== undefined) return `.${key}${fault.startsWith('.') || fault.startsWith('[') ? '' : ' '}${fault}`;
      if (field.required) found += 1;
    }
    if (found === required.length) return undefined;
    return `lacks ${required.find((key) => (value as Record<string, unknown>)[key] === undefined)}`;
  };
}

/** Whichever of the shapes has its first field in the value. */
function oneOf(shapes: Readonly<Record<string, Check>>): Check {
  const keys = Object.keys(shapes);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is no object';
    const key = keys.find((each) => (value as Record<string, unknown>)[each] !== undefined);
    return key === undefined ? `has none of ${keys.join(', ')}` : shapes[key]!(value);
  };
}

const limitRequest = record({
  name: need(name),
  key: need(text),
  limit: need(positiveCount),
  perMs: need((value) => milliseconds(value) ?? (value === 0 ? 'is 0' : undefined)),
});

const wait = oneOf({
  durationMs: record({ durationMs: need(milliseconds) }),
  dueAtMs: record({ dueAtMs: need(milliseconds), inLine: may(constant(true)) }),
});

function callCheck(encoded: Check, encodedList: Check): Check {
  return record({
    args: need(encodedList),
    attempt: need(count),
    firstFailedAtMs: may(milliseconds),
    firstStartedAtMs: may(milliseconds),
    limits: need(list(limitRequest)),
    heartbeat: may(encoded),
    outcome: may(oneOf({ value: record({ value: need(encoded) }), error: record({ error: need(encoded) }) })),
  });
}

function envelopeCheck(encoded: Check, encodedList: Check): Check {
  return record({
    hopline: need(constant(envelopeFormat)),
    workflow: need(name),
    run: need(runId),
    incarnation: need(name),
    epoch: need(count),
    hop: need(count),
    visit: need(count),
    frames: need(encodedList),
    call: may(callCheck(encoded, encodedList)),
    wait: may(wait),
    startedAtMs: may(milliseconds),
    home: may(name),
    fairnessKey: may(name),
    trace: may(text),
    unknownSinceMs: may(milliseconds),
    handBacks: may(count),
    renewals: need(count),
    pace: may(record({ sinceMs: need(milliseconds), hops: need(count) })),
    paused: may(record({ reason: need(name), error: may(record({ name: need(text), message: need(text) })) })),
  });
}

const flat: Check = (value) => (isFlat(value) ? undefined : 'is no encoded value');
const flatList: Check = (value) => (Array.isArray(value) && isFlat(value) ? undefined : 'is no encoded list');
const flatOrText: Check = (value) => (typeof value === 'string' ? undefined : flat(value));
const flatListOrText: Check = (value) => (typeof value === 'string' ? undefined : flatList(value));

const checkEnvelope = envelopeCheck(flat, flatList);
const checkUnwritten = envelopeCheck(flatOrText, flatListOrText);

/** Where a branch stands, but for its frames. Written within the frames, its encoded parts stay text. */
const checkBranch = record({
  visit: need(count),
  call: may(callCheck(text, text)),
  wait: may(record({ dueAtMs: need(milliseconds), inLine: may(constant(true)) })),
});

/** What is wrong with `value` as the place of a branch, or undefined. */
export function branchFault(value: unknown): string | undefined {
  return checkBranch(value);
}
