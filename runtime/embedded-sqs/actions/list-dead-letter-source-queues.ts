import { defineAction } from '../action.ts';
import { readInteger, readStructure, readText, required } from '../input-reader.ts';
import { queueUrl } from '../queue-url.ts';
import { readPage } from '../paging.ts';

export const listDeadLetterSourceQueues = defineAction(
  readStructure({ QueueUrl: readText, NextToken: readText, MaxResults: readInteger }),
  (input, { account, baseUrl }) => {
    const target = account.requireByUrl(required(input.QueueUrl, 'QueueUrl'));
    const sources = account.queues.filter((queue) => queue.settings.redrivePolicy?.deadLetterTargetArn === target.arn);
    const { page, nextToken } = readPage(
      sources.map((queue) => queue.name),
      input,
    );
    // This member's name begins with a small letter in AWS's model, unlike that of ListQueues.
    return { queueUrls: page.map((name) => queueUrl(name, baseUrl)), ...(nextToken && { NextToken: nextToken }) };
  },
);
