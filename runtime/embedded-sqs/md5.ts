import * as crypto from 'node:crypto';
import type { MessageAttributeValue } from './message-attributes.ts';

const stringTransport = Buffer.from([1]);
const binaryTransport = Buffer.from([2]);

/** Hex MD5 of a body, as SQS reports it so that a client can tell whether its bytes arrived. */
export function md5OfBody(body: string): string {
  // `crypto.hash` came with Node 20.12 and takes half the time of a Hash object, which is what a small body costs most.
  return crypto.hash('md5', body, 'hex');
}

/**
 * MD5 over attributes sorted by name; each name, type and value with its length before it, and a byte that tells texts from
 * bytes: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-attributes-md5-message-digest-calculation
 */
export function md5OfAttributes(attributes: ReadonlyMap<string, MessageAttributeValue>): string {
  const digest = crypto.createHash('md5');
  const addSized = (value: string | Uint8Array) => {
    const bytes = typeof value === 'string' ? Buffer.from(value) : value;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    digest.update(length).update(bytes);
  };
  for (const name of [...attributes.keys()].sort()) {
    const attribute = attributes.get(name)!;
    addSized(name);
    addSized(attribute.dataType);
    digest.update(typeof attribute.value === 'string' ? stringTransport : binaryTransport);
    addSized(attribute.value);
  }
  return digest.digest('hex');
}
