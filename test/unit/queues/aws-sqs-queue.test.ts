import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getEventListeners } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../runtime/clocks/virtual-clock.ts';
import { EmbeddedSqs, type ObservedRequest } from '../../../runtime/embedded-sqs/index.ts';
import type { OutgoingMessage, QueuePort } from '../../../runtime/ports/queue.ts';
import type { SqsLike } from '../../../runtime/ports/sqs-like.ts';
import { createAwsSqsQueue } from '../../../runtime/queues/aws-sqs-queue.ts';
import { classifySqsError } from '../../../runtime/queues/classify-sqs-error.ts';
import { createTestClient, startFauxqs, startLocalAwsSqs } from '../../support/sqs-servers.ts';

const attributes = { 'hopline.run': 'r_1', 'hopline.workflow': 'Dunning.collect' };
const message = (body: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  body,
  delaySeconds: 0,
  attributes,
  ...more,
});

async function createQueue(sqs: SqsLike, name: string, Attributes: Record<string, string> = {}): Promise<string> {
  const { QueueUrl } = (await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes }))) as {
    QueueUrl: string;
  };
  return QueueUrl;
}

interface Target {
  readonly name: string;
  /** Where it differs from SQS: each is a fact about the imitation, tried here, and no allowance for ours. */
  readonly lacks: readonly ('dead-letter source' | 'emoji' | 'refusal of garbage handles' | 'honest receive count')[];
  readonly open: () => Promise<{ sqs: SqsLike; close: () => Promise<void> }>;
}
const targets: Target[] = [
  {
    name: 'EmbeddedSqs',
    lacks: [],
    open: async () => ({ sqs: new EmbeddedSqs(), close: async () => {} }),
  },
  {
    name: 'EmbeddedSqs behind an SQSClient',
    lacks: [],
    open: async () => {
      const embedded = new EmbeddedSqs();
      const endpoint = 'http://sqs.us-east-1.localhost';
      return {
        sqs: createTestClient({ endpoint, requestHandler: embedded.requestHandler as object }),
        close: async () => {},
      };
    },
  },
  {
    name: 'EmbeddedSqs over HTTP',
    lacks: [],
    open: async () => {
      const server = await new EmbeddedSqs().listen();
      return { sqs: createTestClient({ endpoint: server.endpoint }), close: () => server.close() };
    },
  },
  {
    name: 'fauxqs',
    lacks: ['dead-letter source', 'emoji', 'refusal of garbage handles'],
    open: async () => {
      const server = await startFauxqs();
      return { sqs: server.client, close: () => server.close() };
    },
  },
  {
    name: 'local-aws-sqs',
    lacks: ['dead-letter source', 'honest receive count'],
    open: async () => {
      const server = await startLocalAwsSqs();
      return { sqs: server.client, close: () => server.close() };
    },
  },
];

