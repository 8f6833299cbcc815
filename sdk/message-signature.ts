/**
 * The signature of a message: HMAC-SHA-256 over its body with run, hop and queue (DESIGN.md §7), so that who may send to a
 * queue can neither invent the state of a run nor replay one run's message as another's or on another queue.
 *
 * Invariants
 * 1. The text that is signed is unambiguous: no two different sets of facts give the same text.
 * 2. A queue is known by its path, not its host: the same queue has other hosts through an endpoint of a VPC or a container.
 * 3. Comparison takes the same time for every wrong signature.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningOptions } from './signing.ts';

/** What a signature binds together. */
export interface SignedFacts {
  readonly body: string;
  readonly run: string;
  readonly hop: number;
  readonly queueUrl: string;
}

/** `<key id>:<base64url>`, with the first key; the value of the message attribute `hopline.signature`. */
export function signMessage(signing: SigningOptions, facts: SignedFacts): string {
  const key = signing.keys[0]!;
  return `${key.id}:${digest(key.secret, facts).toString('base64url')}`;
}

/** True where one of the keys made `signature` for exactly these facts. */
export function isSignedBy(signing: SigningOptions, facts: SignedFacts, signature: string): boolean {
  const colon = signature.lastIndexOf(':');
  const key = signing.keys.find(({ id }) => id === signature.slice(0, colon));
  if (!key) return false;
  const expected = digest(key.secret, facts);
  const given = Buffer.from(signature.slice(colon + 1), 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function digest(secret: string | Uint8Array, { body, run, hop, queueUrl }: SignedFacts): Buffer {
  const queue = new URL(queueUrl).pathname;
  const head = `hopline.1 ${hop} ${queue.length}:${queue} ${run.length}:${run} `;
  return createHmac('sha256', secret).update(head).update(body).digest();
}
