import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { EmbeddedSqs } from 'hopline/embedded-sqs';
import { describe, expect, it } from 'vitest';

describe('an attribute called __proto__', () => {
  it('comes back as an attribute and touches no prototype', async () => {
    const sqs = new EmbeddedSqs({ seed: 1 });
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'q' }));
    const MessageAttributes = Object.fromEntries([
      ['__proto__', { DataType: 'String', StringValue: 'mine' }],
      ['other', { DataType: 'String', StringValue: 'x' }],
    ]);
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', MessageAttributes }));
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MessageAttributeNames: ['All'] }));
    const received = Messages[0].MessageAttributes as object;
    expect(Object.entries(received)).toEqual(Object.entries(MessageAttributes));
    expect(Object.getPrototypeOf(received)).toBe(Object.prototype);
  });
});
