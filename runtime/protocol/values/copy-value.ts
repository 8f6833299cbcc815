import { decodeValue } from './decode-value.ts';
import { encodeValue } from './encode-value.ts';

/**
 * The value as if it had travelled: what an activity gets as argument and a workflow as result (G8).
 *
 * @param what as in `encodeValue`
 * @throws HoplineError `UNSERIALISABLE`
 */
export function copyValue<T>(value: T, what: string): T {
  return decodeValue(encodeValue(value, what)) as T;
}
