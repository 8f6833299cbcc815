import { defineAction } from '../action.ts';
import { invalidParameter } from '../errors.ts';
import { readList, readMap, readStructure, readText, required } from '../input-reader.ts';

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-queues.html */
const tagsMax = 50;

export const tagQueue = defineAction(
  readStructure({ QueueUrl: readText, Tags: readMap(readText) }),
  (input, { account }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    const tags = required(input.Tags, 'Tags');
    const names = new Set([...queue.tags.keys(), ...tags.keys()]);
    if (names.size > tagsMax) throw invalidParameter(`Too many tags added for queue ${queue.name}.`);
    for (const [name, value] of tags) queue.tags.set(name, value);
    return {};
  },
);

export const untagQueue = defineAction(
  readStructure({ QueueUrl: readText, TagKeys: readList(readText) }),
  (input, { account }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    for (const name of required(input.TagKeys, 'TagKeys')) queue.tags.delete(name);
    return {};
  },
);

/** A queue without tags answers without `Tags` (recorded). */
export const listQueueTags = defineAction(readStructure({ QueueUrl: readText }), (input, { account }) => {
  const { tags } = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
  return tags.size === 0 ? {} : { Tags: Object.fromEntries(tags) };
});
