import {
  AddPermissionCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  QueueDoesNotExist,
  ReceiptHandleIsInvalid,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
} from '@aws-sdk/client-sqs';
import { EmbeddedSqs } from 'hopline/embedded-sqs';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../runtime/clocks/virtual-clock.ts';
import { createTestClient } from '../../support/sqs-servers.ts';

type Send = (command: any) => Promise<any>;

/** The SDK takes a server of another time for a skewed clock and says so in each reply: here the times agree. */
const startMs = Date.now();

/** One service of one seed by one face: all three give the same ids, so replies can be compared whole. */
async function byFace(face: 'send' | 'requestHandler' | 'http', work: (send: Send) => Promise<unknown>) {
  const sqs = new EmbeddedSqs({ clock: new VirtualClock(startMs), seed: 11 });
  if (face === 'send') return work((command) => sqs.send(command));
  const listener = face === 'http' ? await sqs.listen() : undefined;
  const endpoint = listener?.endpoint ?? 'http://sqs.us-east-1.localhost';
  const handler = listener === undefined ? { requestHandler: sqs.requestHandler } : {};
  const client = createTestClient({ endpoint, ...handler });
  try {
    return await work((command) => client.send(command));
  } finally {
    client.destroy();
    await listener?.close();
  }
}

/** Everything that a caller can see of an error, apart from the stack and the raw response. */
function view(error: any): object {
  const { $response: _, ...own } = Object.fromEntries(
    Object.getOwnPropertyNames(error)
      .filter((name) => name !== 'stack')
      .map((name) => [name, error[name]]),
  ) as Record<string, unknown>;
  return own;
}

const attempt = (call: Promise<unknown>) => call.catch((error: unknown) => view(error));

describe('the three faces', () => {
  const work = async (send: Send): Promise<unknown[]> => {
    const { QueueUrl } = await send(new CreateQueueCommand({ QueueName: 'q' }));
    const MessageAttributes = {
      bytes: { DataType: 'Binary', BinaryValue: Uint8Array.of(1, 2, 255) },
      text: { DataType: 'String', StringValue: 'é \u{1F600}' },
    };
    const path = (url: string) => new URL(url).pathname;
    const all = { MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All' as const] };
    const received = await send(new ReceiveMessageCommand({ QueueUrl, ...all }));
    return [
      path(QueueUrl),
      received,
      await send(new SendMessageCommand({ QueueUrl, MessageBody: 'a', MessageAttributes })),
      await send(new ReceiveMessageCommand({ QueueUrl, ...all })),
      await send(
        new SendMessageBatchCommand({
          QueueUrl,
          Entries: [
            { Id: '1', MessageBody: 'x' },
            { Id: '2', MessageBody: '\0' },
          ],
        }),
      ),
      await send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] })),
      (await send(new ListQueuesCommand({}))).QueueUrls.map(path),
      await attempt(send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 11 }))),
      await attempt(send(new ReceiveMessageCommand({ QueueUrl: `${QueueUrl}-not` }))),
      await attempt(send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: 'x' }))),
      await attempt(send(new SendMessageCommand({ QueueUrl, MessageBody: '' }))),
      await attempt(send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', DelaySeconds: 0.5 }))),
      await attempt(send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Nonsense: '1' } as object }))),
      await attempt(send(new AddPermissionCommand({ QueueUrl, Label: 'l', AWSAccountIds: ['1'], Actions: ['*'] }))),
      await send(new PurgeQueueCommand({ QueueUrl })),
      await attempt(send(new PurgeQueueCommand({ QueueUrl }))),
      await attempt(send(new ReceiveMessageCommand({ QueueUrl: 'no-url-at-all' }))),
    ];
  };

  it('give the same replies and the same errors, to the last field', async () => {
    const [direct, handled, served] = [
      await byFace('send', work),
      await byFace('requestHandler', work),
      await byFace('http', work),
    ];
    expect(direct).toEqual(handled);
    expect(served).toEqual(handled);
  });

  it.each(['send', 'requestHandler', 'http'] as const)(
    'reject by %s with what the SDK’s exception classes recognise',
    async (face) => {
      await byFace(face, async (send) => {
        const { QueueUrl } = await send(new CreateQueueCommand({ QueueName: 'q' }));
        const missing = send(new ReceiveMessageCommand({ QueueUrl: `${QueueUrl}-not` }));
        await expect(missing).rejects.toBeInstanceOf(QueueDoesNotExist);
        const invalid = send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: 'x' }));
        await expect(invalid).rejects.toBeInstanceOf(ReceiptHandleIsInvalid);
        await expect(invalid).rejects.not.toBeInstanceOf(QueueDoesNotExist);
      });
    },
  );
});

