import { queueUrl } from '../queue-url.ts';
import { defineAction } from '../action.ts';
import { readMap, readStructure, readText, required } from '../input-reader.ts';
import { checkDeadLetterTarget } from '../dead-letter-target.ts';
import { parseRedrivePolicy } from '../redrive-policy.ts';

const none: ReadonlyMap<string, string> = new Map();

/** Creating a queue that is there already, with no attribute or equal ones, returns it. */
export const createQueue = defineAction(
  readStructure({ QueueName: readText, Attributes: readMap(readText), tags: readMap(readText) }),
  (input, { account, baseUrl }) => {
    const name = required(input.QueueName, 'QueueName');
    const attributes = input.Attributes ?? none;
    const policy = parseRedrivePolicy(attributes.get('RedrivePolicy') ?? '');
    checkDeadLetterTarget(account, { name, isFifo: attributes.get('FifoQueue') === 'true' }, policy, attributes);
    const isNew = account.findByName(name) === undefined;
    const queue = account.createQueue(name, attributes);
    if (isNew) for (const [key, value] of input.tags ?? none) queue.tags.set(key, value);
    return { QueueUrl: queueUrl(queue.name, baseUrl) };
  },
);
