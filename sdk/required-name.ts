import type { ErrorCode } from '../runtime/protocol/errors.ts';
import { requireOption } from '../runtime/protocol/option-keys.ts';

const nameLengthMax = 256;

/** Names travel in messages, in message attributes and on command lines, so they are short and free of control characters. */
export function requireName(name: unknown, where: string, option: string, code?: ErrorCode): asserts name is string {
  requireOption(
    isName(name),
    where,
    option,
    name,
    `a text of 1 to ${nameLengthMax} characters, not blank and without control characters`,
    code,
  );
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name.trim() !== '' && name.length <= nameLengthMax && !/\p{Cc}/u.test(name);
}
