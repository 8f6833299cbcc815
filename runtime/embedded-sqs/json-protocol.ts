import { SqsError, serializationError } from './errors.ts';
import type { Request } from './service.ts';

/** The part of the service that the wire needs. */
export interface RequestPerformer {
  perform(request: Request): object | Promise<object>;
  nextRequestId(): string;
  now(): number;
}

/** A request as it stands on the wire, whatever carried it. */
export interface WireRequest {
  /** The `X-Amz-Target` header. */
  readonly target: string | undefined;
  readonly body: string;
  readonly baseUrl: string;
  readonly signal: AbortSignal | undefined;
}

export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What was asked and answered, where the request was performed. */
  readonly performed?: { readonly input: unknown; readonly output: object };
}

const targetPrefix = 'AmazonSQS.';

/**
 * Answers one request of the AWS JSON 1.0 protocol in its query-compatible form: a refusal carries the older query code in
 * `x-amzn-query-error`, from which SDKs take `Code`. Rejects only for what has no reply: an abort or a lost connection.
 */
export async function answerJson(performer: RequestPerformer, request: WireRequest): Promise<WireReply> {
  const requestId = performer.nextRequestId();
  try {
    const { baseUrl, signal } = request;
    const action = readTarget(request.target);
    const input = parse(request.body);
    const output = await performer.perform({ action, input, face: 'json', signal, baseUrl });
    return { ...writeReply(200, requestId, performer.now(), output), performed: { input, output } };
  } catch (error) {
    if (!(error instanceof SqsError)) throw error;
    return writeRefusal(error, requestId, performer.now());
  }
}

/** A reply that is not the service's. */
export function replyJson(performer: RequestPerformer, content: object): WireReply {
  return writeReply(200, performer.nextRequestId(), performer.now(), content);
}

/** The refusal of a request that the service never saw. */
export function refuseJson(performer: RequestPerformer, error: SqsError): WireReply {
  return writeRefusal(error, performer.nextRequestId(), performer.now());
}

function writeRefusal(error: SqsError, requestId: string, nowMs: number): WireReply {
  const reply = writeReply(error.status, requestId, nowMs, { __type: error.wireType, message: error.message });
  const fault = error.isSenderFault ? 'Sender' : 'Receiver';
  return { ...reply, headers: { ...reply.headers, 'x-amzn-query-error': `${error.code};${fault}` } };
}

function writeReply(status: number, requestId: string, nowMs: number, content: object): WireReply {
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': requestId,
    date: new Date(nowMs).toUTCString(),
  };
  return { status, headers, body: JSON.stringify(content, bytesAsBase64) };
}

function bytesAsBase64(_name: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

function readTarget(target: string | undefined): string {
  if (target?.startsWith(targetPrefix)) return target.slice(targetPrefix.length);
  throw new SqsError(
    { shape: 'UnknownOperationException' },
    `The request has no X-Amz-Target header of the form ${targetPrefix}SendMessage. This server speaks the AWS JSON 1.0 protocol; the older query protocol is not spoken here. Use an SDK of 2024 or later.`,
  );
}

function parse(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw serializationError('The body of the request is not valid JSON.');
  }
}
