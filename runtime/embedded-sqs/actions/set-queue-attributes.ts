import { defineAction } from '../action.ts';
import { checkDeadLetterTarget } from '../dead-letter-target.ts';
import { readMap, readStructure, readText, required } from '../input-reader.ts';
import { changeSettings } from '../queue-attributes.ts';

/** All or none: one bad attribute and nothing has changed. Takes effect at once (AWS takes up to 60 s). */
export const setQueueAttributes = defineAction(
  readStructure({ QueueUrl: readText, Attributes: readMap(readText) }),
  (input, { account }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    const attributes = required(input.Attributes, 'Attributes');
    const settings = changeSettings(queue.settings, attributes);
    checkDeadLetterTarget(account, queue, settings.redrivePolicy, attributes);
    queue.changeSettings(settings);
    return {};
  },
);
