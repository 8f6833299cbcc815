/**
 * The stack of frames as one encoded value, so that a local of an outer frame and of an inner one that are the same object
 * stay the same object.
 */
import type { Encoded } from './envelope.ts';
import { HoplineError } from './errors.ts';
import { branchFault } from './envelope-shape.ts';
import type { Branch, Frame } from './machine.ts';
import { decodeValue } from './values/decode-value.ts';
import { encodeWith } from './values/encode-value.ts';
import { unserialisable, type Refusal, type Step } from './values/refusal.ts';

/** @throws HoplineError `UNSERIALISABLE` naming the variable, the path in it, the state and the machine */
export function encodeFrames(frames: readonly Frame[]): Encoded {
  return encodeWith(frames, (refusal) => explain(frames, refusal));
}

/** The first steps are the frame, `locals` and the variable; of a branch, those of its group come before. */
function explain(frames: readonly Frame[], refusal: Refusal, steps = refusal.steps ?? []): HoplineError {
  const [at, part, variable, ...rest] = steps;
  const frame = typeof at === 'number' ? frames[at] : undefined;
  if (frame && part === 'branches' && typeof variable === 'number')
    return explainBranch(frame, variable, refusal, rest);
  if (!frame || typeof variable !== 'string') return unserialisable('the frames', refusal);
  const { message } = unserialisable(variable, refusal, rest);
  const where = `Variable ${variable} of ${frame.machine} is needed after its suspension '${frame.state}', but `;
  return new HoplineError(
    'UNSERIALISABLE',
    where + message,
    refusal.cause === undefined ? undefined : { cause: refusal.cause },
  );
}

function explainBranch(
  { state, machine, branches }: Frame,
  index: number,
  refusal: Refusal,
  [part, ...rest]: readonly Step[],
): HoplineError {
  const branch = branches![index]!;
  if (part === 'frames' && 'frames' in branch) return explain(branch.frames, refusal, rest);
  return unserialisable(`the outcome of branch ${index} of '${state}' in ${machine}`, refusal, rest);
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

const frameKeys = ['machine', 'state', 'hash', 'locals', 'branches'];

function isFrame(value: unknown): value is Frame {
  if (!isPlain(value)) return false;
  const { machine, state, hash, locals, branches } = value;
  return (
    typeof machine === 'string' &&
    typeof state === 'string' &&
    typeof hash === 'string' &&
    isPlain(locals) &&
    Object.keys(value).every((key) => frameKeys.includes(key)) &&
    (branches === undefined || (Array.isArray(branches) && Array.from(branches).every(isBranch)))
  );
}

function isBranch(value: unknown): value is Branch {
  if (!isPlain(value)) return false;
  if ('value' in value || 'error' in value) return Object.keys(value).length === 1;
  const { frames, visit, call, wait } = value;
  return (
    Array.isArray(frames) &&
    frames.length > 0 &&
    Array.from(frames).every(isFrame) &&
    branchFault({ visit, call, wait }) === undefined
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
