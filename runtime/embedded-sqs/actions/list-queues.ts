import { defineAction } from '../action.ts';
import { readInteger, readStructure, readText } from '../input-reader.ts';
import { readPage } from '../paging.ts';
import { queueUrl } from '../queue-url.ts';

/** By name. */
export const listQueues = defineAction(
  readStructure({ QueueNamePrefix: readText, NextToken: readText, MaxResults: readInteger }),
  (input, { account, baseUrl }) => {
    const prefix = input.QueueNamePrefix ?? '';
    const names = account.queues.map((queue) => queue.name).filter((name) => name.startsWith(prefix));
    const { page, nextToken } = readPage(names, input);
    return {
      ...(page.length > 0 && { QueueUrls: page.map((name) => queueUrl(name, baseUrl)) }),
      ...(nextToken && { NextToken: nextToken }),
    };
  },
);
