import { CreateQueueCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { EmbeddedSqs } from 'hopline/embedded-sqs';
import { expect, it } from 'vitest';
import { VirtualClock } from '../../../runtime/clocks/virtual-clock.ts';
import { queueStateOf } from '../../../runtime/testing/queue-state.ts';

const startMs = 1_000_000;
const idleFleet = { messagesInHand: 0, throwIfFailed: () => undefined };

async function queueWith(delaysSeconds: readonly number[]) {
  const clock = new VirtualClock(startMs);
  const sqs = new EmbeddedSqs({ clock });
  const { QueueUrl } = (await sqs.send(new CreateQueueCommand({ QueueName: 'q' }))) as { QueueUrl: string };
  for (const DelaySeconds of delaysSeconds)
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'm', DelaySeconds }));
  return { clock, sqs, QueueUrl, state: (fleet = idleFleet) => queueStateOf(sqs, QueueUrl, fleet) };
}

it('a queue without a message is empty', async () => {
  expect((await queueWith([])).state()).toEqual({ kind: 'empty' });
});

it.each([1, 65, 2_000])('one of %i delayed messages is asleep until the first of them', async (count) => {
  const delays = Array.from({ length: count }, (_, index) => 900 - (index % 890));
  const { state } = await queueWith(delays);
  expect(state()).toEqual({ kind: 'asleep', dueAtMs: startMs + Math.min(...delays) * 1_000 });
});

it('one with a message that somebody could take or may hold is active', async () => {
  const { state, sqs, clock, QueueUrl } = await queueWith([60]);
  expect(state({ ...idleFleet, messagesInHand: 1 })).toEqual({ kind: 'active' });
  clock.advanceTo(startMs + 60_000);
  expect(state()).toEqual({ kind: 'active' });
  await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
  expect(sqs.depth(QueueUrl)).toEqual({ visible: 0, inFlight: 1, delayed: 0 });
  expect(state()).toEqual({ kind: 'active' });
});

it('what a worker failed with is thrown', async () => {
  const { state } = await queueWith([60]);
  const failure = new Error('refused');
  const throwIfFailed = () => {
    throw failure;
  };
  expect(() => state({ ...idleFleet, throwIfFailed })).toThrow(failure);
});