describe('send in process', () => {
  const sqs = new EmbeddedSqs({ seed: 1 });

  it('knows a command by its schema, also where its class was renamed, and an older one by its class', async () => {
    class a extends ListQueuesCommand {}
    expect(await sqs.send(new a({}))).toHaveProperty('$metadata');
    class ListQueuesCommandOfOld {
      readonly input = {};
    }
    Object.defineProperty(ListQueuesCommandOfOld, 'name', { value: 'ListQueuesCommand' });
    expect(await sqs.send(new ListQueuesCommandOfOld())).toHaveProperty('$metadata');
    for (const nothing of [{}, undefined, { constructor: { name: '__proto__Command' }, input: {} }]) {
      await expect(sqs.send(nothing)).rejects.toMatchObject({ name: 'UnknownOperationException' });
    }
    expect(Object.keys(sqs.requestCounts)).toEqual(['ListQueues']);
  });

  it('refuses what is of another type, naming the member', async () => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'types' }));
    const refuse = async (input: object, message: RegExp) =>
      expect(sqs.send(new SendMessageBatchCommand(input as never))).rejects.toMatchObject({
        name: 'MalformedInput',
        message,
      } as object);
    await refuse({ QueueUrl: 5 }, expect.stringContaining('QueueUrl: number 5') as never);
    await refuse({ QueueUrl, Entries: 'x' }, expect.stringContaining('Entries: string') as never);
    const Entries = [{ Id: 'a', MessageBody: 'x', DelaySeconds: '5' }];
    await refuse({ QueueUrl, Entries }, expect.stringContaining('Entries[0].DelaySeconds: string') as never);
    const MessageAttributes = { k: { DataType: 'Binary', BinaryValue: [1] } };
    const binary = [{ Id: 'a', MessageBody: 'x', MessageAttributes }];
    await refuse({ QueueUrl, Entries: binary }, expect.stringContaining('.MessageAttributes.k.BinaryValue') as never);
  });

  it('shares no memory with its callers', async () => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'memory' }));
    const BinaryValue = Uint8Array.of(1, 2, 3);
    const MessageAttributes = { bytes: { DataType: 'Binary', BinaryValue } };
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', MessageAttributes }));
    BinaryValue.fill(9);
    const take = async () => {
      const command = new ReceiveMessageCommand({ QueueUrl, MessageAttributeNames: ['All'], VisibilityTimeout: 0 });
      return (await sqs.send(command)).Messages[0].MessageAttributes.bytes.BinaryValue as Uint8Array;
    };
    const first = await take();
    expect([...first]).toEqual([1, 2, 3]);
    first.fill(7);
    expect([...(await take())]).toEqual([1, 2, 3]);
  });
});

describe('what can be watched', () => {
  it('counts requests by action and tells each with its outcome', async () => {
    const clock = new VirtualClock(1_000);
    const sqs = new EmbeddedSqs({ clock, seed: 1 });
    const seen: unknown[] = [];
    sqs.onRequest = ({ action, output, error, startedAtMs, endedAtMs }) =>
      seen.push([action, output !== undefined, (error as Error | undefined)?.name, startedAtMs, endedAtMs]);
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '' })).catch(() => {});
    const poll = sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 2 }));
    clock.advanceTo(3_000);
    await poll;
    expect(seen).toEqual([
      ['CreateQueue', true, undefined, 1_000, 1_000],
      ['SendMessage', false, 'MissingRequiredParameterException', 1_000, 1_000],
      ['ReceiveMessage', true, undefined, 1_000, 3_000],
    ]);
    expect(sqs.requestCounts).toEqual({ CreateQueue: 1, SendMessage: 1, ReceiveMessage: 1 });
  });

  it('shows depth and messages without touching them', async () => {
    const clock = new VirtualClock(1_000);
    const sqs = new EmbeddedSqs({ clock, seed: 1 });
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'a', DelaySeconds: 5 }));
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'b' }));
    await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 9 }));
    for (let time = 0; time < 2; time++) {
      expect(sqs.depth(QueueUrl)).toEqual({ visible: 0, inFlight: 1, delayed: 1 });
      expect(sqs.peek(QueueUrl)).toMatchObject([
        { body: 'a', place: 'delayed', dueAtMs: 6_000, receiveCount: 0, sentAtMs: 1_000 },
        { body: 'b', place: 'inFlight', dueAtMs: 10_000, receiveCount: 1, sentAtMs: 1_000 },
      ]);
      expect(sqs.nextDueAt(QueueUrl)).toBe(6_000);
    }
    const duesAfter: (number | undefined)[] = [];
    for (const atMs of [6_000, 10_000]) {
      clock.advanceTo(atMs);
      duesAfter.push(sqs.nextDueAt(QueueUrl));
    }
    expect(duesAfter).toEqual([10_000, undefined]);
    expect(sqs.requestCounts).toEqual({ CreateQueue: 1, SendMessage: 2, ReceiveMessage: 1 });
    expect(() => sqs.depth(`${QueueUrl}-not`)).toThrow('The specified queue does not exist.');
  });

  it('gives the same ids for the same seed', async () => {
    const ids = async (seed: number) => {
      const sqs = new EmbeddedSqs({ clock: new VirtualClock(), seed });
      const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
      const { MessageId } = await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
      const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
      return [MessageId, Messages[0].ReceiptHandle] as string[];
    };
    expect(await ids(1)).toEqual(await ids(1));
    expect((await ids(1))[0]).not.toBe((await ids(2))[0]);
    // A handle of one service is worth nothing at another.
    expect((await ids(1))[1]).not.toBe((await ids(2))[1]);
    expect((await ids(1))[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new EmbeddedSqs().seed).not.toBe(new EmbeddedSqs().seed);
  });
});
