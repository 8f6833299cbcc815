import { requireKnownKeys, requireOption } from '../runtime/protocol/option-keys.ts';
import { requireName } from './required-name.ts';

/** Keys with which messages are signed, so that who may send to the queue still cannot invent the state of a run. */
export interface SigningOptions {
  /** First signs, all verify: put a new key first, and drop an old one when the longest run signed with it has hopped on. */
  keys: { id: string; secret: string | Uint8Array }[];
  /** Whether a worker takes an unsigned start. Default true. */
  allowUnsignedStarts?: boolean;
}

const secretBytesMin = 16;

/** Refuses keys that could not sign, where they are given and not at the first message. */
export function checkSigningOptions(signing: SigningOptions): void {
  const where = 'signing';
  requireKnownKeys(signing, where, ['keys', 'allowUnsignedStarts'], 'CONFIGURATION');
  const { keys } = signing;
  requireOption(
    Array.isArray(keys) && keys.length > 0,
    where,
    'keys',
    keys,
    'a list of at least one key',
    'CONFIGURATION',
  );
  const seen = new Set<string>();
  keys.forEach((key, index) => {
    requireKnownKeys(key, `signing.keys[${index}]`, ['id', 'secret'], 'CONFIGURATION');
    requireName(key.id, `signing.keys[${index}]`, 'id', 'CONFIGURATION');
    requireOption(!seen.has(key.id), `signing.keys[${index}]`, 'id', key.id, 'used once', 'CONFIGURATION');
    seen.add(key.id);
    requireSecret(key.secret, `signing.keys[${index}]`);
  });
}

/** The value of a secret is never part of a message. */
function requireSecret(secret: unknown, where: string): void {
  const bytes =
    typeof secret === 'string'
      ? new TextEncoder().encode(secret).length
      : secret instanceof Uint8Array
        ? secret.length
        : 0;
  requireOption(
    bytes >= secretBytesMin,
    where,
    'secret',
    `${bytes} bytes`,
    `at least ${secretBytesMin} bytes`,
    'CONFIGURATION',
  );
}
