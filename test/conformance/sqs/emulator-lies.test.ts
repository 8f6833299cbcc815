import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lab } from './row.ts';
import { embeddedTargets, type Target } from './targets.ts';

/** C43: where emulators took what SQS refuses, or refused what it takes, local tests lied. */
describe.each(embeddedTargets)('C43 on $name', ({ start }) => {
  let target: Target;
  let lab: Lab;
  beforeAll(async () => {
    target = await start();
    lab = new Lab(target);
  });
  afterAll(() => target.close());

  it('a delay of 901 s is refused', async () => {
    await lab.refused(lab.put(await lab.queue(), 'x', { DelaySeconds: 901 }), { code: 'InvalidParameterValue' });
  });

  it('a visibility of 43200 s is refused 60 s after the receive', async () => {
    const url = await lab.queue({ VisibilityTimeout: '600' });
    await lab.put(url);
    const { ReceiptHandle } = await lab.takeOne(url);
    await lab.wait(60_000);
    await lab.refused(lab.hide(url, ReceiptHandle, 43_200), { code: 'InvalidParameterValue' });
  });

  it('a batch over the limit in sum is refused', async () => {
    const Entries = Array.from({ length: 10 }, (_, index) => ({ Id: `${index}`, MessageBody: 'a'.repeat(104_858) }));
    await lab.refused(lab.send(new SendMessageBatchCommand({ QueueUrl: await lab.queue(), Entries })), {
      code: 'AWS.SimpleQueueService.BatchRequestTooLong',
      name: 'BatchRequestTooLong',
    });
  });

  it('a body with U+1F600 is accepted', async () => {
    const url = await lab.queue();
    await lab.put(url, '\u{1F600}');
    expect((await lab.takeOne(url)).Body).toBe('\u{1F600}');
  });

  it('a body with U+0000 is refused', async () => {
    await lab.refused(lab.put(await lab.queue(), 'a\0b'), { code: 'InvalidMessageContents' });
  });

  it('a delay of 0 is accepted on a FIFO queue', async () => {
    const url = await lab.fifoQueue({ ContentBasedDeduplication: 'true' });
    await lab.put(url, 'x', { MessageGroupId: 'g', DelaySeconds: 0 });
    await lab.takeOne(url);
  });
});

/** C44: where a local trigger ignored delays, dead-letter moves and receive limits, flows looked right until deployed. */
describe.each(embeddedTargets)('C44 on $name', ({ start }) => {
  let target: Target;
  let lab: Lab;
  beforeAll(async () => {
    target = await start();
    lab = new Lab(target);
  });
  afterAll(() => target.close());

  it('a message delayed by 60 s is not received before', async () => {
    const url = await lab.queue();
    await lab.put(url, 'x', { DelaySeconds: 60 });
    const poll = lab.take(url, { WaitTimeSeconds: 20 });
    await lab.wait(20_000);
    expect(await poll).toEqual([]);
    await lab.wait(39_999);
    expect(await lab.take(url)).toEqual([]);
    await lab.wait(1);
    await lab.takeOne(url);
  });

  it('a message that always fails is in the dead-letter queue after three receives, at once, and stays', async () => {
    const { url, deadLetterUrl } = await lab.queueWithDeadLetters(3, { VisibilityTimeout: '30' });
    await lab.put(url, 'failing');
    let receives = 0;
    for (let poll = 0; poll < 10; poll++) {
      const [message] = await lab.take(url);
      if (message === undefined) continue;
      receives++;
      await lab.hide(url, message.ReceiptHandle!, 0);
    }
    expect(receives).toBe(3);
    expect((await lab.takeOne(deadLetterUrl, { VisibilityTimeout: 0 })).Body).toBe('failing');
    await lab.wait(3 * 86_400_000);
    expect(await lab.counts(deadLetterUrl)).toEqual([1, 0, 0]);
  });
});
