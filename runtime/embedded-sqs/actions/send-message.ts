import { defineAction } from '../action.ts';
import { readStructure, readText, required } from '../input-reader.ts';
import { checkFifoIds } from '../message-rules.ts';
import { outgoingMembers, send } from '../send.ts';

export const sendMessage = defineAction(
  readStructure({ QueueUrl: readText, ...outgoingMembers }),
  (input, { account }) => {
    const queue = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    checkFifoIds(input, queue.settings, 'single');
    const reply = send(queue, account, input, undefined);
    queue.settle();
    return reply;
  },
  { movesMessages: true },
);
