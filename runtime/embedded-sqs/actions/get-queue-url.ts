import { accountId } from '../account.ts';
import { defineAction } from '../action.ts';
import { readStructure, readText, required } from '../input-reader.ts';
import { queueDoesNotExist } from '../queue.ts';
import { queueUrl } from '../queue-url.ts';

export const getQueueUrl = defineAction(
  readStructure({ QueueName: readText, QueueOwnerAWSAccountId: readText }),
  (input, { account, baseUrl }) => {
    const queue = account.findByName(required(input.QueueName, 'QueueName'));
    const owner = input.QueueOwnerAWSAccountId ?? accountId;
    if (queue === undefined || owner !== accountId) throw queueDoesNotExist();
    return { QueueUrl: queueUrl(queue.name, baseUrl) };
  },
);
