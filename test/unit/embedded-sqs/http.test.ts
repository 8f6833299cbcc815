import {
  CreateQueueCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { EmbeddedSqs } from 'hopline/embedded-sqs';
import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../runtime/clocks/virtual-clock.ts';
import { createTestClient } from '../../support/sqs-servers.ts';
import { turn } from './lab.ts';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: any;
}

let sqs: EmbeddedSqs;
let clock: VirtualClock;
let endpoint: string;
let listener: { endpoint: string; close(): Promise<void> };

beforeEach(async () => {
  clock = new VirtualClock(Date.UTC(2026, 6, 1, 12, 0, 0, 500));
  sqs = new EmbeddedSqs({ clock, seed: 5 });
  listener = await sqs.listen();
  endpoint = listener.endpoint;
});
afterEach(() => listener.close());

function call(headers: OutgoingHttpHeaders, body: string | Buffer = '{}', method = 'POST'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(endpoint, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode!, headers: response.headers, body: JSON.parse(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const target = (action: string) => ({ 'x-amz-target': `AmazonSQS.${action}` });
const until = async (condition: () => boolean) => {
  while (!condition()) await turn();
};

describe('the HTTP face', () => {
  it('answers the AWS JSON protocol with a request id and the date of its clock', async () => {
    const reply = await call(target('CreateQueue'), JSON.stringify({ QueueName: 'q' }));
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/x-amz-json-1.0',
      'x-amzn-requestid': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      date: 'Wed, 01 Jul 2026 12:00:00 GMT',
    });
    expect(reply.body).toEqual({ QueueUrl: `${endpoint}/000000000000/q` });
  });

  it('answers a refusal with the type in the body and the query code in a header', async () => {
    const missing = await call(target('GetQueueUrl'), JSON.stringify({ QueueName: 'none' }));
    expect([missing.status, missing.headers['x-amzn-query-error']]).toEqual([
      400,
      'AWS.SimpleQueueService.NonExistentQueue;Sender',
    ]);
    const text = 'The specified queue does not exist.';
    expect(missing.body).toEqual({ __type: 'com.amazonaws.sqs#QueueDoesNotExist', message: text });
    const invalid = await call(target('CreateQueue'), JSON.stringify({ QueueName: 'a b' }));
    expect(invalid.headers['x-amzn-query-error']).toBe('InvalidParameterValue;Sender');
    expect(invalid.body.__type).toBe('com.amazon.coral.service#InvalidParameterValueException');
  });

  it('gives queue URLs under the name by which it was reached, and knows a queue under each', async () => {
    const { port } = new URL(endpoint);
    const byName = { ...target('CreateQueue'), host: `sqs.eu-west-1.localhost:${port}` };
    const { body } = await call(byName, JSON.stringify({ QueueName: 'q' }));
    expect(body.QueueUrl).toBe(`http://sqs.eu-west-1.localhost:${port}/000000000000/q`);
    await sqs.send(new SendMessageCommand({ QueueUrl: body.QueueUrl, MessageBody: 'x' }));
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'q' }));
    expect(QueueUrl).toBe(`${endpoint}/000000000000/q`);
    expect(sqs.depth(QueueUrl).visible).toBe(1);
  });

  it('refuses hosts that are not loopback names, as a rebound DNS name would be', async () => {
    for (const host of [
      'evil.example',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '10.0.0.1',
      'notlocalhost',
    ]) {
      const reply = await call({ ...target('ListQueues'), host });
      expect([host, reply.status, reply.body.__type]).toEqual([
        host,
        403,
        'com.amazon.coral.service#AccessDeniedException',
      ]);
    }
    for (const host of ['localhost', 'LOCALHOST:1', '[::1]:4566', 'sqs.us-east-1.localhost:80']) {
      expect([host, (await call({ ...target('ListQueues'), host })).status]).toEqual([host, 200]);
    }
    expect(sqs.requestCounts).toEqual({ ListQueues: 4 });
  });

  it('refuses requests from web pages, wherever they come from', async () => {
    for (const origin of ['https://evil.example', 'null', endpoint]) {
      expect((await call({ ...target('ListQueues'), origin })).status).toBe(403);
    }
    expect((await call({ origin: 'https://evil.example' }, '', 'OPTIONS')).status).toBe(403);
    expect(sqs.requestCounts).toEqual({});
  });

  it('is reachable on loopback only', () => {
    expect(new URL(endpoint).hostname).toBe('127.0.0.1');
  });

  it('refuses other methods, unknown and missing targets, and bodies that are no JSON', async () => {
    expect((await call({}, undefined, 'GET')).status).toBe(405);
    const unknown = 'com.amazon.coral.service#UnknownOperationException';
    expect((await call(target('Nonsense'))).body.__type).toBe(unknown);
    expect((await call(target('__proto__'))).body.__type).toBe(unknown);
    expect((await call({}, 'Action=ListQueues')).body).toMatchObject({
      __type: unknown,
      message: expect.stringContaining('JSON') as string,
    });
    for (const body of ['{', 'null x', '[1]', '"x"']) {
      const reply = await call(target('ListQueues'), body);
      expect([body, reply.status, reply.body.__type]).toEqual([
        body,
        400,
        'com.amazon.coral.service#SerializationException',
      ]);
    }
  });

  it('refuses a body beyond all bounds, and an oversized batch with the name of SQS', async () => {
    const reply = await call(target('SendMessage'), Buffer.alloc(17 * 1024 * 1024, 'a'));
    expect([reply.status, reply.body.__type]).toEqual([413, 'com.amazonaws.sqs#RequestEntityTooLarge']);
    const { body } = await call(target('CreateQueue'), JSON.stringify({ QueueName: 'q' }));
    const Entries = Array.from({ length: 10 }, (_, index) => ({ Id: `${index}`, MessageBody: 'a'.repeat(1_000_000) }));
    const batch = await call(target('SendMessageBatch'), JSON.stringify({ QueueUrl: body.QueueUrl, Entries }));
    expect(batch.headers['x-amzn-query-error']).toBe('AWS.SimpleQueueService.BatchRequestTooLong;Sender');
  });

  it('survives a client that sends half a request and goes', async () => {
    const { hostname, port } = new URL(endpoint);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"Que');
        socket.end();
        socket.resume().on('close', () => resolve());
      });
    });
    expect((await call(target('ListQueues'))).status).toBe(200);
  });

  it('says which port is taken', async () => {
    const { port } = new URL(endpoint);
    await expect(sqs.listen({ port: Number(port) })).rejects.toMatchObject({
      code: 'CONFIGURATION',
      message: expect.stringContaining(`127.0.0.1:${port}: another program listens there`) as string,
    });
  });
});

