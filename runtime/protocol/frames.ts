/**
 * The stack of frames as one encoded value, so that a local of an outer frame and of an inner one that are the same object
 * stay the same object.
 */
import type { Encoded } from './envelope.ts';
import { HoplineError } from './errors.ts';
import type { Frame } from './machine.ts';
import { decodeValue } from './values/decode-value.ts';
import { encodeWith } from './values/encode-value.ts';
import { unserialisable, type Refusal } from './values/refusal.ts';

/** @throws HoplineError `UNSERIALISABLE` naming the variable, the path in it, the state and the machine */
export function encodeFrames(frames: readonly Frame[]): Encoded {
  return encodeWith(frames, (refusal) => explain(frames, refusal));
}

/** The first steps are the frame, `locals` and the variable. */
function explain(frames: readonly Frame[], refusal: Refusal): HoplineError {
  const [at, , variable, ...rest] = refusal.steps ?? [];
  const frame = typeof at === 'number' ? frames[at] : undefined;
  if (!frame || typeof variable !== 'string') return unserialisable('the frames', refusal);
  const { message } = unserialisable(variable, refusal, rest);
  const where = `Variable ${variable} of ${frame.machine} is needed after its suspension '${frame.state}', but `;
  return new HoplineError(
    'UNSERIALISABLE',
    where + message,
    refusal.cause === undefined ? undefined : { cause: refusal.cause },
  );
}

/** @throws HoplineError `MALFORMED_MESSAGE`, `UNKNOWN_CODEC` */
export function decodeFrames(encoded: Encoded): Frame[] {
  const frames = decodeValue(encoded);
  if (!Array.isArray(frames) || frames.length === 0 || !Array.from(frames).every(isFrame))
    throw new HoplineError(
      'MALFORMED_MESSAGE',
      'The frames of an envelope are no list of { machine, state, hash, locals }. The message was changed, or written by something else than Hopline.',
    );
  return frames as Frame[];
}

const frameKeys = ['machine', 'state', 'hash', 'locals'];

function isFrame(value: unknown): value is Frame {
  if (!isPlain(value)) return false;
  const { machine, state, hash, locals } = value;
  return (
    typeof machine === 'string' &&
    typeof state === 'string' &&
    typeof hash === 'string' &&
    isPlain(locals) &&
    Object.keys(value).every((key) => frameKeys.includes(key))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
