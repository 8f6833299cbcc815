/**
 * What somebody writes by hand for the same chain: the state in the body, the step, the next message, the delete. Once as
 * tight as the API allows, once on sqs-consumer. The step and its result are those of our activity.
 */
import {
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { Consumer } from 'sqs-consumer';

const batchMax = 10;

export async function seedChains(sqs, queueUrl, { runs, steps }) {
  for (let first = 0; first < runs; first += batchMax) {
    const Entries = Array.from({ length: Math.min(batchMax, runs - first) }, (_, k) => ({
      Id: String(k),
      MessageBody: JSON.stringify({ run: `run-${first + k}`, index: 0, steps, sum: 0 }),
    }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

const step = async (index) => index;

/** The body of the next message, or undefined at the end of a chain. */
async function advanced(body) {
  const state = JSON.parse(body);
  state.sum += await step(state.index);
  state.index += 1;
  return state.index < state.steps ? JSON.stringify(state) : undefined;
}

/** `parallel` loops of receive(10), send batch, delete batch. */
export async function tightLoop(sqs, queueUrl, { total, parallel, waitSeconds = 1 }) {
  let done = 0;
  const loop = async () => {
    while (done < total) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: batchMax, WaitTimeSeconds: waitSeconds }),
      );
      if (Messages.length === 0) continue;
      const next = await Promise.all(Messages.map(({ Body }) => advanced(Body)));
      done += Messages.length;
      const Entries = next.flatMap((body, k) => (body === undefined ? [] : [{ Id: String(k), MessageBody: body }]));
      if (Entries.length > 0) await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
      const deleted = Messages.map(({ ReceiptHandle }, k) => ({ Id: String(k), ReceiptHandle }));
      await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: deleted }));
    }
  };
  const loops = Array.from({ length: parallel }, loop);
  return { end: firstPast(() => done >= total, loops), stop: () => Promise.all(loops) };
}

/** sqs-consumer as its manual has it: one handler a message, or one a batch. */
export async function consumerLoop(sqs, queueUrl, { total, parallel, byBatch }) {
  let done = 0;
  let finish;
  const end = new Promise((resolve) => (finish = resolve));
  const count = (messages) => {
    done += messages;
    if (done >= total) finish();
  };
  const handleMessage = async (message) => {
    const body = await advanced(message.Body);
    if (body) await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
    count(1);
    return message;
  };
  const handleMessageBatch = async (messages) => {
    const next = await Promise.all(messages.map(({ Body }) => advanced(Body)));
    const Entries = next.flatMap((body, k) => (body === undefined ? [] : [{ Id: String(k), MessageBody: body }]));
    if (Entries.length > 0) await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    count(messages.length);
    return messages;
  };
  const handler = byBatch ? { handleMessageBatch } : { handleMessage };
  const consumers = Array.from({ length: parallel }, () => {
    const consumer = Consumer.create({ queueUrl, sqs, batchSize: batchMax, waitTimeSeconds: 20, ...handler });
    // Without a listener an aborted poll ends the process.
    consumer.on('error', () => {});
    consumer.start();
    return consumer;
  });
  return { end, stop: () => Promise.all(consumers.map((consumer) => ended(consumer))) };
}

function ended(consumer) {
  return new Promise((resolve) => {
    consumer.once('stopped', resolve);
    consumer.stop({ abort: true });
  });
}

/** Resolves as soon as the condition holds, though some loops may still be in their last poll. */
async function firstPast(isReached, loops) {
  await Promise.race(loops);
  if (!isReached()) throw new Error('The loop ended early.');
}
