import {
  CancelMessageMoveTaskCommand,
  DeleteMessageBatchCommand,
  DeleteQueueCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SetQueueAttributesCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { bodies } from '../../conformance/sqs/row.ts';
import { createLab, type EmbeddedLab } from './lab.ts';

const inFlightMax = 120_000;

async function sendMany(lab: EmbeddedLab, url: string, count: number, more: object = {}): Promise<void> {
  const Entries = Array.from({ length: 10 }, (_, index) => ({ Id: `${index}`, MessageBody: 'x', ...more }));
  for (let sent = 0; sent < count; sent += 10) await lab.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
}

const ten = (QueueUrl: string, WaitTimeSeconds = 0) =>
  new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 3_600, WaitTimeSeconds });

describe('120,000 messages in flight', () => {
  it('end short polls with OverLimit and long polls with nothing, until one is deleted', async () => {
    const lab = createLab();
    const url = await lab.queue();
    await sendMany(lab, url, inFlightMax + 10);
    for (let received = 0; received < inFlightMax - 10; received += 10) await lab.send(ten(url));
    const { Messages: last } = await lab.send(ten(url));
    expect(lab.sqs.depth(url)).toEqual({ visible: 10, inFlight: inFlightMax, delayed: 0 });
    await lab.refused(lab.send(ten(url)), { code: 'OverLimit', status: 403 });

    const empty = lab.send(ten(url, 1));
    await lab.wait(1_000);
    expect((await empty).Messages).toBeUndefined();

    const waiting = lab.send(ten(url, 20));
    await lab.wait(1_000);
    const Entries = last.slice(0, 3).map(({ ReceiptHandle }: { ReceiptHandle: string }, index: number) => {
      return { Id: `${index}`, ReceiptHandle };
    });
    await lab.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: Entries.slice(0, 1) }));
    expect((await waiting).Messages).toHaveLength(1);
    await lab.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries: Entries.slice(1) }));
    expect((await lab.send(ten(url))).Messages).toHaveLength(2);
  });
});

describe('the cost of a receive', () => {
  it('does not grow with the queue', async () => {
    const microsecondsAt = async (waiting: number): Promise<number> => {
      const lab = createLab();
      const url = await lab.queue();
      await sendMany(lab, url, waiting);
      await sendMany(lab, url, waiting, { DelaySeconds: 900 });
      for (let received = 0; received < waiting / 2; received += 10) await lab.send(ten(url));
      const before = process.cpuUsage();
      for (let time = 0; time < 300; time++) {
        const { Messages } = await lab.send(ten(url));
        const Entries = Messages.map(({ ReceiptHandle }: any, index: number) => ({ Id: `${index}`, ReceiptHandle }));
        await lab.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
        await sendMany(lab, url, 10);
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 300;
    };
    await microsecondsAt(1_000);
    const small = await microsecondsAt(1_000);
    const large = await microsecondsAt(50_000);
    // Fifty times the messages. A scan would cost fifty times as much; heaps and caches cost a little.
    expect(large / small).toBeLessThan(8);
  });
});

describe('dead-letter queues that name each other', () => {
  it('deliver a message on each side before they pass it on', async () => {
    const lab = createLab();
    const [a, b] = [await lab.queue(), await lab.queue()];
    for (const [source, target] of [
      [a, b],
      [b, a],
    ] as const) {
      const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await lab.arn(target), maxReceiveCount: 1 });
      await lab.send(new SetQueueAttributesCommand({ QueueUrl: source, Attributes: { RedrivePolicy } }));
    }
    await lab.put(a, 'x');
    const seen: string[][] = [];
    for (let round = 0; round < 2; round++) {
      for (const url of [a, b]) {
        seen.push(bodies(await lab.take(url, { VisibilityTimeout: 0 })));
        seen.push(bodies(await lab.take(url, { VisibilityTimeout: 0 })));
      }
    }
    expect(seen).toEqual([['x'], [], ['x'], [], ['x'], [], ['x'], []]);
  });
});

describe('a dead-letter queue that is deleted', () => {
  it('leaves the messages where they are, deliverable', async () => {
    const lab = createLab();
    const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1);
    await lab.put(url, 'x');
    await lab.takeOne(url, { VisibilityTimeout: 0 });
    await lab.send(new DeleteQueueCommand({ QueueUrl: deadLetterUrl }));
    await lab.takeOne(url);
  });
});

