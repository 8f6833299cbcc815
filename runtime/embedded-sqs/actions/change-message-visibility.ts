import { sqsLimits } from '../../protocol/sqs-limits.ts';
import { defineAction } from '../action.ts';
import { checkBatch, performEntries } from '../batch.ts';
import { invalidValue } from '../errors.ts';
import { readInteger, readList, readStructure, readText, required } from '../input-reader.ts';
import type { Queue } from '../queue.ts';

const changeMembers = { ReceiptHandle: readText, VisibilityTimeout: readInteger };

interface Change {
  readonly ReceiptHandle: string | undefined;
  readonly VisibilityTimeout: number | undefined;
}

export const changeMessageVisibility = defineAction(
  readStructure({ QueueUrl: readText, ...changeMembers }),
  (input, { account }) => {
    change(account.requireByUrl(required(input.QueueUrl, 'QueueUrl')), input);
    return {};
  },
  { movesMessages: true },
);

export const changeMessageVisibilityBatch = defineAction(
  readStructure({ QueueUrl: readText, Entries: readList(readStructure({ Id: readText, ...changeMembers })) }),
  (input, { account }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    const entries = required(input.Entries, 'Entries');
    checkBatch(entries, 'ChangeMessageVisibilityBatch');
    return performEntries(entries, account.faults, (entry, Id) => {
      change(queue, entry);
      return { Id };
    });
  },
  { movesMessages: true },
);

function change(queue: Queue, { ReceiptHandle, VisibilityTimeout }: Change): void {
  const receiptHandle = required(ReceiptHandle, 'ReceiptHandle');
  const seconds = required(VisibilityTimeout, 'VisibilityTimeout');
  const { visibilitySecondsMax } = sqsLimits;
  if (seconds < 0 || seconds > visibilitySecondsMax) {
    throw invalidValue(
      seconds,
      'VisibilityTimeout',
      `VisibilityTimeout must be an integer between 0 and ${visibilitySecondsMax}.`,
    );
  }
  queue.changeVisibility(receiptHandle, seconds);
}
