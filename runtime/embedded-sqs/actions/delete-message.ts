import { defineAction } from '../action.ts';
import { checkBatch, performEntries } from '../batch.ts';
import { readList, readStructure, readText, required } from '../input-reader.ts';

export const deleteMessage = defineAction(
  readStructure({ QueueUrl: readText, ReceiptHandle: readText }),
  (input, { account }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    queue.delete(required(input.ReceiptHandle, 'ReceiptHandle'));
    return {};
  },
  { movesMessages: true },
);

export const deleteMessageBatch = defineAction(
  readStructure({
    QueueUrl: readText,
    Entries: readList(readStructure({ Id: readText, ReceiptHandle: readText })),
  }),
  (input, { account }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    const entries = required(input.Entries, 'Entries');
    checkBatch(entries, 'DeleteMessageBatch');
    return performEntries(entries, account.faults, ({ ReceiptHandle }, Id) => {
      queue.delete(required(ReceiptHandle, 'ReceiptHandle'));
      return { Id };
    });
  },
  { movesMessages: true },
);
