import { ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { classifySqsError, type SqsErrorKind } from '../../../runtime/queues/classify-sqs-error.ts';
import { createTestClient } from '../../support/sqs-servers.ts';

const error = (fields: object, message = 'x') => Object.assign(new Error(message), fields);

const table: [SqsErrorKind, unknown][] = [
  ...[
    'RequestThrottled',
    'RequestThrottledException',
    'ThrottlingException',
    'Throttling',
    'TooManyRequestsException',
    'KmsThrottled',
  ].map((name): [SqsErrorKind, unknown] => ['throttled', error({ name })]),
  ['throttled', error({ Code: 'AWS.SimpleQueueService.RequestThrottled' })],
  ['throttled', error({ name: 'AWS.SimpleQueueService.RequestThrottled', $metadata: { httpStatusCode: 403 } })],
  ['throttled', error({ __type: 'com.amazonaws.sqs#RequestThrottled' })],
  ['throttled', error({ __type: 'com.amazon.coral.availability#ThrottlingException' })],
  ['throttled', error({ name: 'Odd', $metadata: { httpStatusCode: 429 } })],
  ...[
    'AccessDenied',
    'AccessDeniedException',
    'ExpiredToken',
    'ExpiredTokenException',
    'UnrecognizedClientException',
    'InvalidClientTokenId',
  ].map((name): [SqsErrorKind, unknown] => ['auth', error({ name })]),
  ['auth', error({ name: 'CredentialsProviderError' }, 'Could not load credentials from any providers')],
  ['auth', error({ name: 'KmsAccessDenied' })],
  ['auth', error({ name: 'Odd', $metadata: { httpStatusCode: 403 } })],
  ['auth', error({ name: 'SignatureDoesNotMatch' }, 'The request signature we calculated does not match')],
  ['clock-skew', error({ name: 'SignatureDoesNotMatch' }, 'Signature expired: 20261130T200000Z is now earlier than')],
  [
    'clock-skew',
    error({ name: 'InvalidSignatureException' }, 'Signature not yet current: 20261130T210000Z is still later than'),
  ],
  ['clock-skew', error({ name: 'RequestTimeTooSkewed' })],
  ['clock-skew', error({ name: 'RequestExpired' })],
  ['missing-queue', error({ name: 'QueueDoesNotExist', Code: 'AWS.SimpleQueueService.NonExistentQueue' })],
  ['missing-queue', error({ name: 'AWS.SimpleQueueService.NonExistentQueue' })],
  ['missing-queue', error({ name: 'QueueDeletedRecently' })],
  ...['ECONNRESET', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET'].map(
    (code): [SqsErrorKind, unknown] => ['network', error({ code })],
  ),
  ['network', error({ name: 'TimeoutError', code: 'ECONNRESET' }, 'socket hang up')],
  ['network', error({ cause: error({ code: 'ECONNREFUSED' }) }, 'fetch failed')],
  ['network', error({ name: 'InternalFailure', $metadata: { httpStatusCode: 500 } })],
  ['network', error({ name: 'ServiceUnavailable', $metadata: { httpStatusCode: 503 } })],
  ['network', error({ name: 'Odd', $metadata: { httpStatusCode: 502 } })],
  ['network', error({ name: 'NotAnswered' })],
  ['network', error({ name: 'AbortError' }, 'Request aborted')],
  ['in-flight-full', error({ name: 'OverLimit', Code: 'OverLimit', $metadata: { httpStatusCode: 403 } })],
  ['too-large', error({ name: 'BatchRequestTooLong' })],
  [
    'too-large',
    error(
      { name: 'InvalidParameterValue' },
      'One or more parameters are invalid. Reason: Message must be shorter than 1048576 bytes.',
    ),
  ],
  ['ours', error({ name: 'InvalidParameterValue' }, 'Value 901 for parameter DelaySeconds is invalid.')],
  ['ours', error({ name: 'ReceiptHandleIsInvalid', $metadata: { httpStatusCode: 404 } })],
  ['ours', error({ name: 'UnsupportedOperation' })],
  ['ours', error({ name: 'MissingParameter' })],
  ['ours', error({ name: 'InvalidMessageContents' })],
  ['ours', new TypeError('x is not a function')],
  ['ours', error({ name: 'constructor' })],
  ['ours', undefined],
  ['ours', null],
  ['ours', 'text'],
];

describe('an error of an SQS call', () => {
  it.each(
    table.map(([kind, thrown]) => ({
      kind,
      thrown,
      label: `${kind}: ${JSON.stringify(thrown) ?? 'undefined'} ${String(thrown)}`,
    })),
  )('is $label', ({ kind, thrown }) => {
    expect(classifySqsError(thrown).kind).toBe(kind);
  });

  it('is given a code for the log, an advice and a mend', () => {
    expect(classifySqsError(error({ name: 'QueueDoesNotExist' }))).toEqual({
      kind: 'missing-queue',
      code: 'QueueDoesNotExist',
      retry: 'slowly',
      mend: expect.stringContaining('Check its URL') as string,
    });
    expect(classifySqsError(error({ name: 'RequestExpired' })).mend).toContain('clock');
    expect(classifySqsError(error({ name: 'BatchRequestTooLong' })).retry).toBe('never');
    expect(classifySqsError(error({})).code).toBe('Error');
  });

  it('that has itself as cause ends', () => {
    const looped = error({});
    looped.cause = looped;
    expect(classifySqsError(looped).kind).toBe('ours');
  });
});

describe('what a real client throws', () => {
  const failureOf = async (answer: { status: number; body: string; type?: string }): Promise<unknown> => {
    const server = createServer((_request, response) => {
      response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/x-amz-json-1.0' });
      response.end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client: SQSClient = createTestClient({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    try {
      return await client
        .send(new ReceiveMessageCommand({ QueueUrl: 'http://127.0.0.1/1/q' }))
        .catch((e: unknown) => e);
    } finally {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };

  const answers: [SqsErrorKind, { status: number; body: string; type?: string }][] = [
    ['throttled', { status: 400, body: '{"__type":"com.amazonaws.sqs#RequestThrottled","message":"m"}' }],
    ['throttled', { status: 400, body: '{"__type":"com.amazon.coral.service#ThrottlingException","message":"m"}' }],
    ['missing-queue', { status: 400, body: '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"m"}' }],
    ['in-flight-full', { status: 403, body: '{"__type":"com.amazonaws.sqs#OverLimit","message":"m"}' }],
    ['auth', { status: 400, body: '{"__type":"com.amazon.coral.service#ExpiredTokenException","message":"m"}' }],
    [
      'clock-skew',
      {
        status: 403,
        body: '{"__type":"com.amazon.coral.service#InvalidSignatureException","message":"Signature expired: …"}',
      },
    ],
    ['network', { status: 500, body: '{"__type":"com.amazon.coral.service#InternalFailure"}' }],
    ['network', { status: 503, body: '<html>busy</html>', type: 'text/html' }],
    ['network', { status: 200, body: '{"Messages":[{"MessageId"', type: 'application/x-amz-json-1.0' }],
  ];
  it.each(answers.map(([kind, answer]) => ({ kind, answer })))(
    'for $answer.status $answer.body is $kind',
    async ({ kind, answer }) => {
      expect(classifySqsError(await failureOf(answer)).kind).toBe(kind);
    },
  );

  it('where nobody listens is network', async () => {
    const client = createTestClient({ endpoint: 'http://127.0.0.1:1' });
    const thrown: unknown = await client
      .send(new SendMessageBatchCommand({ QueueUrl: 'http://127.0.0.1:1/1/q', Entries: [] }))
      .catch((e: unknown) => e);
    expect(classifySqsError(thrown)).toMatchObject({ kind: 'network', retry: 'soon' });
    client.destroy();
  });
});
