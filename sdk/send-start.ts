import type { SendMessageCommandInput } from '@aws-sdk/client-sqs';
import type { SqsLike } from '../runtime/ports/sqs-like.ts';
import { attributesBytes, bodyBytes } from '../runtime/protocol/body-bytes.ts';
import { encodeBody } from '../runtime/protocol/body.ts';
import { attributeNames, type Envelope } from '../runtime/protocol/envelope.ts';
import { HoplineError } from '../runtime/protocol/errors.ts';
import { sqsLimits } from '../runtime/protocol/sqs-limits.ts';
import { signMessage } from './message-signature.ts';
import type { SigningOptions } from './signing.ts';

interface Sender {
  readonly sqs: SqsLike;
  readonly queueUrl: string;
  readonly signing?: SigningOptions;
}

interface StartMessage {
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Loaded at the first send: a module that only declares workflows must not load the AWS SDK. */
let sqsCommands: Promise<typeof import('@aws-sdk/client-sqs')> | undefined;
function loadSqsCommands(): Promise<typeof import('@aws-sdk/client-sqs')> {
  return (sqsCommands ??= import('@aws-sdk/client-sqs'));
}

/** Sends a run's first message, and resolves when SQS has acknowledged it. */
export async function sendStart(sender: Sender, envelope: Envelope & { home: string }): Promise<void> {
  const message = startMessage(sender, envelope);
  requireFit(message, envelope);
  const { SendMessageCommand } = await loadSqsCommands();
  await sender.sqs.send(new SendMessageCommand(sendInput(message, envelope))).catch((error: unknown) => {
    throw refusedSend(envelope, error);
  });
}

/** The URL of the queue named by `start({ queue })`, or the client's own. */
export async function queueUrlOf({ sqs, queueUrl }: Sender, name: string | undefined): Promise<string> {
  if (name === undefined) return queueUrl;
  const { GetQueueUrlCommand } = await loadSqsCommands();
  const answer = (await sqs.send(new GetQueueUrlCommand({ QueueName: name })).catch((error: unknown) => {
    throw new HoplineError(
      'SQS_REFUSED',
      `start({ queue: '${name}' }): SQS gave no URL for that name (${messageOf(error)}). Create the queue, or leave \`queue\` out.`,
      { cause: error },
    );
  })) as { QueueUrl: string };
  return answer.QueueUrl;
}

function startMessage({ signing }: Sender, envelope: Envelope & { home: string }): StartMessage {
  const body = encodeBody(envelope);
  const { home: queueUrl, run, hop, workflow } = envelope;
  return {
    body,
    attributes: {
      [attributeNames.run]: run,
      [attributeNames.workflow]: workflow,
      ...(signing && { [attributeNames.signature]: signMessage(signing, { body, run, hop, queueUrl }) }),
    },
  };
}

function sendInput({ body, attributes }: StartMessage, envelope: Envelope & { home: string }): SendMessageCommandInput {
  return {
    QueueUrl: envelope.home,
    MessageBody: body,
    MessageAttributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, text(value)])),
    ...(isFifo(envelope.home) ? fifoFields(envelope) : standardFields(envelope)),
  };
}

function text(value: string): { DataType: 'String'; StringValue: string } {
  return { DataType: 'String', StringValue: value };
}

function isFifo(queueUrl: string): boolean {
  return queueUrl.endsWith('.fifo');
}

/** The first hop of the delay; the worker passes the rest on. */
function standardFields({ wait, fairnessKey }: Envelope): Partial<SendMessageCommandInput> {
  const delayMs = wait && 'durationMs' in wait ? wait.durationMs : 0;
  return {
    DelaySeconds: Math.min(sqsLimits.delaySecondsMax, Math.ceil(delayMs / 1_000)),
    ...(fairnessKey !== undefined && { MessageGroupId: fairnessKey }),
  };
}

/** A FIFO queue takes no delay by message, so the worker waits for all of it (PROTOCOL.md 9.4). */
function fifoFields({ incarnation, hop }: Envelope): Partial<SendMessageCommandInput> {
  return { MessageGroupId: incarnation, MessageDeduplicationId: `${incarnation}:${hop}` };
}

/** SQS counts the body and the attributes' names, types and values, in UTF-8. A queue may carry less; then SQS refuses. */
function requireFit({ body, attributes }: StartMessage, { run, workflow }: Envelope): void {
  const bytes = bodyBytes(body) + attributesBytes(attributes);
  if (bytes <= sqsLimits.bodyBytesMax) return;
  throw new HoplineError(
    'STATE_TOO_LARGE',
    `The arguments of run '${run}' of ${workflow} make a message of ${bytes.toLocaleString('en')} bytes; SQS carries ` +
      `${sqsLimits.bodyBytesMax.toLocaleString('en')}. Keep large values elsewhere and pass the key.`,
  );
}

function refusedSend({ run, workflow, home }: Envelope, error: unknown): HoplineError {
  return new HoplineError(
    'SQS_REFUSED',
    `Run '${run}' of ${workflow} was not started: the send to ${home} failed (${messageOf(error)}). ` +
      `Mend the cause and start again; if the failure was a lost answer, the run may have been started.`,
    { cause: error },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
