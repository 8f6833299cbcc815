import { copyValue } from '../../../runtime/protocol/values/copy-value.ts';
import { decodeValue } from '../../../runtime/protocol/values/decode-value.ts';
import { encodeValue } from '../../../runtime/protocol/values/encode-value.ts';

/** Values as they travel: the codec of the messages, text to text. */
export function encodeText(value: unknown, what: string): string {
  return encodeValue(value, what);
}

export function decodeText(text: string): unknown {
  return decodeValue(JSON.parse(text));
}

export function copy(value: unknown, what: string): unknown {
  return copyValue(value, what);
}
