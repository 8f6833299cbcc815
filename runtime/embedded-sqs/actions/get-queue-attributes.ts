import { defineAction } from '../action.ts';
import { readList, readStructure, readText, required } from '../input-reader.ts';
import type { Queue } from '../queue.ts';
import { isAttributeName, unknownAttribute } from '../queue-attributes.ts';

/** The counters are exact here; AWS's lag by up to a minute. */
export const getQueueAttributes = defineAction(
  readStructure({ QueueUrl: readText, AttributeNames: readList(readText) }),
  (input, { account }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    const names = new Set(input.AttributeNames);
    for (const name of names) if (!isAttributeName(name)) throw unknownAttribute(name);
    const wanted = [...allAttributes(queue)].filter(([name]) => names.has('All') || names.has(name));
    return wanted.length === 0 ? {} : { Attributes: Object.fromEntries(wanted) };
  },
);

function* allAttributes(queue: Queue): Iterable<[string, string]> {
  const { visible, inFlight, delayed } = queue.depth();
  yield ['QueueArn', queue.arn];
  yield ['ApproximateNumberOfMessages', String(visible)];
  yield ['ApproximateNumberOfMessagesNotVisible', String(inFlight)];
  yield ['ApproximateNumberOfMessagesDelayed', String(delayed)];
  yield ['CreatedTimestamp', String(Math.floor(queue.createdAtMs / 1000))];
  yield ['LastModifiedTimestamp', String(Math.floor(queue.modifiedAtMs / 1000))];
  yield* queue.settings.texts;
}
