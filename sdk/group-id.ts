import { createHash } from 'node:crypto';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html (MessageGroupId): letters, digits and this punctuation, up to 128. */
const legalGroupId = /^[a-zA-Z0-9!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]{1,128}$/;

/**
 * A fairness key as a `MessageGroupId`. What SQS would refuse is replaced by its hash: one tenant's odd name must not make
 * its sends fail, and equal keys still are one group.
 */
export function groupIdOf(key: string): string {
  return legalGroupId.test(key) ? key : createHash('sha256').update(key).digest('hex');
}