describe('a connection that goes', () => {
  it('ends its long poll, so that the next message is not sent into nothing', async () => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
    let endedCount = 0;
    sqs.onRequest = ({ error }) => void (error !== undefined && endedCount++);
    const body = JSON.stringify({ QueueUrl, WaitTimeSeconds: 20 });
    const poll = request(endpoint, { method: 'POST', headers: target('ReceiveMessage'), agent: false });
    poll.on('error', () => {});
    poll.end(body);
    await until(() => sqs.requestCounts['ReceiveMessage'] === 1);
    poll.destroy();
    await until(() => endedCount === 1);
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
    expect(sqs.depth(QueueUrl)).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
    expect(clock.pendingCount).toBe(0);
  });

  it('gives back what was received for it and could not be written', async () => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
    // Escaped, ten of these are more than the system takes from a server whose client does not read.
    const body = '"'.repeat(1_000_000);
    for (let count = 0; count < 10; count++) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
    const input = JSON.stringify({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 600 });
    const { hostname, port } = new URL(endpoint);
    const socket = connect(Number(port), hostname, () => {
      const head = `X-Amz-Target: AmazonSQS.ReceiveMessage\r\nContent-Length: ${input.length}`;
      socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n${input}`);
    });
    socket.pause();
    await until(() => sqs.depth(QueueUrl).inFlight === 10);
    socket.destroy();
    await until(() => sqs.depth(QueueUrl).visible === 10);
    expect(sqs.peek(QueueUrl).map((message) => message.receiveCount)).toEqual(Array(10).fill(1));
  });
});

describe('a server that closes', () => {
  it('ends open long polls without messages, finishes, and leaves the queues', async () => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
    const client = createTestClient({ endpoint });
    const warnings: string[] = [];
    const collect = (warning: Error) => void warnings.push(warning.name);
    process.on('warning', collect);
    const polls = Array.from({ length: 20 }, () =>
      client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 })),
    );
    await until(() => sqs.requestCounts['ReceiveMessage'] === 20);
    await listener.close();
    for (const poll of polls) expect((await poll).Messages).toBeUndefined();
    process.off('warning', collect);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
    client.destroy();
    await expect(call(target('ListQueues'))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
    expect(sqs.depth(QueueUrl)).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
    expect((await sqs.send(new GetQueueUrlCommand({ QueueName: 'q' }))).QueueUrl).toBe(
      'http://sqs.us-east-1.localhost/000000000000/q',
    );
    listener = await sqs.listen();
    endpoint = listener.endpoint;
    expect((await call(target('ListQueues'))).body.QueueUrls).toHaveLength(1);
  });

  it('still does what a request on an open connection asks for, and says so', async () => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
    const { hostname, port } = new URL(endpoint);
    const body = JSON.stringify({ QueueUrl, MessageBody: 'x' });
    const head = `POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: AmazonSQS.SendMessage\r\nContent-Length: ${body.length}\r\n\r\n`;
    const reply = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), hostname, () => {
        socket.write(head + body.slice(0, 5), () => {
          void turn().then(async () => {
            const closed = listener.close();
            socket.write(body.slice(5));
            await closed;
          });
        });
      });
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
    });
    expect(reply).toMatch(/^HTTP\/1.1 200 [^]*"MessageId"/);
    expect(sqs.depth(QueueUrl).visible).toBe(1);
  });
});

describe('many clients at once', () => {
  it('get every message once', async () => {
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
    const client = createTestClient({ endpoint });
    const Entries = Array.from({ length: 10 }, (_, index) => ({ Id: `${index}`, MessageBody: `${index}` }));
    const sends = Array.from({ length: 20 }, () => client.send(new SendMessageBatchCommand({ QueueUrl, Entries })));
    await Promise.all(sends);
    const receives = Array.from({ length: 25 }, () =>
      client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 })),
    );
    const ids = (await Promise.all(receives)).flatMap(({ Messages = [] }) => Messages.map((one) => one.MessageId));
    expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
    client.destroy();
  });
});
