import {
  ChangeMessageVisibilityBatchCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { bodies, type Lab, type Row } from './row.ts';

const mebibyte = 1_048_576;
const allSystem = { MessageSystemAttributeNames: ['All' as const], AttributeNames: ['All' as const] };

function fact(
  n: number,
  title: string,
  run: (lab: Lab) => Promise<void>,
  more: Pick<Row, 'virtualOnly' | 'isHeavy'> = {},
): Row {
  return { id: `fact ${n}`, title, run, ...more };
}

const invalidParameter = 'InvalidParameterValue';

function sendBatch(lab: Lab, url: string, entries: object[]): Promise<any> {
  return lab.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: entries as [] }));
}

const entriesOf = (count: number, body = 'x') =>
  Array.from({ length: count }, (_, index) => ({ Id: `id-${index}`, MessageBody: body }));

/** The rows of aws-facts.json that a queue can show, by their numbers there. */
export const factRows: readonly Row[] = [
  fact(1, 'receiving 11 at once is refused', async (lab) => {
    const url = await lab.queue();
    await lab.refused(lab.take(url, { MaxNumberOfMessages: 11 }), {
      code: invalidParameter,
      message: 'Value 11 for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.',
    });
  }),
  fact(2, 'waiting 21 s or -1 s is refused', async (lab) => {
    const url = await lab.queue();
    for (const WaitTimeSeconds of [21, -1]) {
      await lab.refused(lab.take(url, { WaitTimeSeconds }), {
        code: invalidParameter,
        message: `Value ${WaitTimeSeconds} for parameter WaitTimeSeconds is invalid. Reason: Must be >= 0 and <= 20, if provided.`,
      });
    }
  }),
  fact(
    3,
    'a body of one byte more than 1 MiB is refused, one of 1 MiB is taken',
    async (lab) => {
      const url = await lab.queue();
      await lab.refused(lab.put(url, 'a'.repeat(mebibyte + 1)), {
        code: invalidParameter,
        message: 'One or more parameters are invalid. Reason: Message must be shorter than 1048576 bytes.',
      });
      await lab.put(url, 'a'.repeat(mebibyte));
    },
    { isHeavy: true },
  ),
  fact(4, "a body over the queue's own MaximumMessageSize is refused with that number", async (lab) => {
    const url = await lab.queue({ MaximumMessageSize: '1024' });
    await lab.refused(lab.put(url, 'a'.repeat(1025)), {
      code: invalidParameter,
      message: 'One or more parameters are invalid. Reason: Message must be shorter than 1024 bytes.',
    });
  }),
  fact(
    5,
    'a batch of one byte more than 1 MiB in sum is refused whole; attributes count',
    async (lab) => {
      const url = await lab.queue();
      const attributes = { k: { DataType: 'String', StringValue: 'x' } };
      const first = { Id: '1', MessageBody: 'a'.repeat(mebibyte - 'kStringx'.length), MessageAttributes: attributes };
      await lab.refused(sendBatch(lab, url, [first, { Id: '2', MessageBody: 'a' }]), {
        code: 'AWS.SimpleQueueService.BatchRequestTooLong',
        name: 'BatchRequestTooLong',
        message: 'Batch requests cannot be longer than 1048576 bytes. You have sent 1048577 bytes.',
      });
      expect(await lab.take(url)).toEqual([]);
    },
    { isHeavy: true },
  ),
  fact(6, "an entry over the queue's MaximumMessageSize fails alone", async (lab) => {
    const url = await lab.queue({ MaximumMessageSize: '1024' });
    const reply = await sendBatch(lab, url, [
      { Id: 'fits', MessageBody: 'a'.repeat(1024) },
      { Id: 'large', MessageBody: 'a'.repeat(1025) },
    ]);
    expect(reply.Successful).toMatchObject([{ Id: 'fits', MD5OfMessageBody: 'c9a34cfc85d982698c6ac89f76071abd' }]);
    expect(reply.Failed).toEqual([
      {
        Id: 'large',
        Code: invalidParameter,
        Message: 'One or more parameters cannot be validated. Reason: Message must be shorter than 1024 bytes.',
        SenderFault: true,
      },
    ]);
  }),
  fact(7, 'batches of 20 are refused', async (lab) => {
    const url = await lab.queue();
    const handles = Array.from({ length: 20 }, (_, index) => ({ Id: `id-${index}`, ReceiptHandle: 'x' }));
    const hides = handles.map((entry) => ({ ...entry, VisibilityTimeout: 1 }));
    for (const command of [
      new SendMessageBatchCommand({ QueueUrl: url, Entries: entriesOf(20) }),
      new DeleteMessageBatchCommand({ QueueUrl: url, Entries: handles }),
      new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries: hides }),
    ]) {
      await lab.refused(lab.send(command), {
        code: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
        name: 'TooManyEntriesInBatchRequest',
        message: 'Maximum number of entries per request are 10. You have sent 20.',
      });
    }
  }),
  fact(8, 'batch entry ids are 1 to 80 letters, digits, hyphens and underscores', async (lab) => {
    const url = await lab.queue();
    const expected = {
      code: 'AWS.SimpleQueueService.InvalidBatchEntryId',
      name: 'InvalidBatchEntryId',
      message:
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    };
    for (const Id of ['', 'invalid:id', 'a'.repeat(81)]) {
      await lab.refused(sendBatch(lab, url, [{ Id, MessageBody: 'x' }]), expected);
      const command = new DeleteMessageBatchCommand({ QueueUrl: url, Entries: [{ Id, ReceiptHandle: 'x' }] });
      await lab.refused(lab.send(command), expected);
    }
    expect((await sendBatch(lab, url, [{ Id: `-_${'a'.repeat(78)}`, MessageBody: 'x' }])).Successful).toHaveLength(1);
  }),
  fact(9, 'an empty batch is refused', async (lab) => {
    const url = await lab.queue();
    await lab.refused(sendBatch(lab, url, []), {
      code: 'AWS.SimpleQueueService.EmptyBatchRequest',
      name: 'EmptyBatchRequest',
    });
  }),
  fact(10, 'an empty body is refused', async (lab) => {
    const url = await lab.queue();
    await lab.refused(lab.put(url, ''), {
      code: 'MissingParameter',
      message: 'The request must contain the parameter MessageBody.',
    });
  }),
  fact(11, 'one bad body of ten fails alone', async (lab) => {
    const url = await lab.queue();
    const entries = entriesOf(10).map((entry, index) => (index === 4 ? { ...entry, MessageBody: '\x01' } : entry));
    const reply = await sendBatch(lab, url, entries);
    expect(reply.Successful).toHaveLength(9);
    expect(reply.Failed).toMatchObject([{ Id: 'id-4', Code: 'InvalidMessageContents', SenderFault: true }]);
  }),
  fact(12, 'bodies with characters outside the set are refused', async (lab) => {
    const url = await lab.queue();
    for (const character of ['\0', '\x08', '\x13', '\uFFFF']) {
      await lab.refused(lab.put(url, `a${character}b`), { code: 'InvalidMessageContents' });
    }
    await lab.put(url, '\t\n\r \uD7FF\uE000\uFFFD\u{10000}\u{10FFFF}');
  }),
  fact(13, 'delays outside 0..900 are refused; in a batch the entry fails alone', async (lab) => {
    const url = await lab.queue();
    const text = (delay: number) =>
      `Value ${delay} for parameter DelaySeconds is invalid. Reason: DelaySeconds must be >= 0 and <= 900.`;
    for (const DelaySeconds of [54_524, 1_800, 901, -1]) {
      await lab.refused(lab.put(url, 'x', { DelaySeconds }), {
        code: invalidParameter,
        message: text(DelaySeconds),
      });
    }
    const [first, second] = entriesOf(2);
    const reply = await sendBatch(lab, url, [
      { ...first, DelaySeconds: 1_800 },
      { ...second, DelaySeconds: 900 },
    ]);
    expect(reply.Successful).toMatchObject([{ Id: 'id-1' }]);
    expect(reply.Failed).toEqual([{ Id: 'id-0', Code: invalidParameter, Message: text(1_800), SenderFault: true }]);
  }),
  fact(14, 'a delay of 2 s on a FIFO queue is refused', async (lab) => {
    const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true' });
    await lab.refused(lab.put(url, 'x', { MessageGroupId: 'g', DelaySeconds: 2 }), {
      code: invalidParameter,
      message:
        'Value 2 for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.',
    });
  }),
  fact(15, "a delay of 0 on a FIFO queue is taken and the queue's delay applies", async (lab) => {
    const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true', DelaySeconds: '1' });
    await lab.put(url, 'x', { MessageGroupId: 'g', DelaySeconds: 0 });
    expect(await lab.take(url)).toEqual([]);
    await lab.wait(1_300);
    await lab.takeOne(url);
  }),
  fact(16, 'a delayed message is not there at once, then comes into a long poll', async (lab) => {
    const url = await lab.queue();
    await lab.put(url, 'x', { DelaySeconds: 1 });
    expect(await lab.take(url)).toEqual([]);
    const poll = lab.take(url, { WaitTimeSeconds: 3 });
    await lab.wait(1_500);
    expect(bodies(await poll)).toEqual(['x']);
  }),
  fact(17, 'a long poll returns with a message that is sent meanwhile', async (lab) => {
    const url = await lab.queue();
    const poll = lab.take(url, { WaitTimeSeconds: 5 });
    await lab.wait(1_000);
    const sentAtMs = lab.target.now();
    await lab.put(url);
    expect(await poll).toHaveLength(1);
    expect(lab.target.now() - sentAtMs).toBeLessThan(1_000);
  }),
  fact(18, 'a long poll for 3 does not wait for the third', async (lab) => {
    const url = await lab.queue();
    await lab.put(url, 'a');
    await lab.put(url, 'b');
    const startedAtMs = lab.target.now();
    const messages = await lab.take(url, { WaitTimeSeconds: 3, MaxNumberOfMessages: 3 });
    expect(messages.length).toBeGreaterThanOrEqual(1);
    expect(lab.target.now() - startedAtMs).toBeLessThan(1_000);
  }),
  fact(19, 'an empty receive has no Messages at all', async (lab) => {
    const url = await lab.queue();
    const reply = await lab.send(new ReceiveMessageCommand({ QueueUrl: url }));
    expect(reply.Messages).toBeUndefined();
  }),
  fact(20, 'a message received again has another handle, one receive more and the same first receive', async (lab) => {
    const url = await lab.queue();
    await lab.put(url);
    const first = await lab.takeOne(url, { ...allSystem, VisibilityTimeout: 1 });
    await lab.wait(1_300);
    const second = await lab.takeOne(url, allSystem);
    expect(second.MessageId).toBe(first.MessageId);
    expect(second.ReceiptHandle).not.toBe(first.ReceiptHandle);
    expect([first, second].map((message) => message.Attributes!['ApproximateReceiveCount'])).toEqual(['1', '2']);
    const firstReceives = [first, second].map((message) => message.Attributes!['ApproximateFirstReceiveTimestamp']);
    expect(firstReceives[1]).toBe(firstReceives[0]);
  }),
  fact(21, 'standard: a handle deletes its message also after its timeout', async (lab) => {
    const url = await lab.queue();
    await lab.put(url);
    const { ReceiptHandle } = await lab.takeOne(url, { VisibilityTimeout: 1 });
    await lab.wait(1_300);
    await lab.delete(url, ReceiptHandle);
    expect(await lab.take(url)).toEqual([]);
    expect(await lab.counts(url)).toEqual([0, 0, 0]);
  }),
  fact(22, 'FIFO: a handle whose timeout is over deletes nothing', async (lab) => {
    const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true', VisibilityTimeout: '1' });
    await lab.put(url, 'x', { MessageGroupId: 'g' });
    const { ReceiptHandle } = await lab.takeOne(url);
    await lab.wait(1_300);
    await lab.refused(lab.delete(url, ReceiptHandle), {
      code: invalidParameter,
      message: `Value ${ReceiptHandle} for parameter ReceiptHandle is invalid. Reason: The receipt handle has expired.`,
    });
  }),
  fact(23, 'FIFO: a handle whose timeout was extended deletes', async (lab) => {
    const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true', VisibilityTimeout: '1' });
    await lab.put(url, 'x', { MessageGroupId: 'g' });
    const { ReceiptHandle } = await lab.takeOne(url);
    await lab.hide(url, ReceiptHandle, 5);
    await lab.wait(1_300);
    await lab.delete(url, ReceiptHandle);
    expect(await lab.counts(url)).toEqual([0, 0, 0]);
  }),
  fact(24, 'standard: a handle hides its message again also after its timeout', async (lab) => {
    const url = await lab.queue();
    await lab.put(url);
    const { ReceiptHandle } = await lab.takeOne(url, { VisibilityTimeout: 1 });
    await lab.wait(1_300);
    await lab.hide(url, ReceiptHandle, 2);
    expect(await lab.take(url)).toEqual([]);
    await lab.wait(2_300);
    await lab.takeOne(url);
  }),
  fact(25, "standard: an old handle releases another consumer's lease", async (lab) => {
    const url = await lab.queue();
    await lab.put(url);
    const old = await lab.takeOne(url, { VisibilityTimeout: 0 });
    await lab.takeOne(url, { VisibilityTimeout: 3 });
    expect(await lab.take(url)).toEqual([]);
    await lab.hide(url, old.ReceiptHandle, 0);
    await lab.takeOne(url);
  }),
  fact(26, 'the visibility of a deleted message cannot be changed', async (lab) => {
    const url = await lab.queue();
    await lab.put(url);
    const { ReceiptHandle } = await lab.takeOne(url);
    await lab.delete(url, ReceiptHandle);
    await lab.refused(lab.hide(url, ReceiptHandle, 42), {
      code: invalidParameter,
      message: `Value ${ReceiptHandle} for parameter ReceiptHandle is invalid. Reason: Message does not exist or is not available for visibility timeout change.`,
    });
  }),
  fact(27, 'a made-up handle hides nothing', async (lab) => {
    const url = await lab.queue();
    await lab.refused(lab.hide(url, 'INVALID', 1), { code: 'ReceiptHandleIsInvalid', status: 404 });
  }),
  fact(28, 'a made-up handle deletes nothing', async (lab) => {
    const url = await lab.queue();
    await lab.refused(lab.delete(url, 'garbage'), {
      code: 'ReceiptHandleIsInvalid',
      status: 404,
      message: 'The input receipt handle "garbage" is not a valid receipt handle.',
    });
  }),
  fact(29, 'deleting three times with one handle is fine', async (lab) => {
    const url = await lab.queue();
    await lab.put(url);
    const { ReceiptHandle } = await lab.takeOne(url);
    for (let time = 0; time < 3; time++) await lab.delete(url, ReceiptHandle);
  }),
  fact(30, 'hiding for 12 h some time after the receive is beyond the 12 h in total', async (lab) => {
    const url = await lab.queue();
    await lab.put(url);
    const { ReceiptHandle } = await lab.takeOne(url);
    await lab.wait(1_000);
    await lab.refused(lab.hide(url, ReceiptHandle, 43_200), {
      code: invalidParameter,
      message:
        'Value 43200 for parameter VisibilityTimeout is invalid. Reason: Total VisibilityTimeout for the message is beyond the limit [43200 seconds]',
    });
    await lab.hide(url, ReceiptHandle, 43_000);
  }),
  fact(31, 'a changed visibility is not remembered for the next receive', async (lab) => {
    const url = await lab.queue({ VisibilityTimeout: '2' });
    await lab.put(url);
    const { ReceiptHandle } = await lab.takeOne(url);
    await lab.hide(url, ReceiptHandle, 1);
    await lab.wait(1_200);
    await lab.takeOne(url);
    await lab.wait(1_200);
    expect(await lab.take(url)).toEqual([]);
    await lab.wait(1_200);
    await lab.takeOne(url);
  }),
  fact(32, 'each extension counts from its own moment', async (lab) => {
    const url = await lab.queue({ VisibilityTimeout: '2' });
    await lab.put(url);
    const { ReceiptHandle } = await lab.takeOne(url);
    for (let time = 0; time < 4; time++) {
      await lab.wait(1_000);
      await lab.hide(url, ReceiptHandle, 2);
      expect(await lab.take(url)).toEqual([]);
    }
    await lab.wait(2_300);
    await lab.takeOne(url);
  }),
  fact(33, 'the receive after the last allowed one moves the message to the dead-letter queue', async (lab) => {
    const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1);
    const all = { ...allSystem, MessageAttributeNames: ['All'] };
    await lab.put(url, 'lost', { MessageAttributes: { a: { DataType: 'String', StringValue: 'v' } } });
    const first = await lab.takeOne(url, { ...all, VisibilityTimeout: 0 });
    expect(await lab.take(deadLetterUrl, { VisibilityTimeout: 0 })).toEqual([]);
    expect(await lab.take(url)).toEqual([]);
    const dead = await lab.takeOne(deadLetterUrl, all);
    const { MessageId, Body, MessageAttributes } = first;
    expect(dead).toMatchObject({ MessageId, Body, MessageAttributes });
    expect(dead.Attributes).toMatchObject({
      ApproximateReceiveCount: '2',
      SentTimestamp: first.Attributes!['SentTimestamp'],
      DeadLetterQueueSourceArn: await lab.arn(url),
    });
  }),
  fact(34, 'a redrive policy needs a target and a count from 1 to 1000', async (lab) => {
    const deadLetterTargetArn = await lab.arn(await lab.queue());
    const url = await lab.queue();
    const policies = [
      { deadLetterTargetArn },
      { maxReceiveCount: 3 },
      { deadLetterTargetArn, maxReceiveCount: 'many' },
      { deadLetterTargetArn, maxReceiveCount: 0 },
      { deadLetterTargetArn, maxReceiveCount: 1_001 },
    ];
    for (const policy of policies) {
      const Attributes = { RedrivePolicy: JSON.stringify(policy) };
      await lab.refused(lab.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes })), {
        code: invalidParameter,
      });
    }
  }),
  fact(35, 'an empty redrive policy takes the policy away', async (lab) => {
    const { url } = await lab.queueWithDeadLetters(3);
    expect(await lab.attributes(url, ['RedrivePolicy'])).toHaveProperty('RedrivePolicy');
    await lab.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { RedrivePolicy: '' } }));
    expect(await lab.attributes(url)).not.toHaveProperty('RedrivePolicy');
  }),
  fact(36, 'a move task needs a dead-letter queue, a destination that exists, and to be alone', async (lab) => {
    const start = (input: object) => lab.send(new StartMessageMoveTaskCommand(input as { SourceArn: string }));
    const plainArn = await lab.arn(await lab.queue());
    await lab.refused(start({ SourceArn: plainArn }), {
      code: invalidParameter,
      message: 'Source queue must be configured as a Dead Letter Queue.',
    });
    const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1);
    const SourceArn = await lab.arn(deadLetterUrl);
    await lab.refused(start({ SourceArn, DestinationArn: `${plainArn}-nowhere` }), {
      code: 'ResourceNotFoundException',
      status: 404,
      message: "The resource that you specified for the DestinationArn parameter doesn't exist.",
    });
    for (const body of ['a', 'b', 'c']) await lab.put(url, body);
    for (let time = 0; time < 2; time++) await lab.take(url, { MaxNumberOfMessages: 10, VisibilityTimeout: 0 });
    await start({ SourceArn, MaxNumberOfMessagesPerSecond: 1 });
    await lab.refused(start({ SourceArn }), {
      code: invalidParameter,
      message:
        'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
    });
  }),
  fact(37, 'a purge takes hidden and delayed messages too, and may not be repeated within 60 s', async (lab) => {
    const url = await lab.queue();
    await lab.put(url, 'hidden');
    await lab.takeOne(url, { VisibilityTimeout: 1 });
    await lab.put(url, 'visible');
    await lab.put(url, 'delayed', { DelaySeconds: 1 });
    await lab.send(new PurgeQueueCommand({ QueueUrl: url }));
    await lab.refused(lab.send(new PurgeQueueCommand({ QueueUrl: url })), {
      code: 'AWS.SimpleQueueService.PurgeQueueInProgress',
      name: 'PurgeQueueInProgress',
      status: 403,
      message: `Only one PurgeQueue operation on ${url.split('/').at(-1)} is allowed every 60 seconds.`,
    });
    await lab.wait(1_300);
    expect(await lab.take(url)).toEqual([]);
    expect(await lab.counts(url)).toEqual([0, 0, 0]);

    const fifo = await lab.fifoQueue({ ContentBasedDeduplication: 'true' });
    await lab.put(fifo, 'same', { MessageGroupId: 'g' });
    await lab.send(new PurgeQueueCommand({ QueueUrl: fifo }));
    await lab.put(fifo, 'same', { MessageGroupId: 'g' });
    await lab.takeOne(fifo);
  }),
  fact(38, 'a queue that is not there is said not to exist', async (lab) => {
    const url = await lab.queue();
    const expected = {
      code: 'AWS.SimpleQueueService.NonExistentQueue',
      name: 'QueueDoesNotExist',
      message: 'The specified queue does not exist.',
    };
    await lab.refused(lab.put(`${url}-not`), expected);
    await lab.refused(lab.send(new GetQueueUrlCommand({ QueueName: 'no-such-queue' })), expected);
  }),
  fact(39, 'a queue cannot be created again with another attribute', async (lab) => {
    const name = `again-${process.pid}-${lab.target.name.replace(/\W/g, '')}`;
    const url = await lab.namedQueue(name, { DelaySeconds: '1' });
    expect(await lab.namedQueue(name, { DelaySeconds: '1' })).toBe(url);
    const other = new CreateQueueCommand({ QueueName: name, Attributes: { DelaySeconds: '2' } });
    await lab.refused(lab.send(other), {
      code: 'QueueAlreadyExists',
      name: 'QueueNameExists',
      message: 'A queue already exists with the same name and a different value for attribute DelaySeconds',
    });
  }),
  fact(40, 'a standard queue takes a group id, gives it back, and refuses ill-formed ones', async (lab) => {
    const url = await lab.queue();
    await lab.put(url, 'x', { MessageGroupId: 'tenant-1' });
    const message = await lab.takeOne(url, allSystem);
    expect(message.Attributes).toMatchObject({ MessageGroupId: 'tenant-1' });
    for (const MessageGroupId of ['', 'a'.repeat(129), 'group 123']) {
      await lab.refused(lab.put(url, 'x', { MessageGroupId }), {
        code: invalidParameter,
        message: `Value ${MessageGroupId} for parameter MessageGroupId is invalid. Reason: MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
      });
    }
  }),
  fact(41, 'an attribute with an empty text is refused', async (lab) => {
    const url = await lab.queue();
    const MessageAttributes = { ErrorDetails: { DataType: 'String', StringValue: '' } };
    await lab.refused(lab.put(url, 'x', { MessageAttributes }), {
      code: invalidParameter,
      message: "Message (user) attribute 'ErrorDetails' must contain a non-empty value of type 'String'.",
    });
  }),
  fact(42, 'user attributes and their digest come only when asked for, by name, prefix or all', async (lab) => {
    const url = await lab.queue({ VisibilityTimeout: '0' });
    const text = (StringValue: string) => ({ DataType: 'String', StringValue });
    const MessageAttributes = { 'Help.Me': text('Me'), Hello: text('There'), General: text('Kenobi') };
    const sent = await lab.put(url, 'msg', { MessageAttributes });
    expect(sent.MD5OfMessageAttributes).toBe('4c360f3fdafd970e05fae2f149d997f5');
    const expected: [string[], string[] | undefined, string | undefined][] = [
      [[], undefined, undefined],
      [['All'], ['General', 'Hello', 'Help.Me'], '4c360f3fdafd970e05fae2f149d997f5'],
      [['*'], ['General', 'Hello', 'Help.Me'], '4c360f3fdafd970e05fae2f149d997f5'],
      [['.*'], ['General', 'Hello', 'Help.Me'], '4c360f3fdafd970e05fae2f149d997f5'],
      [['Foo', 'Help'], undefined, undefined],
      [['Hello', 'General'], ['General', 'Hello'], 'fca026605781cb4126a1e9044df24232'],
      [['Foo', 'Hello'], ['Hello'], 'a311262e065454b75da111d535b8dacd'],
      [['Hel.*'], ['Hello', 'Help.Me'], '83fee93c1bcd8b9a5a923ffacdc636c7'],
    ];
    for (const [MessageAttributeNames, names, digest] of expected) {
      const message = await lab.takeOne(url, { MessageAttributeNames });
      const found = message.MessageAttributes && Object.keys(message.MessageAttributes).sort();
      expect([MessageAttributeNames, found, message.MD5OfMessageAttributes]).toEqual([
        MessageAttributeNames,
        names,
        digest,
      ]);
    }
  }),
  fact(43, 'the digest of a binary attribute is the one that AWS gave', async (lab) => {
    const url = await lab.queue();
    const BinaryValue = Buffer.from('traceparent\x1e00-774062d6c37081a5a0b9b5b88e30627c-2d2482211f6489da-01');
    const MessageAttributes = { attr1: { DataType: 'Binary', BinaryValue } };
    const sent = await lab.put(url, 'x', { MessageAttributes });
    expect(sent.MD5OfMessageAttributes).toBe('8cbe4db156db8a94db8b801b7addb984');
    const message = await lab.takeOne(url, { MessageAttributeNames: ['All'] });
    expect(Buffer.from(message.MessageAttributes!['attr1']!.BinaryValue!)).toEqual(BinaryValue);
    expect(message.MD5OfMessageAttributes).toBe(sent.MD5OfMessageAttributes);
  }),
  fact(
    44,
    'retention ends a message also in flight, and deleting it then is fine',
    async (lab) => {
      const url = await lab.queue({ MessageRetentionPeriod: '60' });
      await lab.put(url);
      await lab.wait(10_000);
      const { ReceiptHandle } = await lab.takeOne(url, { VisibilityTimeout: 20 });
      await lab.wait(20_000);
      const again = await lab.takeOne(url, { VisibilityTimeout: 600 });
      expect(again.ReceiptHandle).not.toBe(ReceiptHandle);
      await lab.wait(30_000);
      expect(await lab.counts(url)).toEqual([0, 0, 0]);
      await lab.wait(600_000);
      expect(await lab.take(url)).toEqual([]);
      await lab.delete(url, again.ReceiptHandle);
    },
    { virtualOnly: 'needs minutes' },
  ),
  fact(45, 'the counters tell visible, hidden and delayed messages', async (lab) => {
    const url = await lab.queue();
    for (const body of ['a', 'b', 'c']) await lab.put(url, body);
    await lab.put(url, 'later', { DelaySeconds: 900 });
    await lab.takeOne(url);
    expect(await lab.counts(url)).toEqual([2, 1, 1]);
  }),
  fact(46, 'FIFO: one receive gives several messages of a group in order, and hides the group', async (lab) => {
    const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true', VisibilityTimeout: '1' });
    for (const body of ['1', '2', '3']) await lab.put(url, body, { MessageGroupId: 'g' });
    const messages = await lab.take(url, { MaxNumberOfMessages: 2 });
    expect(bodies(messages)).toEqual(['1', '2']);
    expect(await lab.take(url)).toEqual([]);
    // Recorded: the extended message hides those behind it, not those before it.
    await lab.hide(url, messages[1]!.ReceiptHandle!, 5);
    await lab.wait(1_300);
    expect(bodies(await lab.take(url, { MaxNumberOfMessages: 10 }))).toEqual(['1']);
  }),
  fact(47, 'FIFO: a repeated deduplication id is accepted and not delivered, also after the delete', async (lab) => {
    const url = await lab.fifoQueue();
    const first = await lab.put(url, 'one', { MessageGroupId: 'g', MessageDeduplicationId: 'd' });
    const { ReceiptHandle } = await lab.takeOne(url);
    await lab.delete(url, ReceiptHandle);
    const second = await lab.put(url, 'two', { MessageGroupId: 'other', MessageDeduplicationId: 'd' });
    expect(second.MessageId).toBe(first.MessageId);
    expect(await lab.take(url)).toEqual([]);
  }),
];
