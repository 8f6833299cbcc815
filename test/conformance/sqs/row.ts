import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type Message,
  type ReceiveMessageCommandInput,
  type SendMessageCommandInput,
} from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import type { Target } from './targets.ts';

/** One thing that SQS does, and how to see it done. */
export interface Row {
  readonly id: string;
  readonly title: string;
  /** Why it is seen in virtual time only: hours of waiting, or a hundred thousand messages. */
  readonly virtualOnly?: string;
  /** It keeps the process busy for so long that it would disturb rows that wait beside it. */
  readonly isHeavy?: true;
  run(lab: Lab): Promise<void>;
}

let queueCount = 0;

/** A target with the calls that the rows are made of, said shortly. */
export class Lab {
  readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  send(command: any, options?: { abortSignal?: AbortSignal }): Promise<any> {
    return this.target.send(command, options);
  }

  wait(ms: number): Promise<void> {
    return this.target.wait(ms);
  }

  async queue(attributes: Record<string, string> = {}): Promise<string> {
    const suffix = attributes['FifoQueue'] === 'true' ? '.fifo' : '';
    return this.namedQueue(`row-${process.pid}-${queueCount++}${suffix}`, attributes);
  }

  async namedQueue(name: string, attributes: Record<string, string> = {}): Promise<string> {
    const { QueueUrl } = await this.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    return QueueUrl;
  }

  fifoQueue(attributes: Record<string, string> = {}): Promise<string> {
    return this.queue({ FifoQueue: 'true', ...attributes });
  }

  /** A queue with a dead-letter queue. */
  async queueWithDeadLetters(
    maxReceiveCount: number,
    attributes: Record<string, string> = {},
    deadLetterAttributes: Record<string, string> = {},
  ): Promise<{ url: string; deadLetterUrl: string }> {
    const fifo: Record<string, string> = attributes['FifoQueue'] === 'true' ? { FifoQueue: 'true' } : {};
    const deadLetterUrl = await this.queue({ ...fifo, ...deadLetterAttributes });
    const deadLetterTargetArn = await this.arn(deadLetterUrl);
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount });
    return { url: await this.queue({ ...attributes, RedrivePolicy }), deadLetterUrl };
  }

  async attributes(url: string, names: string[] = ['All']): Promise<Record<string, string>> {
    const reply = await this.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: names as ['All'] }));
    return reply.Attributes ?? {};
  }

  async arn(url: string): Promise<string> {
    return (await this.attributes(url, ['QueueArn']))['QueueArn']!;
  }

  /** Visible, in flight, delayed. */
  async counts(url: string): Promise<[number, number, number]> {
    const attributes = await this.attributes(url);
    const count = (suffix: string) => Number(attributes[`ApproximateNumberOfMessages${suffix}`]);
    return [count(''), count('NotVisible'), count('Delayed')];
  }

  put(url: string, body = 'body', more: Partial<SendMessageCommandInput> = {}): Promise<any> {
    return this.send(new SendMessageCommand({ QueueUrl: url, MessageBody: body, ...more }));
  }

  async take(url: string, more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> {
    return (await this.send(new ReceiveMessageCommand({ QueueUrl: url, ...more }))).Messages ?? [];
  }

  /** The one message that is there. A server in real time is given some to show it, as a short poll may miss it. */
  async takeOne(
    url: string,
    more: Partial<ReceiveMessageCommandInput> = {},
  ): Promise<Message & { ReceiptHandle: string }> {
    const patience = this.target.hasVirtualTime ? {} : { WaitTimeSeconds: 2 };
    const messages = await this.take(url, { ...patience, ...more });
    expect(messages).toHaveLength(1);
    return messages[0] as Message & { ReceiptHandle: string };
  }

  hide(url: string, receiptHandle: string, seconds: number): Promise<any> {
    const command = { QueueUrl: url, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds };
    return this.send(new ChangeMessageVisibilityCommand(command));
  }

  delete(url: string, receiptHandle: string): Promise<any> {
    return this.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receiptHandle }));
  }

  /** That `call` is refused just so. The name is what the SDK calls it: the shape where it is modelled, else the code. */
  async refused(
    call: Promise<unknown>,
    expected: { code: string; name?: string; status?: number; message?: string | RegExp },
  ): Promise<void> {
    const error = await call.then(
      () => undefined,
      (refusal: unknown) =>
        refusal as { name: string; Code: string; message: string; $metadata: { httpStatusCode: number } },
    );
    expect(error, 'the call was not refused').toBeDefined();
    const { code, name = code, status = 400, message } = expected;
    const found = { code: error!.Code, name: error!.name, status: error!.$metadata.httpStatusCode };
    expect(found).toEqual({ code, name, status });
    if (message instanceof RegExp) expect(error!.message).toMatch(message);
    else if (message !== undefined) expect(error!.message).toBe(message);
  }
}

export const bodies = (messages: readonly Message[]): string[] => messages.map((message) => message.Body!);
