import {
  CancelMessageMoveTaskCommand,
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  ListMessageMoveTasksCommand,
  SendMessageBatchCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { bodies, type Lab, type Row } from './row.ts';

const text = (StringValue: string) => ({ DataType: 'String', StringValue });
const invalidParameter = 'InvalidParameterValue';

/** Sends bodies, receives each once so that the next receive moves it, and moves them. */
async function fillDeadLetters(lab: Lab, url: string, sent: string[]): Promise<void> {
  for (const body of sent) await lab.put(url, body);
  for (let time = 0; time < 2; time++) await lab.take(url, { MaxNumberOfMessages: 10, VisibilityTimeout: 0 });
}

/** What SQS does with messages, beside the recorded facts. */
export const messageRows: readonly Row[] = [
  {
    id: 'message delay',
    title: "a queue's delay holds for messages that say none; 0 overrides it",
    async run(lab) {
      const url = await lab.queue({ DelaySeconds: '1' });
      await lab.put(url, 'delayed');
      await lab.put(url, 'at once', { DelaySeconds: 0 });
      expect(bodies(await lab.take(url, { MaxNumberOfMessages: 10 }))).toEqual(['at once']);
      await lab.wait(1_300);
      expect(bodies(await lab.take(url, { MaxNumberOfMessages: 10 }))).toEqual(['delayed']);
    },
  },
  {
    id: 'message delay integer',
    title: 'a delay is a whole number of seconds',
    async run(lab) {
      const url = await lab.queue();
      await lab.refused(lab.put(url, 'x', { DelaySeconds: 1.5 }), {
        code: 'MalformedInput',
      });
    },
  },
  {
    id: 'message visibility default',
    title: "a received message is hidden for the queue's timeout",
    async run(lab) {
      const url = await lab.queue({ VisibilityTimeout: '1' });
      await lab.put(url);
      await lab.takeOne(url);
      expect(await lab.take(url)).toEqual([]);
      await lab.wait(1_300);
      await lab.takeOne(url);
    },
  },
  {
    id: 'message visibility bounds',
    title: 'a visibility timeout lies between 0 and 43200 s',
    async run(lab) {
      const url = await lab.queue();
      await lab.put(url);
      for (const VisibilityTimeout of [-1, 43_201]) {
        await lab.refused(lab.take(url, { VisibilityTimeout }), { code: invalidParameter });
      }
      const { ReceiptHandle } = await lab.takeOne(url);
      for (const seconds of [-1, 43_201]) {
        await lab.refused(lab.hide(url, ReceiptHandle, seconds), { code: invalidParameter });
      }
    },
  },
  {
    id: 'message visibility total',
    title: 'the 12 h are counted from the receive, to the second',
    virtualOnly: 'needs hours',
    async run(lab) {
      const url = await lab.queue();
      await lab.put(url);
      const { ReceiptHandle } = await lab.takeOne(url);
      await lab.hide(url, ReceiptHandle, 43_200);
      await lab.wait(6 * 3_600_000);
      await lab.hide(url, ReceiptHandle, 21_600);
      await lab.refused(lab.hide(url, ReceiptHandle, 21_601), {
        code: invalidParameter,
        message:
          'Value 21601 for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [43200 seconds]',
      });
      await lab.wait(6 * 3_600_000);
      const again = await lab.takeOne(url);
      await lab.hide(url, again.ReceiptHandle, 43_200);
    },
  },
  {
    id: 'message system attributes',
    title: 'system attributes come only when asked for, by either list; those it has not are left out',
    async run(lab) {
      const url = await lab.queue({ VisibilityTimeout: '0' });
      await lab.put(url);
      expect((await lab.takeOne(url)).Attributes).toBeUndefined();
      const all = ['ApproximateFirstReceiveTimestamp', 'ApproximateReceiveCount', 'SenderId', 'SentTimestamp'];
      for (const list of ['AttributeNames', 'MessageSystemAttributeNames'] as const) {
        const ask = async (...names: string[]) =>
          Object.keys((await lab.takeOne(url, { [list]: names })).Attributes ?? {}).sort();
        expect([list, await ask('All')]).toEqual([list, all]);
        expect([list, await ask('SenderId')]).toEqual([list, ['SenderId']]);
        expect([list, await ask('SenderId', 'SequenceNumber')]).toEqual([list, ['SenderId']]);
      }
    },
  },
  {
    id: 'message timestamps',
    title: 'times are epoch milliseconds, of the send and of the first receive',
    async run(lab) {
      const url = await lab.queue();
      const sentAtMs = lab.target.now();
      await lab.put(url);
      await lab.wait(1_000);
      const { Attributes } = await lab.takeOne(url, { AttributeNames: ['All'] });
      expect(Math.abs(Number(Attributes!['SentTimestamp']) - sentAtMs)).toBeLessThan(500);
      const waitedMs = Number(Attributes!['ApproximateFirstReceiveTimestamp']) - Number(Attributes!['SentTimestamp']);
      expect(waitedMs).toBeGreaterThanOrEqual(999);
      expect(waitedMs).toBeLessThan(2_000);
    },
  },
  {
    id: 'message emoji',
    title: 'characters beyond the first plane arrive as they were sent',
    async run(lab) {
      const url = await lab.queue();
      const body = '\u{1F600} 𠮷 é\r\n\t"\\';
      await lab.put(url, body);
      expect((await lab.takeOne(url)).Body).toBe(body);
    },
  },
  {
    id: 'message lone surrogate',
    title: 'half a surrogate pair is no character',
    async run(lab) {
      const url = await lab.queue();
      await lab.refused(lab.put(url, 'a\uD83D'), { code: 'InvalidMessageContents' });
    },
  },
  {
    id: 'message size attributes',
    title: "names, types and values of attributes count towards the message's size",
    async run(lab) {
      const url = await lab.queue({ MaximumMessageSize: '1024' });
      const MessageAttributes = { k: text('xyz') };
      const room = 1024 - 'kStringxyz'.length;
      await lab.put(url, 'a'.repeat(room), { MessageAttributes });
      await lab.refused(lab.put(url, 'a'.repeat(room + 1), { MessageAttributes }), { code: invalidParameter });
      await lab.refused(lab.put(url, 'é'.repeat(513)), { code: invalidParameter });
    },
  },
  {
    id: 'message attributes count',
    title: 'a message has at most 10 attributes',
    async run(lab) {
      const url = await lab.queue();
      const attributes = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, text('v')]));
      await lab.put(url, 'x', { MessageAttributes: attributes(10) });
      await lab.refused(lab.put(url, 'x', { MessageAttributes: attributes(11) }), {
        code: invalidParameter,
        message: 'Number of message attributes [11] exceeds the allowed maximum [10].',
      });
    },
  },
  {
    id: 'message attributes names',
    title: 'attribute names are letters, digits, periods, hyphens and underscores, and not reserved ones',
    async run(lab) {
      const url = await lab.queue();
      for (const name of ['AWS.x', 'amazon.x', '.x', 'x.', 'a b', 'a'.repeat(257)]) {
        await lab.refused(lab.put(url, 'x', { MessageAttributes: { [name]: text('v') } }), { code: invalidParameter });
      }
      const names = ['a.b-c_D9', '__proto__', 'constructor'];
      const MessageAttributes = Object.fromEntries(names.map((name) => [name, text('v')]));
      await lab.put(url, 'x', { MessageAttributes });
      const message = await lab.takeOne(url, { MessageAttributeNames: ['All'] });
      expect(Object.keys(message.MessageAttributes!).sort()).toEqual([...names].sort());
    },
  },
  {
    id: 'message attributes values',
    title: 'attribute types are String, Number and Binary, with a suffix if one likes, and values must fit',
    async run(lab) {
      const url = await lab.queue();
      const send = (attribute: object) => lab.put(url, 'x', { MessageAttributes: { a: attribute as never } });
      await send({ DataType: 'Number.int', StringValue: '-1.5e3' });
      await send({ DataType: 'Binary.gif', BinaryValue: Uint8Array.of(0, 255) });
      for (const attribute of [
        { DataType: 'Number', StringValue: 'one' },
        { DataType: 'Text', StringValue: 'x' },
        { DataType: 'String', StringValue: '\0' },
        { DataType: 'Binary', StringValue: 'x' },
        { DataType: '', StringValue: 'x' },
      ]) {
        await lab.refused(send(attribute), { code: invalidParameter });
      }
    },
  },
  {
    id: 'message trace header',
    title: 'the X-Ray header travels as a system attribute',
    async run(lab) {
      const url = await lab.queue();
      const header = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
      const sent = await lab.put(url, 'x', { MessageSystemAttributes: { AWSTraceHeader: text(header) } });
      expect(sent.MD5OfMessageSystemAttributes).toMatch(/^[0-9a-f]{32}$/);
      const message = await lab.takeOne(url, { MessageSystemAttributeNames: ['AWSTraceHeader'] });
      expect(message.Attributes).toEqual({ AWSTraceHeader: header });
    },
  },
  {
    id: 'batch ids',
    title: 'the ids of a batch are distinct',
    async run(lab) {
      const url = await lab.queue();
      const entry = { Id: 'same', MessageBody: 'x' };
      await lab.refused(lab.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: [entry, entry] })), {
        code: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
        name: 'BatchEntryIdsNotDistinct',
        message: 'Id same repeated.',
      });
    },
  },
  {
    id: 'batch handles',
    title: 'in batches of handles a bad one fails alone',
    async run(lab) {
      const url = await lab.queue();
      await lab.put(url);
      const { ReceiptHandle } = await lab.takeOne(url);
      const bad = { Id: 'bad', ReceiptHandle: 'garbage' };
      const failed = [{ Id: 'bad', Code: 'ReceiptHandleIsInvalid', SenderFault: true }];
      const Entries = [{ Id: 'good', ReceiptHandle }, bad];
      const hides = Entries.map((entry) => ({ ...entry, VisibilityTimeout: 60 }));
      const hidden = await lab.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries: hides }));
      expect([hidden.Successful, hidden.Failed]).toMatchObject([[{ Id: 'good' }], failed]);
      const deleted = await lab.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
      expect([deleted.Successful, deleted.Failed]).toMatchObject([[{ Id: 'good' }], failed]);
      expect(await lab.counts(url)).toEqual([0, 0, 0]);
    },
  },
  {
    id: 'batch without failures',
    title: 'a reply without failures has no Failed',
    async run(lab) {
      const url = await lab.queue();
      const Entries = [{ Id: '1', MessageBody: 'x' }];
      const reply = await lab.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
      expect(reply.Failed).toBeUndefined();
    },
  },
  {
    id: 'handle of another queue',
    title: 'a handle is worth nothing at another queue',
    async run(lab) {
      const [url, other] = [await lab.queue(), await lab.queue()];
      await lab.put(url);
      const { ReceiptHandle } = await lab.takeOne(url);
      await lab.refused(lab.delete(other, ReceiptHandle), { code: 'ReceiptHandleIsInvalid', status: 404 });
      expect(await lab.counts(url)).toEqual([0, 1, 0]);
    },
  },
  {
    id: 'receive ten',
    title: 'a receive gives up to ten, first sent first',
    async run(lab) {
      const url = await lab.queue();
      const sent = Array.from({ length: 12 }, (_, index) => `m${index}`);
      for (const body of sent) await lab.put(url, body);
      expect(bodies(await lab.take(url, { MaxNumberOfMessages: 10 }))).toEqual(sent.slice(0, 10));
      expect(bodies(await lab.take(url, { MaxNumberOfMessages: 10 }))).toEqual(sent.slice(10));
    },
  },
  {
    id: 'poll ends',
    title: 'a long poll that finds nothing ends when its time is over',
    async run(lab) {
      const url = await lab.queue();
      const startedAtMs = lab.target.now();
      let endedAtMs = Infinity;
      const poll = lab.take(url, { WaitTimeSeconds: 1 }).then((messages) => {
        endedAtMs = lab.target.now();
        return messages;
      });
      await lab.wait(1_500);
      expect(await poll).toEqual([]);
      expect(endedAtMs - startedAtMs).toBeGreaterThanOrEqual(990);
    },
  },
  {
    id: 'poll of queue default',
    title: "a receive that says no wait waits as the queue's attribute says",
    async run(lab) {
      const url = await lab.queue({ ReceiveMessageWaitTimeSeconds: '3' });
      const poll = lab.take(url);
      await lab.wait(500);
      await lab.put(url, 'x');
      expect(bodies(await poll)).toEqual(['x']);
      expect(await lab.take(url, { WaitTimeSeconds: 0 })).toEqual([]);
    },
  },
  {
    id: 'poll of many',
    title: 'of several long polls one gets a message',
    async run(lab) {
      const url = await lab.queue();
      const polls = Array.from({ length: 3 }, () => lab.take(url, { WaitTimeSeconds: 2 }));
      await lab.wait(300);
      await lab.put(url, 'x');
      await lab.wait(2_500);
      expect((await Promise.all(polls)).flat()).toHaveLength(1);
    },
  },
  {
    id: 'poll aborted',
    title: 'an aborted long poll takes no message with it',
    async run(lab) {
      const url = await lab.queue();
      const abort = new AbortController();
      const { ReceiveMessageCommand } = await import('@aws-sdk/client-sqs');
      const command = new ReceiveMessageCommand({ QueueUrl: url, WaitTimeSeconds: 20 });
      const poll = lab.send(command, { abortSignal: abort.signal });
      const ended = expect(poll).rejects.toMatchObject({ name: 'AbortError', message: 'Request aborted' });
      await lab.wait(300);
      abort.abort();
      await ended;
      await lab.wait(300);
      await lab.put(url);
      const message = await lab.takeOne(url, { AttributeNames: ['ApproximateReceiveCount' as 'All'] });
      expect(message.Attributes).toEqual({ ApproximateReceiveCount: '1' });
    },
  },
  {
    id: 'dead letters',
    title: 'after maxReceiveCount receives the next one moves the message, and it stays there',
    async run(lab) {
      const { url, deadLetterUrl } = await lab.queueWithDeadLetters(3);
      await lab.put(url, 'failing');
      for (let time = 0; time < 3; time++) await lab.takeOne(url, { VisibilityTimeout: 0 });
      expect(await lab.counts(deadLetterUrl)).toEqual([0, 0, 0]);
      expect(await lab.take(url)).toEqual([]);
      expect(await lab.counts(url)).toEqual([0, 0, 0]);
      expect(await lab.counts(deadLetterUrl)).toEqual([1, 0, 0]);
      expect((await lab.takeOne(deadLetterUrl)).Body).toBe('failing');
    },
  },
  {
    id: 'dead letters mixed',
    title: 'a receive that meets a dead message goes on to the living ones behind it',
    async run(lab) {
      const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1);
      await lab.put(url, 'dead');
      await lab.takeOne(url, { VisibilityTimeout: 0 });
      await lab.put(url, 'alive');
      expect(bodies(await lab.take(url, { MaxNumberOfMessages: 10 }))).toEqual(['alive']);
      expect(bodies(await lab.take(deadLetterUrl, { MaxNumberOfMessages: 10 }))).toEqual(['dead']);
    },
  },
  {
    id: 'dead letters retention',
    title: 'a standard dead-letter queue counts retention from the first send',
    virtualOnly: 'needs days',
    async run(lab) {
      const day = 86_400_000;
      const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1, {}, { MessageRetentionPeriod: '432000' });
      await lab.put(url, 'older');
      await lab.wait(day);
      await lab.put(deadLetterUrl, 'younger');
      await lab.wait(2 * day);
      for (let time = 0; time < 2; time++) await lab.take(url, { VisibilityTimeout: 0 });
      const left = async () => bodies(await lab.take(deadLetterUrl, { MaxNumberOfMessages: 10, VisibilityTimeout: 0 }));
      await lab.wait(2 * day - 1_000);
      expect(await left()).toEqual(['younger', 'older']);
      await lab.wait(1_000);
      expect(await left()).toEqual(['younger']);
      await lab.wait(day);
      expect(await left()).toEqual([]);
    },
  },
  {
    id: 'dead letters retention fifo',
    title: 'a FIFO dead-letter queue counts retention from the move, and keeps the time of sending',
    virtualOnly: 'needs days',
    async run(lab) {
      const day = 86_400_000;
      const fifo = { FifoQueue: 'true', ContentBasedDeduplication: 'true' };
      const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1, fifo, { MessageRetentionPeriod: '432000' });
      const sentAtMs = lab.target.now();
      await lab.put(url, 'x', { MessageGroupId: 'g' });
      await lab.wait(3 * day);
      for (let time = 0; time < 2; time++) await lab.take(url, { VisibilityTimeout: 0 });
      await lab.wait(5 * day - 1_000);
      const { Attributes } = await lab.takeOne(deadLetterUrl, { AttributeNames: ['All'], VisibilityTimeout: 0 });
      expect(Attributes!['SentTimestamp']).toBe(String(sentAtMs));
      await lab.wait(1_000);
      expect(await lab.counts(deadLetterUrl)).toEqual([0, 0, 0]);
    },
  },
  {
    id: 'retention bounce',
    title: 'retention is counted from the first send, however often a message comes back',
    virtualOnly: 'needs days',
    async run(lab) {
      const url = await lab.queue();
      await lab.put(url);
      for (let day = 0; day < 4; day++) {
        await lab.takeOne(url, { VisibilityTimeout: 0 });
        await lab.wait(86_400_000 - (day === 3 ? 1 : 0));
      }
      expect(await lab.counts(url)).toEqual([1, 0, 0]);
      await lab.wait(1);
      expect(await lab.counts(url)).toEqual([0, 0, 0]);
    },
  },
  {
    id: 'fifo ids',
    title: 'FIFO: a message needs a group and, without content based deduplication, a deduplication id',
    async run(lab) {
      const url = await lab.fifoQueue();
      const noDeduplication =
        'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly';
      const noGroup = 'The request must contain the parameter MessageGroupId.';
      await lab.refused(lab.put(url, 'x', { MessageGroupId: 'g' }), {
        code: invalidParameter,
        message: noDeduplication,
      });
      await lab.refused(lab.put(url, 'x', { MessageDeduplicationId: 'd' }), {
        code: 'MissingParameter',
        message: noGroup,
      });
      const batch = (entry: object) =>
        lab.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: [{ Id: '1', MessageBody: 'x', ...entry }] }));
      await lab.refused(batch({ MessageGroupId: 'g' }), { code: invalidParameter, message: noDeduplication });
      await lab.refused(batch({ MessageDeduplicationId: 'd' }), { code: invalidParameter, message: noGroup });
      for (const MessageDeduplicationId of ['', 'a'.repeat(129), 'a b']) {
        await lab.refused(lab.put(url, 'x', { MessageGroupId: 'g', MessageDeduplicationId }), {
          code: invalidParameter,
          message: `Value ${MessageDeduplicationId} for parameter MessageDeduplicationId is invalid. Reason: MessageDeduplicationId can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
        });
      }
    },
  },
  {
    id: 'fifo attributes',
    title: 'FIFO: group, deduplication id and sequence number come back, the numbers rise',
    async run(lab) {
      const url = await lab.fifoQueue();
      const first = await lab.put(url, 'a', { MessageGroupId: 'g', MessageDeduplicationId: 'd1' });
      const second = await lab.put(url, 'b', { MessageGroupId: 'g', MessageDeduplicationId: 'd2' });
      expect(first.SequenceNumber).toMatch(/^\d{20}$/);
      expect(BigInt(second.SequenceNumber)).toBeGreaterThan(BigInt(first.SequenceNumber));
      const message = await lab.takeOne(url, { AttributeNames: ['All'] });
      expect(message.Attributes).toMatchObject({
        MessageGroupId: 'g',
        MessageDeduplicationId: 'd1',
        SequenceNumber: first.SequenceNumber,
      });
    },
  },
  {
    id: 'fifo groups',
    title: 'FIFO: a receive empties one group before it takes from the next',
    async run(lab) {
      const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true' });
      for (const [MessageGroupId, body] of [
        ['1', 'g1-m1'],
        ['2', 'g2-m1'],
        ['1', 'g1-m2'],
        ['1', 'g1-m3'],
      ] as const) {
        await lab.put(url, body, { MessageGroupId });
      }
      const received = bodies(await lab.take(url, { MaxNumberOfMessages: 10 }));
      expect(received).toEqual(['g1-m1', 'g1-m2', 'g1-m3', 'g2-m1']);
    },
  },
  {
    id: 'fifo block',
    title: 'FIFO: a message in flight blocks its group until it is deleted, also for new ones and for open polls',
    async run(lab) {
      const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true' });
      await lab.put(url, 'm1', { MessageGroupId: 'g' });
      const { ReceiptHandle } = await lab.takeOne(url);
      await lab.put(url, 'm2', { MessageGroupId: 'g' });
      await lab.put(url, 'other', { MessageGroupId: 'h' });
      expect(bodies(await lab.take(url, { MaxNumberOfMessages: 10 }))).toEqual(['other']);
      const poll = lab.take(url, { WaitTimeSeconds: 5 });
      await lab.wait(300);
      await lab.delete(url, ReceiptHandle);
      expect(bodies(await poll)).toEqual(['m2']);
    },
  },
  {
    id: 'fifo order after timeout',
    title: 'FIFO: messages that come back stand where they stood',
    async run(lab) {
      const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true', VisibilityTimeout: '1' });
      for (const body of ['1', '2', '3']) await lab.put(url, body, { MessageGroupId: 'g' });
      expect(bodies(await lab.take(url, { MaxNumberOfMessages: 2 }))).toEqual(['1', '2']);
      await lab.wait(1_300);
      expect(bodies(await lab.take(url, { MaxNumberOfMessages: 10 }))).toEqual(['1', '2', '3']);
    },
  },
  {
    id: 'fifo visible front',
    title: 'FIFO: a group is offered again as soon as its front is visible, and only up to the next hidden one',
    async run(lab) {
      const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true', VisibilityTimeout: '30' });
      for (const [MessageGroupId, body] of [
        ['1', 'g1-m1'],
        ['1', 'g1-m2'],
        ['2', 'g2-m1'],
      ] as const) {
        await lab.put(url, body, { MessageGroupId });
      }
      const [first] = await lab.take(url, { MaxNumberOfMessages: 2 });
      await lab.hide(url, first!.ReceiptHandle!, 1);
      await lab.wait(1_300);
      expect(bodies(await lab.take(url, { MaxNumberOfMessages: 3 }))).toEqual(['g2-m1', 'g1-m1']);
    },
  },
  {
    id: 'fifo deduplication window',
    title: 'FIFO: a deduplication id is free again after five minutes',
    virtualOnly: 'needs minutes',
    async run(lab) {
      const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true' });
      const send = () => lab.put(url, 'same', { MessageGroupId: 'g' });
      const first = await send();
      await lab.wait(299_999);
      expect((await send()).MessageId).toBe(first.MessageId);
      await lab.wait(1);
      expect((await send()).MessageId).not.toBe(first.MessageId);
      expect(await lab.counts(url)).toEqual([2, 0, 0]);
    },
  },
  {
    id: 'fifo deduplication scope',
    title: 'FIFO: with the scope messageGroup another group may use the same id',
    async run(lab) {
      const url = await lab.fifoQueue({ DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' });
      const send = (MessageGroupId: string) => lab.put(url, 'x', { MessageGroupId, MessageDeduplicationId: 'd' });
      await send('a');
      await send('b');
      await send('a');
      expect(await lab.take(url, { MaxNumberOfMessages: 10 })).toHaveLength(2);
    },
  },
  {
    id: 'move task',
    title: 'a move task makes new messages of dead ones, and is listed as completed',
    async run(lab) {
      const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1);
      await fillDeadLetters(lab, url, ['a', 'b']);
      const SourceArn = await lab.arn(deadLetterUrl);
      await lab.send(new StartMessageMoveTaskCommand({ SourceArn }));
      await lab.wait(1_300);
      const { Results } = await lab.send(new ListMessageMoveTasksCommand({ SourceArn }));
      expect(Results).toMatchObject([
        {
          Status: 'COMPLETED',
          SourceArn,
          ApproximateNumberOfMessagesMoved: 2,
          ApproximateNumberOfMessagesToMove: 2,
        },
      ]);
      const messages = await lab.take(url, { MaxNumberOfMessages: 10, AttributeNames: ['All'] });
      expect(bodies(messages)).toEqual(['a', 'b']);
      expect(messages[0]!.Attributes).toMatchObject({ ApproximateReceiveCount: '1' });
    },
  },
  {
    id: 'move task rate',
    title: 'a move task with a rate moves so many a second and can be cancelled',
    async run(lab) {
      const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1);
      await fillDeadLetters(lab, url, ['a', 'b', 'c', 'd', 'e']);
      const SourceArn = await lab.arn(deadLetterUrl);
      const destination = await lab.queue();
      const { TaskHandle } = await lab.send(
        new StartMessageMoveTaskCommand({
          SourceArn,
          DestinationArn: await lab.arn(destination),
          MaxNumberOfMessagesPerSecond: 1,
        }),
      );
      await lab.wait(1_500);
      const { Results } = await lab.send(new ListMessageMoveTasksCommand({ SourceArn }));
      expect(Results).toMatchObject([{ Status: 'RUNNING', TaskHandle, MaxNumberOfMessagesPerSecond: 1 }]);
      const cancelled = await lab.send(new CancelMessageMoveTaskCommand({ TaskHandle }));
      const moved = cancelled.ApproximateNumberOfMessagesMoved;
      await lab.wait(1_500);
      expect([moved, await lab.take(destination, { MaxNumberOfMessages: 10 })]).toMatchObject([2, [{}, {}]]);
      expect(await lab.counts(deadLetterUrl)).toEqual([3, 0, 0]);
      const after = await lab.send(new ListMessageMoveTasksCommand({ SourceArn }));
      expect(after.Results[0].Status).toBe('CANCELLED');
    },
  },
  {
    id: 'move task handles',
    title: 'only the handle of a known task of a known queue cancels',
    async run(lab) {
      const cancel = (handle: string) => lab.send(new CancelMessageMoveTaskCommand({ TaskHandle: handle }));
      const handle = (sourceArn: string) =>
        Buffer.from(JSON.stringify({ taskId: '10f57157-fc38-4da9-a113-4de7e12d05dd', sourceArn })).toString('base64');
      await lab.refused(cancel('foobared'), {
        code: invalidParameter,
        message: 'Value for parameter TaskHandle is invalid.',
      });
      const arn = await lab.arn(await lab.queue());
      const notFound = { code: 'ResourceNotFoundException', status: 404 };
      const noSource = "The resource that you specified for the SourceArn parameter doesn't exist.";
      await lab.refused(cancel(handle(`${arn}-not`)), { ...notFound, message: noSource });
      await lab.refused(cancel(handle(arn)), { ...notFound, message: 'Task does not exist.' });
    },
  },
];
