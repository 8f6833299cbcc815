import { defineAction } from '../action.ts';
import { readStructure, readText, required } from '../input-reader.ts';

/** Takes effect at once (AWS takes up to 60 s). Messages in flight, delayed ones and the deduplication ids go as well. */
export const purgeQueue = defineAction(readStructure({ QueueUrl: readText }), (input, { account }) => {
  account.requireByUrl(required(input.QueueUrl, 'QueueUrl')).purge();
  return {};
});
