import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HoplineError } from '../protocol/errors.ts';
import { AbortedError, LostReplyError, SqsError } from './errors.ts';
import { answerJson, refuseJson, replyJson, type RequestPerformer, type WireReply } from './json-protocol.ts';

/** A service that also takes back what it could not deliver. */
export interface HttpService extends RequestPerformer {
  /** Makes received messages visible again. */
  takeBack(queueUrl: string, receiptHandles: readonly string[]): void;
}

export interface HttpListener {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly endpoint: string;
  /** Takes no more requests, ends open long polls with an empty reply, and resolves when the last reply has gone out. */
  close(): Promise<void>;
}

/** Kept as a set, because Node warns of a signal that more than ten polls listen to. */
interface ServerState {
  isClosing: boolean;
  readonly openPolls: Set<AbortController>;
}

interface Received {
  readonly Messages?: readonly { readonly ReceiptHandle: string }[];
}

const pollTarget = 'AmazonSQS.ReceiveMessage';
const loopback = '127.0.0.1';
/**
 * The largest legal batch is 1 MiB, which JSON may escape to threefold. More than that is read so that an oversized batch
 * gets SQS's own refusal, but not without end.
 */
const requestBytesMax = 16 * 1024 * 1024;
/** Longer than the pause between two polls of any client, so that a kept connection is not closed under a new request. */
const keepAliveMs = 75_000;

/**
 * Serves the AWS JSON protocol on loopback.
 *
 * A page in a browser on this machine could reach it too, by its address or by a name that its owner points here (DNS
 * rebinding). So a request must name a loopback host and must not come from a page: browsers send `Origin`, SDKs do not.
 *
 * Invariant: a message that was received for a connection which closed before the reply had been handed to the system is
 * visible again. (What the system had taken and could not deliver is hidden for its timeout, as with SQS.)
 */
export async function listenOnLoopback(service: HttpService, port: number): Promise<HttpListener> {
  const state: ServerState = { isClosing: false, openPolls: new Set() };
  const server = createServer((request, response) => {
    // Whatever goes wrong here concerns one connection: nothing is left to be told to the client but its end.
    serve(service, request, response, state).catch(() => request.socket.destroy());
  });
  server.keepAliveTimeout = keepAliveMs;
  await listen(server, port);
  const endpoint = `http://${loopback}:${(server.address() as AddressInfo).port}`;
  return { endpoint, close: () => close(server, state) };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'another program listens there' : cause.message;
      const text = `The embedded SQS cannot listen on ${loopback}:${port}: ${why}. Choose another port, or 0 for any free one.`;
      reject(new HoplineError('CONFIGURATION', text, { cause }));
    });
    server.listen(port, loopback, resolve);
  });
}

function close(server: Server, state: ServerState): Promise<void> {
  state.isClosing = true;
  for (const poll of state.openPolls) poll.abort();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

async function serve(
  service: HttpService,
  request: IncomingMessage,
  response: ServerResponse,
  state: ServerState,
): Promise<void> {
  const refusal = refuse(request);
  if (refusal !== undefined) return write(response, refuseJson(service, refusal), state);
  const body = await readBody(request);
  if (body === undefined) return write(response, refuseJson(service, tooLarge()), state);
  await answer(service, request, response, body, state);
}

async function answer(
  service: HttpService,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  state: ServerState,
): Promise<void> {
  const target = request.headers['x-amz-target'] as string | undefined;
  // Only a poll ends with the server. What else comes in meanwhile is done, because "done" is what its reply would say.
  const isPoll = target === pollTarget;
  const gone = new AbortController();
  const abort = () => gone.abort();
  response.once('close', abort);
  if (isPoll) state.openPolls.add(gone);
  if (isPoll && state.isClosing) abort();
  try {
    const baseUrl = `http://${request.headers.host}`;
    const reply = await answerJson(service, { target, body, baseUrl, signal: gone.signal });
    takeBackUnlessDelivered(service, response, reply);
    write(response, reply, state);
  } catch (error) {
    if (error instanceof LostReplyError) request.socket.destroy();
    else if (!(error instanceof AbortedError)) throw error;
    // The poll of a closing server ends as one that found nothing.
    else write(response, replyJson(service, {}), state);
  } finally {
    state.openPolls.delete(gone);
  }
}

/**
 * Keeps the invariant. Node says `finish` also for a reply whose socket has failed, so that alone is no sign of success.
 */
function takeBackUnlessDelivered(service: HttpService, response: ServerResponse, { performed }: WireReply): void {
  const messages = (performed?.output as Received | undefined)?.Messages;
  if (messages === undefined) return;
  const { QueueUrl } = performed!.input as { QueueUrl: string };
  const takeBack = () =>
    service.takeBack(
      QueueUrl,
      messages.map((message) => message.ReceiptHandle),
    );
  if (response.destroyed) return takeBack();
  const { socket } = response;
  let isDelivered = false;
  response.once('finish', () => (isDelivered = socket?.errored === null));
  response.once('close', () => {
    if (!isDelivered) takeBack();
  });
}

function write(response: ServerResponse, reply: WireReply, state: ServerState): void {
  if (response.destroyed) return;
  const bytes = Buffer.from(reply.body);
  if (state.isClosing) response.setHeader('connection', 'close');
  response.writeHead(reply.status, { ...reply.headers, 'content-length': bytes.length });
  response.end(bytes);
}

/** Undefined where the body is larger than is read. Ends the connection of one that is larger beyond all reason. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= requestBytesMax) chunks.push(chunk);
    // What is too much is read on and dropped for a while, because a client that is still sending reads no reply.
    else if (bytes > 4 * requestBytesMax) request.destroy();
    else chunks.length = 0;
  }
  return bytes <= requestBytesMax ? Buffer.concat(chunks).toString() : undefined;
}

function refuse({ method, headers }: IncomingMessage): SqsError | undefined {
  if (!isLoopbackName(headers.host)) {
    return forbidden(`Host ${headers.host ?? '(none)'} is not a loopback name. Use 127.0.0.1 or localhost.`);
  }
  if (headers.origin !== undefined) return forbidden('Requests from web pages (with an Origin header) are not served.');
  if (method === 'POST') return undefined;
  return new SqsError(
    { shape: 'UnknownOperationException', status: 405 },
    `${method} is not served here: SQS's protocol is POST only.`,
  );
}

function isLoopbackName(host: string | undefined): boolean {
  const name = host?.toLowerCase().replace(/:\d+$/, '');
  return name === loopback || name === '[::1]' || name === 'localhost' || name?.endsWith('.localhost') === true;
}

function forbidden(message: string): SqsError {
  return new SqsError({ shape: 'AccessDeniedException', code: 'AccessDenied', status: 403 }, message);
}

function tooLarge(): SqsError {
  return new SqsError(
    { shape: 'RequestEntityTooLarge', status: 413 },
    `The request is larger than ${requestBytesMax} bytes. SQS carries at most 1048576 bytes in a batch.`,
  );
}
