import { sqsLimits } from '../../protocol/sqs-limits.ts';
import { defineAction } from '../action.ts';
import { checkBatch, performEntries } from '../batch.ts';
import { modelled } from '../errors.ts';
import { readList, readStructure, readText, required } from '../input-reader.ts';
import { measureInput } from '../message-attributes.ts';
import { checkFifoIds, type OutgoingMessage } from '../message-rules.ts';
import { outgoingMembers, send } from '../send.ts';

/**
 * The sum of a batch is held against what SQS carries at most, not against the queue's own `MaximumMessageSize` (recorded:
 * two messages that fit one by one are taken although their sum does not).
 */
export const sendMessageBatch = defineAction(
  readStructure({ QueueUrl: readText, Entries: readList(readStructure({ Id: readText, ...outgoingMembers })) }),
  (input, { account }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    const entries = required(input.Entries, 'Entries');
    checkBatch(entries, 'SendMessageBatch');
    for (const entry of entries) checkFifoIds(entry, queue.settings, 'batch');
    checkSum(entries);
    const reply = performEntries(entries, account.faults, (entry, Id) => send(queue, account, entry, Id));
    queue.settle();
    return reply;
  },
  { movesMessages: true },
);

function checkSum(entries: readonly OutgoingMessage[]): void {
  let bytes = 0;
  for (const entry of entries)
    bytes += Buffer.byteLength(entry.MessageBody ?? '') + measureInput(entry.MessageAttributes);
  if (bytes <= sqsLimits.bodyBytesMax) return;
  throw modelled(
    'BatchRequestTooLong',
    `Batch requests cannot be longer than ${sqsLimits.bodyBytesMax} bytes. You have sent ${bytes} bytes.`,
  );
}
