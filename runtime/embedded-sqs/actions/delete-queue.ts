import { defineAction } from '../action.ts';
import { readStructure, readText, required } from '../input-reader.ts';

/** Deletes a queue with all its messages at once (AWS takes up to 60 s), and ends the polls on it. */
export const deleteQueue = defineAction(readStructure({ QueueUrl: readText }), (input, { account }) => {
  account.deleteQueue(account.requireByUrl(required(input.QueueUrl, 'QueueUrl')));
  return {};
});