describe.each(targets)('a queue of $name', ({ open, lacks }) => {
  let sqs: SqsLike;
  let close: () => Promise<void>;
  beforeAll(async () => ({ sqs, close } = await open()));
  afterAll(() => close());

  it('gives a message back as it was sent, with its stamps', async () => {
    const queue = createAwsSqsQueue(sqs, await createQueue(sqs, 'round-trip'));
    const body = lacks.includes('emoji') ? '{"text":"é\\u0000"}' : '{"text":"é😀\\u0000"}';
    const [sent] = await queue.send([message(body)]);
    expect(sent).toMatchObject({ ok: true, messageId: expect.any(String) as string });
    const [received] = await queue.receive({ maxMessages: 10, waitSeconds: 1 });
    expect(received).toMatchObject({
      body,
      attributes,
      messageId: (sent as { messageId: string }).messageId,
      receiveCount: 1,
    });
    expect(received!.firstReceivedAtMs).toBeGreaterThanOrEqual(received!.sentAtMs);
    expect(Math.abs(received!.receivedAtMs - received!.firstReceivedAtMs)).toBeLessThan(5_000);
    expect(received!.deadLetterSourceArn).toBe(undefined);
  });

  it('sends, hides and deletes any number in batches, each entry answered in its place', async () => {
    const queue = createAwsSqsQueue(sqs, await createQueue(sqs, 'many', { VisibilityTimeout: '300' }));
    const bodies = Array.from({ length: 23 }, (_, at) => `body ${at}`);
    const sent = await queue.send(bodies.map((body) => message(body)));
    expect(sent.map(({ ok }) => ok)).toEqual(bodies.map(() => true));
    const received = await drain(queue, 23);
    expect(received.map(({ body }) => body).sort()).toEqual([...bodies].sort());
    const byId = new Map(sent.map((result, at) => [(result as { messageId: string }).messageId, bodies[at]]));
    for (const { messageId, body } of received) expect(byId.get(messageId)).toBe(body);
    const handles = received.map(({ receiptHandle }) => receiptHandle);
    const hidden = await queue.changeVisibility(
      handles.map((receiptHandle) => ({ receiptHandle, visibilitySeconds: 600 })),
    );
    expect(hidden.every(({ ok }) => ok)).toBe(true);
    const deleted = await queue.delete([...handles.slice(0, 5), 'garbage', ...handles.slice(5)]);
    const [garbage] = deleted.splice(5, 1);
    expect(deleted.map(({ ok }) => ok)).toEqual(handles.map(() => true));
    if (lacks.includes('refusal of garbage handles')) expect(garbage).toEqual({ ok: true });
    else expect(garbage).toMatchObject({ ok: false, senderFault: true, code: 'ReceiptHandleIsInvalid' });
    const { visible, inFlight } = await queue.attributes();
    expect([visible, inFlight]).toEqual([0, 0]);
  });

  it('counts receives and keeps the first receipt', async () => {
    const queue = createAwsSqsQueue(sqs, await createQueue(sqs, 'again'));
    await queue.send([message('x')]);
    const [first] = await queue.receive({ maxMessages: 1, waitSeconds: 1 });
    await queue.changeVisibility([{ receiptHandle: first!.receiptHandle, visibilitySeconds: 0 }]);
    const [second] = await queue.receive({ maxMessages: 1, waitSeconds: 1 });
    expect(second).toMatchObject({
      receiveCount: lacks.includes('honest receive count') ? 3 : 2,
      firstReceivedAtMs: first!.firstReceivedAtMs,
      sentAtMs: first!.sentAtMs,
    });
  });

  it('reads the attributes of the queue and its redrive policy', async () => {
    await createQueue(sqs, 'dead');
    const dead = await createAwsSqsQueue(sqs, await createQueue(sqs, 'dead')).attributes();
    const policy = { deadLetterTargetArn: dead.arn, maxReceiveCount: 7 };
    const url = await createQueue(sqs, 'work', {
      VisibilityTimeout: '45',
      MessageRetentionPeriod: '1209600',
      MaximumMessageSize: '262144',
      RedrivePolicy: JSON.stringify(policy),
    });
    expect(await createAwsSqsQueue(sqs, url).attributes()).toEqual({
      arn: expect.stringMatching(/:work$/) as string,
      visibilitySeconds: 45,
      retentionSeconds: 1_209_600,
      bodyBytesMax: 262_144,
      maxReceiveCount: 7,
      deadLetterQueueArn: dead.arn,
      visible: 0,
      inFlight: 0,
      delayed: 0,
    });
    expect(dead.maxReceiveCount).toBe(undefined);
  });

  it.skipIf(lacks.includes('dead-letter source'))('says which queue the broker took a dead letter from', async () => {
    const deadUrl = await createQueue(sqs, 'dead-of-source');
    const { arn } = await createAwsSqsQueue(sqs, deadUrl).attributes();
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arn, maxReceiveCount: 1 });
    const source = createAwsSqsQueue(sqs, await createQueue(sqs, 'source', { VisibilityTimeout: '0', RedrivePolicy }));
    await source.send([message('x')]);
    expect(await source.receive({ maxMessages: 1, waitSeconds: 1 })).toHaveLength(1);
    expect(await source.receive({ maxMessages: 1, waitSeconds: 0 })).toEqual([]);
    const [dead] = await createAwsSqsQueue(sqs, deadUrl).receive({ maxMessages: 1, waitSeconds: 1 });
    expect(dead!.deadLetterSourceArn).toBe((await source.attributes()).arn);
  });

  it('gives a long poll up when its signal aborts', async () => {
    const queue = createAwsSqsQueue(sqs, await createQueue(sqs, 'aborted'));
    const stop = new AbortController();
    const poll = queue.receive({ maxMessages: 1, waitSeconds: 20, signal: stop.signal });
    stop.abort();
    await expect(poll).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('rejects where the queue does not exist, and the error is understood', async () => {
    const url = (await createQueue(sqs, 'there')).replace(/there$/, 'not-there');
    const error: unknown = await createAwsSqsQueue(sqs, url)
      .receive({ maxMessages: 1, waitSeconds: 0 })
      .catch((e: unknown) => e);
    expect(classifySqsError(error)).toMatchObject({ kind: 'missing-queue', retry: 'slowly' });
  });

  it("tells the broker's time from its replies, not from this machine's clock", async () => {
    const queue = createAwsSqsQueue(sqs, await createQueue(sqs, 'clock'));
    await queue.attributes();
    const behindMs = Date.now() - queue.brokerNow();
    expect(behindMs).toBeGreaterThanOrEqual(0);
    expect(behindMs).toBeLessThan(3_000);
  });
});

