import { DeleteMessageBatchCommand, ReceiveMessageCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { EmbeddedSqs, type Faults } from 'hopline/embedded-sqs';
import { describe, expect, it } from 'vitest';
import { bodies } from '../../conformance/sqs/row.ts';
import { createTestClient } from '../../support/sqs-servers.ts';
import { createLab, type EmbeddedLab } from './lab.ts';

/** What a fault changes, seen by one measure; the same measure without the fault is the negative control. */
interface Case {
  readonly fault: keyof Faults;
  readonly title: string;
  measure(lab: EmbeddedLab): Promise<unknown>;
  readonly withFault: unknown;
  readonly without: unknown;
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { name: string; code?: string }) => error.code ?? error.name,
  );

const cases: readonly Case[] = [
  {
    fault: 'duplicate',
    title: 'the message comes again soon under another receipt, while the first is in flight',
    async measure(lab) {
      const url = await lab.queue({ VisibilityTimeout: '60' });
      await lab.put(url);
      const first = await lab.takeOne(url);
      await lab.wait(2_001);
      const again = await lab.take(url);
      return again.map(
        (message) => message.MessageId === first.MessageId && message.ReceiptHandle !== first.ReceiptHandle,
      );
    },
    withFault: [true],
    without: [],
  },
  {
    fault: 'reorder',
    title: 'a receive takes another message than the first',
    async measure(lab) {
      const url = await lab.queue();
      for (const body of ['1', '2', '3', '4', '5']) await lab.put(url, body);
      return bodies(await lab.take(url))[0] === '1';
    },
    withFault: false,
    without: true,
  },
  {
    fault: 'lostReply',
    title: 'the call takes effect and rejects as a broken connection',
    async measure(lab) {
      const url = await lab.queue();
      return [await outcome(lab.put(url)), lab.sqs.depth(url).visible];
    },
    withFault: ['ECONNRESET', 1],
    without: ['done', 1],
  },
  {
    fault: 'failedEntry',
    title: "an entry is not done and stands in Failed with a server's fault",
    async measure(lab) {
      const url = await lab.queue();
      const Entries = [{ Id: 'a', MessageBody: 'x' }];
      const { Failed = [] } = await lab.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
      return [Failed.map((entry: object) => ({ ...entry, Message: '' })), lab.sqs.depth(url).visible];
    },
    withFault: [[{ Id: 'a', Code: 'InternalError', SenderFault: false, Message: '' }], 0],
    without: [[], 1],
  },
  {
    fault: 'throttle',
    title: 'the call is refused and does nothing',
    async measure(lab) {
      const url = await lab.queue();
      const names = new Set<string>();
      for (let time = 0; time < 20; time++) names.add(await outcome(lab.put(url)));
      return [[...names].sort(), lab.sqs.depth(url).visible];
    },
    withFault: [['RequestThrottled', 'ThrottlingException'], 0],
    without: [['done'], 20],
  },
  {
    fault: 'phantomReceive',
    title: 'a receive is counted and the message hidden, but no reply has it',
    async measure(lab) {
      const url = await lab.queue();
      await lab.put(url);
      const received = await lab.take(url);
      return [received.length, lab.sqs.depth(url).inFlight, lab.sqs.peek(url)[0]!.receiveCount];
    },
    withFault: [0, 1, 1],
    without: [1, 1, 1],
  },
  {
    fault: 'lateDelivery',
    title: 'a message is receivable some seconds late, and not later than 30',
    async measure(lab) {
      const url = await lab.queue();
      await lab.put(url, 'x', { DelaySeconds: 5 });
      await lab.wait(5_000);
      const inTime = (await lab.take(url, { VisibilityTimeout: 0 })).length;
      await lab.wait(30_000);
      return [inTime, (await lab.take(url)).length];
    },
    withFault: [0, 1],
    without: [1, 1],
  },
];

describe.each(cases)('the fault $fault', (one) => {
  const { fault, title, withFault, without } = one;
  it(`${title}; it is counted`, async () => {
    const lab = createLab({ faults: { [fault]: 1 } });
    expect(await one.measure(lab)).toEqual(withFault);
    expect(lab.sqs.faultCounts[fault]).toBeGreaterThanOrEqual(1);
  });

  it.each([0, undefined])('does nothing with the probability %s', async (probability) => {
    const lab = createLab({ faults: { [fault]: probability as number } });
    expect(await one.measure(lab)).toEqual(without);
    expect(lab.sqs.faultCounts).toEqual({});
  });
});