describe('a redrive allow policy', () => {
  const allow = async (lab: EmbeddedLab, QueueUrl: string, policy: object) =>
    lab.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedriveAllowPolicy: JSON.stringify(policy) } }));

  it('keeps out the sources that it does not name', async () => {
    const lab = createLab();
    const [target, friend, stranger] = [await lab.queue(), await lab.queue(), await lab.queue()];
    const sourceQueueArns = [await lab.arn(friend)];
    await allow(lab, target, { redrivePermission: 'byQueue', sourceQueueArns });
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: await lab.arn(target), maxReceiveCount: 3 });
    const set = (QueueUrl: string) =>
      lab.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { RedrivePolicy } }));
    await set(friend);
    await lab.refused(set(stranger), { code: 'InvalidParameterValue', message: /does not permit/ });
    await allow(lab, target, { redrivePermission: 'denyAll' });
    await lab.refused(set(friend), { code: 'InvalidParameterValue', message: /does not permit/ });
  });

  it('is refused where it says nothing sensible', async () => {
    const lab = createLab();
    const url = await lab.queue();
    for (const policy of [
      { redrivePermission: 'perhaps' },
      { redrivePermission: 'byQueue' },
      { redrivePermission: 'allowAll', sourceQueueArns: ['x'] },
      ['x'],
    ]) {
      await lab.refused(allow(lab, url, policy), { code: 'InvalidParameterValue' });
    }
  });
});

describe('a move task', () => {
  const start = (lab: EmbeddedLab, input: object) =>
    lab.send(new StartMessageMoveTaskCommand(input as { SourceArn: string }));
  const newest = async (lab: EmbeddedLab, SourceArn: string) =>
    (await lab.send(new ListMessageMoveTasksCommand({ SourceArn }))).Results[0];

  async function deadLetters(lab: EmbeddedLab, count: number) {
    const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1);
    for (let index = 0; index < count; index++) await lab.put(url, `${index}`);
    for (let time = 0; time < 2; time++) await lab.take(url, { MaxNumberOfMessages: 10, VisibilityTimeout: 0 });
    return { url, deadLetterUrl, SourceArn: await lab.arn(deadLetterUrl) };
  }

  it('fails when its destination is deleted, and leaves the rest', async () => {
    const lab = createLab();
    const { deadLetterUrl, SourceArn } = await deadLetters(lab, 5);
    const destination = await lab.queue();
    const DestinationArn = await lab.arn(destination);
    await start(lab, { SourceArn, DestinationArn, MaxNumberOfMessagesPerSecond: 2 });
    await lab.send(new DeleteQueueCommand({ QueueUrl: destination }));
    await lab.wait(1_000);
    expect(await newest(lab, SourceArn)).toMatchObject({
      Status: 'FAILED',
      FailureReason: 'AWS.SimpleQueueService.NonExistentQueue',
      ApproximateNumberOfMessagesMoved: 2,
    });
    expect(lab.sqs.depth(deadLetterUrl).visible).toBe(3);
    expect(lab.clock.pendingCount).toBe(0);
  });

  it('fails when its source is deleted', async () => {
    const lab = createLab();
    const { url, deadLetterUrl, SourceArn } = await deadLetters(lab, 3);
    await start(lab, { SourceArn, MaxNumberOfMessagesPerSecond: 1 });
    await lab.send(new DeleteQueueCommand({ QueueUrl: deadLetterUrl }));
    await lab.wait(5_000);
    expect([lab.sqs.depth(url).visible, lab.clock.pendingCount]).toEqual([1, 0]);
  });

  it('without a destination needs to know where each message came from', async () => {
    const lab = createLab();
    const { deadLetterUrl, SourceArn } = await deadLetters(lab, 0);
    await lab.put(deadLetterUrl, 'sent here');
    await start(lab, { SourceArn });
    const failed = { Status: 'FAILED', FailureReason: 'CouldNotDetermineMessageSource' };
    expect(await newest(lab, SourceArn)).toMatchObject(failed);
    expect(lab.sqs.depth(deadLetterUrl).visible).toBe(1);
  });

  it('makes a new message: other id, other time, not dead any more', async () => {
    const lab = createLab();
    const { url, deadLetterUrl, SourceArn } = await deadLetters(lab, 1);
    const [dead] = lab.sqs.peek(deadLetterUrl);
    await lab.wait(60_000);
    await start(lab, { SourceArn });
    const alive = await lab.takeOne(url, { AttributeNames: ['All'] });
    expect(alive.MessageId).not.toBe(dead!.messageId);
    expect(alive.Attributes).toMatchObject({
      SentTimestamp: String(dead!.sentAtMs + 60_000),
      ApproximateReceiveCount: '1',
    });
    expect(alive.Attributes).not.toHaveProperty('DeadLetterQueueSourceArn');
  });

  it('cannot be cancelled twice', async () => {
    const lab = createLab();
    const { SourceArn } = await deadLetters(lab, 5);
    const { TaskHandle } = await start(lab, { SourceArn, MaxNumberOfMessagesPerSecond: 1 });
    const cancel = () => lab.send(new CancelMessageMoveTaskCommand({ TaskHandle }));
    await cancel();
    await lab.refused(cancel(), {
      code: 'AWS.SimpleQueueService.UnsupportedOperation',
      name: 'UnsupportedOperation',
    });
  });
});
