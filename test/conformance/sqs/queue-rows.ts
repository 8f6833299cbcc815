import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListQueuesCommand,
  ListQueueTagsCommand,
  PurgeQueueCommand,
  SetQueueAttributesCommand,
  TagQueueCommand,
  UntagQueueCommand,
} from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import type { Lab, Row } from './row.ts';

let nameCount = 0;
const freshName = (lab: Lab) => `named-${lab.target.name.replace(/\W/g, '')}-${process.pid}-${nameCount++}`;

const create = (lab: Lab, QueueName: string, Attributes?: Record<string, string>) =>
  lab.send(new CreateQueueCommand({ QueueName, ...(Attributes && { Attributes }) }));
const set = (lab: Lab, QueueUrl: string, Attributes: Record<string, string>) =>
  lab.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));

/** What SQS does with queues, beside the recorded facts. */
export const queueRows: readonly Row[] = [
  {
    id: 'queue name',
    title: 'names are 1 to 80 letters, digits, hyphens and underscores; FIFO names end with .fifo',
    async run(lab) {
      for (const name of ['a b', 'a/b', 'a'.repeat(81), 'a.fifo']) {
        await lab.refused(create(lab, name), {
          code: 'InvalidParameterValue',
          message: 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
        });
      }
      await lab.refused(create(lab, 'plain', { FifoQueue: 'true' }), {
        code: 'InvalidParameterValue',
        message: /must end with \.fifo suffix/,
      });
      await create(lab, `_-${'a'.repeat(78)}`);
    },
  },
  {
    id: 'queue url',
    title: 'a queue is found by its name, and not after it was deleted',
    async run(lab) {
      const QueueName = freshName(lab);
      const { QueueUrl } = await create(lab, QueueName);
      expect(new URL(QueueUrl).pathname).toMatch(new RegExp(`^/\\d{12}/${QueueName}$`));
      expect((await lab.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl).toBe(QueueUrl);
      await lab.send(new DeleteQueueCommand({ QueueUrl }));
      await lab.refused(lab.send(new GetQueueUrlCommand({ QueueName })), {
        code: 'AWS.SimpleQueueService.NonExistentQueue',
        name: 'QueueDoesNotExist',
      });
    },
  },
  {
    id: 'queue recreate',
    title: 'a deleted name may not be used again at once',
    async run(lab) {
      const QueueName = freshName(lab);
      const { QueueUrl } = await create(lab, QueueName);
      await lab.send(new DeleteQueueCommand({ QueueUrl }));
      await lab.refused(create(lab, QueueName), {
        code: 'AWS.SimpleQueueService.QueueDeletedRecently',
        name: 'QueueDeletedRecently',
        message: 'You must wait 60 seconds after deleting a queue before you can create another with the same name.',
      });
    },
  },
  {
    id: 'queue recreate later',
    title: 'a deleted name is free after 60 s, and its messages are gone',
    virtualOnly: 'needs a minute',
    async run(lab) {
      const QueueName = freshName(lab);
      const { QueueUrl } = await create(lab, QueueName);
      await lab.put(QueueUrl);
      await lab.send(new DeleteQueueCommand({ QueueUrl }));
      await lab.wait(60_000);
      await create(lab, QueueName);
      expect(await lab.take(QueueUrl)).toEqual([]);
    },
  },
  {
    id: 'queue list',
    title: 'queues are listed by prefix, in pages where a size was given',
    async run(lab) {
      const prefix = freshName(lab);
      const urls: string[] = [];
      for (const letter of 'abcde') urls.push((await create(lab, `${prefix}-${letter}`)).QueueUrl);
      const list = (more: object) => lab.send(new ListQueuesCommand({ QueueNamePrefix: prefix, ...more }));
      const all = await list({});
      expect([...all.QueueUrls].sort()).toEqual(urls);
      expect(all.NextToken).toBeUndefined();
      const first = await list({ MaxResults: 2 });
      expect(first.QueueUrls).toHaveLength(2);
      const second = await list({ MaxResults: 3, NextToken: first.NextToken });
      expect([...first.QueueUrls, ...second.QueueUrls].sort()).toEqual(urls);
      expect(second.NextToken).toBeUndefined();
      expect((await list({ QueueNamePrefix: `${prefix}-none` })).QueueUrls ?? []).toEqual([]);
    },
  },
  {
    id: 'queue attributes',
    title: 'a new queue has the recorded attributes with their defaults; only what is asked for comes',
    async run(lab) {
      const url = await lab.queue({ VisibilityTimeout: '20' });
      const { CreatedTimestamp, LastModifiedTimestamp, QueueArn, ...rest } = await lab.attributes(url);
      expect(rest).toEqual({
        ApproximateNumberOfMessages: '0',
        ApproximateNumberOfMessagesDelayed: '0',
        ApproximateNumberOfMessagesNotVisible: '0',
        DelaySeconds: '0',
        MaximumMessageSize: '1048576',
        MessageRetentionPeriod: '345600',
        ReceiveMessageWaitTimeSeconds: '0',
        SqsManagedSseEnabled: 'true',
        VisibilityTimeout: '20',
      });
      const nowSeconds = lab.target.now() / 1000;
      for (const stamp of [CreatedTimestamp, LastModifiedTimestamp]) {
        expect(Math.abs(Number(stamp) - nowSeconds)).toBeLessThan(10);
      }
      expect(QueueArn).toMatch(/^arn:aws:sqs:us-east-1:\d{12}:row-/);
      const one = await lab.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['DelaySeconds'] }));
      expect(one.Attributes).toEqual({ DelaySeconds: '0' });
      const none = await lab.send(new GetQueueAttributesCommand({ QueueUrl: url }));
      expect(none.Attributes).toBeUndefined();
    },
  },
  {
    id: 'queue attributes set',
    title: 'attributes are set all or none; unknown names and values outside their bounds are refused',
    async run(lab) {
      const url = await lab.queue();
      await set(lab, url, { DelaySeconds: '420', VisibilityTimeout: '69', MaximumMessageSize: '2048' });
      const changed = { DelaySeconds: '420', VisibilityTimeout: '69', MaximumMessageSize: '2048' };
      expect(await lab.attributes(url)).toMatchObject(changed);
      await lab.refused(set(lab, url, { DelaySeconds: '1', Nonsense: '1' }), {
        code: 'InvalidAttributeName',
        message: 'Unknown Attribute Nonsense.',
      });
      const bad = {
        DelaySeconds: '901',
        VisibilityTimeout: '43201',
        MaximumMessageSize: '1023',
        MessageRetentionPeriod: '59',
        ReceiveMessageWaitTimeSeconds: '21',
      };
      for (const [name, value] of Object.entries(bad)) {
        await lab.refused(set(lab, url, { [name]: value }), {
          code: 'InvalidAttributeValue',
          message: `Invalid value for the parameter ${name}.`,
        });
      }
      expect(await lab.attributes(url)).toMatchObject(changed);
    },
  },
  {
    id: 'queue attributes unknown',
    title: 'asking for an unknown attribute is refused',
    async run(lab) {
      const url = await lab.queue();
      const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['Nonsense' as 'All'] });
      await lab.refused(lab.send(command), { code: 'InvalidAttributeName', message: 'Unknown Attribute Nonsense.' });
    },
  },
  {
    id: 'queue attributes fifo',
    title: 'FIFO attributes are refused on a standard queue, and a queue does not change its type',
    async run(lab) {
      const only = (name: string) => `You can specify the ${name} only when FifoQueue is set to true.`;
      const refusals: [string, string, string][] = [
        ['FifoQueue', 'false', 'Unknown Attribute FifoQueue.'],
        ['ContentBasedDeduplication', 'false', 'Unknown Attribute ContentBasedDeduplication.'],
        ['DeduplicationScope', 'queue', only('DeduplicationScope')],
        ['FifoThroughputLimit', 'perQueue', only('FifoThroughputLimit')],
      ];
      for (const [name, value, message] of refusals) {
        await lab.refused(create(lab, freshName(lab), { [name]: value }), { code: 'InvalidAttributeName', message });
      }
      await lab.refused(set(lab, await lab.fifoQueue(), { FifoQueue: 'false' }), {
        code: 'InvalidAttributeValue',
        message: 'Invalid value for the parameter FifoQueue. Reason: Modifying queue type is not supported.',
      });
    },
  },
  {
    id: 'queue tags',
    title: 'tags come, are listed, go; a queue without tags has no list',
    async run(lab) {
      const url = await lab.queue();
      const list = async () => (await lab.send(new ListQueueTagsCommand({ QueueUrl: url }))).Tags;
      await lab.send(new TagQueueCommand({ QueueUrl: url, Tags: { tag1: 'value1', tag2: 'value2', tag3: '' } }));
      expect(await list()).toEqual({ tag1: 'value1', tag2: 'value2', tag3: '' });
      await lab.send(new UntagQueueCommand({ QueueUrl: url, TagKeys: ['tag1', 'tag3', 'never'] }));
      expect(await list()).toEqual({ tag2: 'value2' });
      await lab.send(new UntagQueueCommand({ QueueUrl: url, TagKeys: ['tag2'] }));
      expect(await list()).toBeUndefined();
    },
  },
  {
    id: 'queue dead-letter sources',
    title: 'a dead-letter queue knows its sources',
    async run(lab) {
      const { url, deadLetterUrl } = await lab.queueWithDeadLetters(3);
      const list = (QueueUrl: string) => lab.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl }));
      expect((await list(deadLetterUrl)).queueUrls).toEqual([url]);
      expect((await list(url)).queueUrls ?? []).toEqual([]);
    },
  },
  {
    id: 'queue dead-letter type',
    title: 'a dead-letter queue must exist and be of the same type',
    async run(lab) {
      const url = await lab.queue();
      const policy = (deadLetterTargetArn: string) => JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 3 });
      const fifoArn = await lab.arn(await lab.fifoQueue());
      const missingArn = `${await lab.arn(url)}-not`;
      for (const [arn, reason] of [
        [missingArn, 'Dead letter target does not exist'],
        [fifoArn, 'Dead-letter queue must be same type of queue as the source'],
      ] as const) {
        await lab.refused(set(lab, url, { RedrivePolicy: policy(arn) }), {
          code: 'InvalidParameterValue',
          message: new RegExp(`for parameter RedrivePolicy is invalid. Reason: ${reason}`),
        });
      }
    },
  },
  {
    id: 'queue purge again',
    title: 'a purge may be repeated after 60 s',
    virtualOnly: 'needs a minute',
    async run(lab) {
      const url = await lab.queue();
      const purge = () => lab.send(new PurgeQueueCommand({ QueueUrl: url }));
      await purge();
      await lab.wait(59_000);
      await lab.refused(purge(), {
        code: 'AWS.SimpleQueueService.PurgeQueueInProgress',
        name: 'PurgeQueueInProgress',
        status: 403,
      });
      await lab.wait(1_000);
      await purge();
    },
  },
];
