import type { SendMessageCommandInput } from '@aws-sdk/client-sqs';
import type { SqsLike } from '../runtime/ports/sqs-like.ts';
import { attributeNames, type Envelope } from '../runtime/protocol/envelope.ts';
import { HoplineError } from '../runtime/protocol/errors.ts';
import { sqsLimits } from '../runtime/protocol/sqs-limits.ts';
import { escapeNonCharacters } from '../runtime/protocol/values/quote.ts';
import { signMessage } from './message-signature.ts';
import type { SigningOptions } from './signing.ts';

interface Sender {
  readonly sqs: object;
  readonly queueUrl: string;
  readonly signing?: SigningOptions;
}

/** Loaded at the first send: a module that only declares workflows must not load the AWS SDK. */
let sqsCommands: Promise<typeof import('@aws-sdk/client-sqs')> | undefined;
function loadSqsCommands(): Promise<typeof import('@aws-sdk/client-sqs')> {
  return (sqsCommands ??= import('@aws-sdk/client-sqs'));
}

/** Sends a run's first message, and resolves when SQS has acknowledged it. */
export async function sendStart(sender: Sender, envelope: Envelope & { home: string }): Promise<void> {
  const input = startMessage(sender, envelope);
  requireFit(input, envelope);
  const { SendMessageCommand } = await loadSqsCommands();
  await (sender.sqs as SqsLike).send(new SendMessageCommand(input)).catch((error: unknown) => {
    throw refusedSend(envelope, error);
  });
}

/** The URL of the queue named by `start({ queue })`, or the client's own. */
export async function queueUrlOf({ sqs, queueUrl }: Sender, name: string | undefined): Promise<string> {
  if (name === undefined) return queueUrl;
  const { GetQueueUrlCommand } = await loadSqsCommands();
  const answer = (await (sqs as SqsLike).send(new GetQueueUrlCommand({ QueueName: name })).catch((error: unknown) => {
    throw new HoplineError(
      'SQS_REFUSED',
      `start({ queue: '${name}' }): SQS gave no URL for that name (${messageOf(error)}). Create the queue, or leave \`queue\` out.`,
      { cause: error },
    );
  })) as { QueueUrl: string };
  return answer.QueueUrl;
}

function startMessage(sender: Sender, envelope: Envelope & { home: string }): SendMessageCommandInput {
  const body = escapeNonCharacters(JSON.stringify(envelope));
  const { home: queueUrl, run, hop, workflow } = envelope;
  return {
    QueueUrl: queueUrl,
    MessageBody: body,
    MessageAttributes: {
      [attributeNames.run]: text(run),
      [attributeNames.workflow]: text(workflow),
      ...(sender.signing && {
        [attributeNames.signature]: text(signMessage(sender.signing, { body, run, hop, queueUrl })),
      }),
    },
    ...(isFifo(queueUrl) ? fifoFields(envelope) : standardFields(envelope)),
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

/** SQS counts the body and the attributes' names, types and values, in UTF-8. */
function requireFit({ MessageBody, MessageAttributes }: SendMessageCommandInput, { run, workflow }: Envelope): void {
  const attributes = Object.entries(MessageAttributes ?? {});
  const parts = [
    MessageBody ?? '',
    ...attributes.flatMap(([name, { DataType, StringValue }]) => [name, DataType ?? '', StringValue ?? '']),
  ];
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
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