describe('faults', () => {
  /** Sends and receives a hundred messages one by one and tells what became of each call, and the ids. */
  async function course(faults: Faults, seed = 7): Promise<string[]> {
    const lab = createLab({ faults, seed });
    const url = await lab.queue();
    const course: string[] = [];
    for (let time = 0; time < 100; time++) {
      course.push(await outcome(lab.put(url, `${time}`)));
      const messages = await lab.take(url, { MaxNumberOfMessages: 3 }).catch(() => []);
      course.push(...messages.map((message) => `${message.Body} ${message.MessageId}`));
    }
    return course;
  }
  const some: Faults = { duplicate: 0.3, reorder: 0.3, lostReply: 0.2, throttle: 0.2, phantomReceive: 0.2 };

  it('repeat with their seed, and differ with another', async () => {
    const first = await course(some);
    expect(await course(some)).toEqual(first);
    expect(await course(some, 8)).not.toEqual(first);
  });

  it('change nothing with probabilities of 0', async () => {
    const zeros = Object.fromEntries(Object.keys(some).map((kind) => [kind, 0]));
    expect(await course(zeros)).toEqual(await course({}));
  });

  it('leave each other as they were', async () => {
    const throttled = (course: string[]) =>
      course.filter((line) => !line.includes(' ')).map((line) => line.includes('Thrott'));
    const alone = throttled(await course({ throttle: 0.2 }));
    expect(throttled(await course({ throttle: 0.2, phantomReceive: 0.5 }))).toEqual(alone);
    expect(alone).toContain(true);
  });

  it('happen about as often as their probability says', async () => {
    const lab = createLab({ faults: { failedEntry: 0.25 } });
    const url = await lab.queue();
    const Entries = Array.from({ length: 10 }, (_, index) => ({ Id: `${index}`, MessageBody: 'x' }));
    for (let time = 0; time < 200; time++) await lab.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    expect(lab.sqs.faultCounts['failedEntry']).toBeGreaterThan(400);
    expect(lab.sqs.faultCounts['failedEntry']).toBeLessThan(600);
  });

  it('do not reach the calls that set queues up', async () => {
    const lab = createLab({ faults: { throttle: 1, lostReply: 1 } });
    const { url } = await lab.queueWithDeadLetters(3);
    expect(await lab.counts(url)).toEqual([0, 0, 0]);
    expect(lab.sqs.faultCounts).toEqual({});
  });

  it('lose the reply of a receive and of a delete after they took effect', async () => {
    const lab = createLab({ faults: { lostReply: 1 } });
    const url = await lab.queue();
    await outcome(lab.put(url));
    expect(await outcome(lab.take(url, { VisibilityTimeout: 30 }))).toBe('ECONNRESET');
    expect(lab.sqs.depth(url)).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
    const poll = outcome(lab.take(url, { WaitTimeSeconds: 20 }));
    await lab.wait(20_000);
    expect(await poll).toBe('ECONNRESET');
  });

  it('fail entries of deletes and leave those messages', async () => {
    const lab = createLab({ faults: { failedEntry: 1 } });
    const url = await lab.queue();
    await lab.put(url);
    const { ReceiptHandle } = await lab.takeOne(url);
    const Entries = [{ Id: 'a', ReceiptHandle }];
    const reply = await lab.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
    expect(reply.Failed).toHaveLength(1);
    expect(lab.sqs.depth(url).inFlight).toBe(1);
  });

  it('make one duplicate of a message, which outlives the delete of the first and is not duplicated again', async () => {
    const lab = createLab({ faults: { duplicate: 1 } });
    const url = await lab.queue();
    await lab.put(url, 'x');
    const { ReceiptHandle } = await lab.takeOne(url);
    await lab.delete(url, ReceiptHandle);
    await lab.wait(2_001);
    const again = await lab.takeOne(url, { AttributeNames: ['All'] });
    expect(again.Attributes!['ApproximateReceiveCount']).toBe('2');
    await lab.delete(url, again.ReceiptHandle);
    await lab.wait(10_000);
    expect(lab.sqs.depth(url)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it('do not break the order or the once of a FIFO queue', async () => {
    const lab = createLab({ faults: { duplicate: 1, reorder: 1, lateDelivery: 0.5 } });
    const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true' });
    for (const body of ['1', '2', '3']) await lab.put(url, body, { MessageGroupId: 'g' });
    const received = await lab.take(url, { MaxNumberOfMessages: 10 });
    expect(bodies(received)).toEqual(['1', '2', '3']);
    for (const message of received) await lab.delete(url, message.ReceiptHandle!);
    await lab.wait(10_000);
    expect(await lab.take(url)).toEqual([]);
    expect(lab.sqs.faultCounts).toEqual({});
  });

  it('are seen by a real client as what they are: it retries a lost reply, so that one send leaves two messages', async () => {
    const sqs = new EmbeddedSqs({ seed: 3, faults: { lostReply: 0.5 } });
    const client = createTestClient({
      endpoint: 'http://sqs.test',
      requestHandler: sqs.requestHandler,
      maxAttempts: 10,
    });
    const listener = await sqs.listen();
    const overHttp = createTestClient({ ...listener, maxAttempts: 10 });
    for (const each of [client, overHttp]) {
      const url = await createLabOn(each).queue();
      for (let time = 0; time < 5; time++) await createLabOn(each).put(url);
      expect(sqs.depth(url).visible).toBeGreaterThan(5);
      each.destroy();
    }
    await listener.close();
  });

  it('are refused where they are no probabilities or do not exist', () => {
    for (const faults of [{ duplicate: 1.1 }, { throttle: -1 }, { reorder: NaN }, { lostReply: '1' as never }]) {
      expect(() => new EmbeddedSqs({ faults })).toThrow(/between 0 and 1/);
    }
    expect(() => new EmbeddedSqs({ faults: { duplicates: 1 } as Faults })).toThrow(/"duplicates", which is no fault/);
  });

  it('accept a crash probability and do nothing about it', async () => {
    const lab = createLab({ faults: { crash: 1 } });
    const url = await lab.queue();
    await lab.put(url);
    const reply = await lab.send(new ReceiveMessageCommand({ QueueUrl: url }));
    expect(reply.Messages).toHaveLength(1);
    expect(lab.sqs.faultCounts).toEqual({});
  });
});

function createLabOn(client: { send(command: any): Promise<any> }) {
  const lab = createLab();
  return Object.assign(lab, { send: (command: any) => client.send(command) });
}