async function drain(queue: QueuePort, count: number) {
  const received = [];
  while (received.length < count) {
    const more = await queue.receive({ maxMessages: 10, waitSeconds: 1 });
    expect(more.length).toBeGreaterThan(0);
    received.push(...more);
  }
  return received;
}

describe('batches', () => {
  const observed = async (Attributes: Record<string, string> = {}) => {
    const sqs = new EmbeddedSqs({ seed: 1 });
    const url = await createQueue(sqs, 'work', Attributes);
    const requests: ObservedRequest[] = [];
    sqs.onRequest = (request) => requests.push(request);
    return { sqs, requests, queue: createAwsSqsQueue(sqs, url) };
  };

  it("stay within the queue's size limit in sum, read once (C37)", async () => {
    const { queue, requests } = await observed({ MaximumMessageSize: '262144' });
    const large = Array.from({ length: 10 }, () => message('x'.repeat(200_000)));
    expect((await queue.send(large)).every(({ ok }) => ok)).toBe(true);
    expect((await queue.send(large.slice(0, 2))).every(({ ok }) => ok)).toBe(true);
    const sums = requests
      .filter(({ action }) => action === 'SendMessageBatch')
      .map(({ input }) =>
        (input as { Entries: { MessageBody: string }[] }).Entries.reduce(
          (sum, { MessageBody }) => sum + MessageBody.length,
          0,
        ),
      );
    expect(sums).toHaveLength(12);
    expect(Math.max(...sums)).toBeLessThanOrEqual(262_144);
    expect(requests.filter(({ action }) => action === 'GetQueueAttributes')).toHaveLength(1);
    expect(requests.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  it('count attributes and bytes, not characters', async () => {
    const { queue, requests } = await observed({ MaximumMessageSize: '4096' });
    const fits = message('é'.repeat(900), { attributes: { 'hopline.run': 'x'.repeat(200) } });
    expect((await queue.send([fits, fits, fits])).every(({ ok }) => ok)).toBe(true);
    const sends = requests.filter(({ action }) => action === 'SendMessageBatch');
    expect(sends.map(({ input }) => (input as { Entries: unknown[] }).Entries.length)).toEqual([2, 1]);
  });

  it('of small entries are one request, without a look at the limit', async () => {
    const { queue, requests } = await observed();
    await queue.send(Array.from({ length: 10 }, () => message('x', { attributes: {} })));
    expect(requests.map(({ action }) => action)).toEqual(['SendMessageBatch']);
  });

  it('carry the refusal of one entry as its own result', async () => {
    const { queue } = await observed({ MaximumMessageSize: '1024' });
    const results = await queue.send([message('a'), message('\u0001'), message('b'.repeat(2_000)), message('c')]);
    expect(results.map(({ ok }) => ok)).toEqual([true, false, false, true]);
    expect(results[1]).toMatchObject({ code: 'InvalidMessageContents', senderFault: true });
    expect(classifySqsError(asError(results[2]!)).kind).toBe('too-large');
  });

  it('whose reply leaves an entry out leave it unknown, never done', async () => {
    const { sqs, queue: whole } = await observed();
    const forgetful: SqsLike = {
      send: async (command: unknown) => {
        const reply = (await sqs.send(command)) as { Successful?: unknown[] };
        return { ...reply, Successful: reply.Successful?.slice(1) };
      },
    };
    const results = await createAwsSqsQueue(forgetful, whole.url).send([message('a'), message('b')]);
    expect(results).toEqual([
      { ok: false, code: 'Unknown', message: 'The reply to the batch leaves this entry out.', senderFault: false },
      { ok: true, messageId: expect.any(String) as string },
    ]);
    expect(await whole.send([message('a'), message('b')])).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it('of which one request fails keep what the others did', async () => {
    const { sqs, queue: whole } = await observed();
    let calls = 0;
    const failing: SqsLike = {
      send: async (command: unknown) => {
        if (++calls === 2)
          throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', name: 'TimeoutError' });
        return sqs.send(command) as Promise<unknown>;
      },
    };
    const queue = createAwsSqsQueue(failing, whole.url);
    const results = await queue.send(Array.from({ length: 25 }, (_, at) => message(`${at}`, { attributes: {} })));
    expect(results.map(({ ok }) => ok)).toEqual([
      ...Array(10).fill(true),
      ...Array(10).fill(false),
      ...Array(5).fill(true),
    ]);
    expect(results[10]).toMatchObject({ code: 'TimeoutError', senderFault: false });
    calls = 1;
    await expect(queue.send([message('x')])).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('refuse what would be refused or lost, as our own defect', async () => {
    const { queue, sqs } = await observed();
    for (const delaySeconds of [901, -1, 1.5, NaN])
      await expect(async () => queue.send([message('x', { delaySeconds })])).rejects.toMatchObject({
        code: 'INVARIANT',
      });
    for (const visibilitySeconds of [43_201, -1, 0.5])
      await expect(async () =>
        queue.changeVisibility([{ receiptHandle: 'x', visibilitySeconds }]),
      ).rejects.toMatchObject({ code: 'INVARIANT' });
    const fifo = createAwsSqsQueue(sqs, await createQueue(sqs, 'work.fifo', { FifoQueue: 'true' }));
    expect(fifo.isFifo).toBe(true);
    await expect(async () => fifo.send([message('x', { delaySeconds: 1 })])).rejects.toMatchObject({
      code: 'INVARIANT',
    });
    expect(await fifo.send([message('x', { groupId: 'g', deduplicationId: 'd' })])).toMatchObject([{ ok: true }]);
    expect(await queue.send([])).toEqual([]);
  });

  it('of a fair queue carry the group', async () => {
    const { requests, queue } = await observed();
    await queue.send([message('x', { groupId: 'tenant' })]);
    expect(requests[0]!.input).toMatchObject({ Entries: [{ MessageGroupId: 'tenant' }] });
  });
});

function asError(result: object): Error {
  const { code, message: text } = result as { code: string; message: string };
  return Object.assign(new Error(text), { name: code });
}

describe('a receive that is never answered', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Takes connections and says nothing. */
  async function startMute(): Promise<{ endpoint: string; connected: Promise<Socket> }> {
    let connect: (socket: Socket) => void;
    const connected = new Promise<Socket>((resolve) => (connect = resolve));
    const server = createServer((socket) => connect(socket));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, connected };
  }

  it('is given up ten seconds after its wait, and its connection with it (C25)', async () => {
    const { endpoint, connected } = await startMute();
    const clock = new VirtualClock();
    const client = createTestClient({ endpoint });
    const queue = createAwsSqsQueue(client, `${endpoint}/1/q`, { clock });
    let ended: unknown;
    const poll = queue.receive({ maxMessages: 10, waitSeconds: 20 }).catch((error: unknown) => (ended = error));
    const socket = await connected;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    clock.advanceTo(clock.now() + 29_999);
    expect(ended).toBe(undefined);
    clock.advanceTo(clock.now() + 1);
    await poll;
    expect(ended).toMatchObject({ name: 'NotAnswered', message: 'SQS did not answer within 30000 ms.' });
    expect(classifySqsError(ended)).toMatchObject({ kind: 'network', retry: 'soon' });
    socket.resume();
    await closed;
    client.destroy();
  });

  it('does not wait for the clock once it was answered, and leaves no listener on the signal', async () => {
    const clock = new VirtualClock();
    const sqs = new EmbeddedSqs({ clock });
    const queue = createAwsSqsQueue(sqs, await createQueue(sqs, 'work'), { clock });
    await queue.send(Array.from({ length: 10 }, (_, at) => message(`${at}`)));
    const stop = new AbortController();
    for (let polls = 0; polls < 10; polls++)
      expect(await queue.receive({ maxMessages: 1, waitSeconds: 20, signal: stop.signal })).toHaveLength(1);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(clock.pendingCount).toBe(0);
  });
});

describe('an endpoint that is no SQS', () => {
  it('is said to be none where its messages lack what was asked for', async () => {
    const odd: SqsLike = { send: async () => ({ Messages: [{ MessageId: '1', ReceiptHandle: 'h', Body: 'b' }] }) };
    await expect(
      createAwsSqsQueue(odd, 'http://x/q').receive({ maxMessages: 1, waitSeconds: 0 }),
    ).rejects.toMatchObject({
      code: 'CONFIGURATION',
      message: expect.stringContaining('ApproximateReceiveCount') as string,
    });
  });
});

describe('a client', () => {
  it('is listened to once, however many queues it serves', async () => {
    const client: SQSClient = createTestClient({
      endpoint: 'http://sqs.us-east-1.localhost',
      requestHandler: new EmbeddedSqs().requestHandler as object,
    });
    const before = client.middlewareStack.identify().length;
    for (const name of ['a', 'b', 'c'])
      createAwsSqsQueue(client, `http://sqs.us-east-1.localhost/000000000000/${name}`);
    expect(client.middlewareStack.identify().length).toBe(before + 1);
  });
});
