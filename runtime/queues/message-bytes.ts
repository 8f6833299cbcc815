import type { OutgoingMessage } from '../ports/queue.ts';

const dataType = 'String';

/**
 * Bytes of a message as SQS counts them: its body, and name, type and value of each attribute. Counted by Node, because every
 * message is counted and a loop over its characters takes ten times as long.
 */
export function messageBytes({ body, attributes }: Pick<OutgoingMessage, 'body' | 'attributes'>): number {
  let bytes = Buffer.byteLength(body);
  for (const name of Object.keys(attributes))
    bytes += Buffer.byteLength(name) + dataType.length + Buffer.byteLength(attributes[name]!);
  return bytes;
}
