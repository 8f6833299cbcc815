import { DeleteQueueCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { bodies } from '../../conformance/sqs/row.ts';
import { createLab, turn } from './lab.ts';

const poll = (QueueUrl: string, WaitTimeSeconds = 20, MaxNumberOfMessages = 10) =>
  new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds, MaxNumberOfMessages });

describe('a long poll', () => {
  it('ends with a delayed message at the millisecond at which it comes due', async () => {
    const lab = createLab();
    const url = await lab.queue();
    await lab.put(url, 'x', { DelaySeconds: 7 });
    const dueAtMs = lab.clock.now() + 7_000;
    let endedAtMs = 0;
    const reply = lab.send(poll(url)).then(({ Messages }) => {
      endedAtMs = lab.clock.now();
      return Messages as unknown[];
    });
    await lab.wait(20_000);
    expect(await reply).toHaveLength(1);
    expect(endedAtMs).toBe(dueAtMs);
  });

  it('ends with a message whose visibility timeout ends, also where the timeout was shortened meanwhile', async () => {
    const lab = createLab();
    const url = await lab.queue();
    await lab.put(url, 'x');
    const { ReceiptHandle } = await lab.takeOne(url, { VisibilityTimeout: 600 });
    const reply = lab.send(poll(url));
    await lab.wait(1_000);
    await lab.hide(url, ReceiptHandle, 5);
    await lab.wait(4_999);
    expect(lab.sqs.depth(url).inFlight).toBe(1);
    await lab.wait(1);
    expect((await reply).Messages).toHaveLength(1);
  });

  it('gets a whole batch that is sent at once', async () => {
    const lab = createLab();
    const url = await lab.queue();
    const reply = lab.send(poll(url));
    const { SendMessageBatchCommand } = await import('@aws-sdk/client-sqs');
    const Entries = Array.from({ length: 10 }, (_, index) => ({ Id: `${index}`, MessageBody: `${index}` }));
    await lab.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
    expect((await reply).Messages).toHaveLength(10);
  });

  it('is served in the order of asking', async () => {
    const lab = createLab();
    const url = await lab.queue();
    const replies = ['first', 'second'].map((name) =>
      lab.send(poll(url, 20, 1)).then(({ Messages }) => `${name} got ${Messages?.[0].Body}`),
    );
    await lab.put(url, 'a');
    await lab.put(url, 'b');
    expect(await Promise.all(replies)).toEqual(['first got a', 'second got b']);
  });

  it('keeps one timer for the queue while there are polls, and none when there are not', async () => {
    const lab = createLab();
    const url = await lab.queue();
    for (let time = 0; time < 50; time++) await lab.put(url, 'x', { DelaySeconds: time + 30 });
    expect(lab.clock.pendingCount).toBe(0);
    const replies = Array.from({ length: 20 }, (_, index) => lab.send(poll(url, index + 1)));
    await turn();
    expect([lab.clock.pendingCount, lab.clock.nextDueAt()]).toEqual([1, lab.clock.now() + 1_000]);
    await lab.wait(20_000);
    for (const reply of replies) expect((await reply).Messages).toBeUndefined();
    expect(lab.clock.pendingCount).toBe(0);
  });

  it('that is aborted leaves every message, and takes its listener and the timer with it', async () => {
    const lab = createLab();
    const url = await lab.queue();
    const abort = new AbortController();
    const reply = lab.send(poll(url), { abortSignal: abort.signal });
    await turn();
    abort.abort();
    await expect(reply).rejects.toMatchObject({ name: 'AbortError', message: 'Request aborted' });
    expect([lab.clock.pendingCount, getEventListeners(abort.signal, 'abort').length]).toEqual([0, 0]);
    await lab.put(url);
    expect(lab.sqs.depth(url)).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
    await expect(lab.send(poll(url), { abortSignal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(lab.sqs.depth(url)).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
  });

  it('gets its message or leaves it, at whatever moment it is aborted around a send', async () => {
    for (let turns = 0; turns < 6; turns++) {
      const lab = createLab();
      const url = await lab.queue();
      const abort = new AbortController();
      const reply = lab.send(poll(url), { abortSignal: abort.signal }).then(
        ({ Messages }) => Messages.length as number,
        () => 0,
      );
      const sent = lab.put(url);
      for (let count = 0; count < turns; count++) await Promise.resolve();
      abort.abort();
      await sent;
      const { visible, inFlight } = lab.sqs.depth(url);
      expect([turns, await reply, visible]).toEqual([turns, inFlight, 1 - inFlight]);
    }
  });

  it('leaves no listener behind on a signal that serves a thousand of them', async () => {
    const lab = createLab();
    const url = await lab.queue();
    const { signal } = new AbortController();
    for (let time = 0; time < 1_000; time++) {
      const reply = lab.send(poll(url, 1), { abortSignal: signal });
      await lab.wait(1_000);
      await reply;
    }
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('ends with QueueDoesNotExist when its queue is deleted', async () => {
    const lab = createLab();
    const url = await lab.queue();
    const reply = expect(lab.send(poll(url))).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    await turn();
    await lab.send(new DeleteQueueCommand({ QueueUrl: url }));
    await reply;
    expect(lab.clock.pendingCount).toBe(0);
  });

  it('on a dead-letter queue gets what is moved there', async () => {
    const lab = createLab();
    const { url, deadLetterUrl } = await lab.queueWithDeadLetters(1);
    await lab.put(url, 'dead');
    const reply = lab.send(poll(deadLetterUrl));
    for (let time = 0; time < 2; time++) await lab.take(url, { VisibilityTimeout: 0 });
    expect(bodies((await reply).Messages)).toEqual(['dead']);
  });
});

describe('a request whose signal has aborted before', () => {
  it('does nothing', async () => {
    const lab = createLab();
    const url = await lab.queue();
    const { SendMessageCommand } = await import('@aws-sdk/client-sqs');
    const send = (abortSignal: AbortSignal) =>
      lab.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'x' }), { abortSignal });
    await expect(send(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError', message: 'Request aborted' });
    await expect(send(AbortSignal.abort('enough'))).rejects.toMatchObject({ name: 'AbortError', message: 'enough' });
    expect(lab.sqs.depth(url).visible).toBe(0);
    await send(new AbortController().signal);
    expect(lab.sqs.depth(url).visible).toBe(1);
  });
});

describe('a queue that nobody polls', () => {
  it('sets no timer in a year of virtual time', async () => {
    const lab = createLab();
    const url = await lab.queue({ MessageRetentionPeriod: '1209600' });
    await lab.put(url, 'x', { DelaySeconds: 900 });
    for (let day = 0; day < 13; day++) {
      expect(lab.clock.pendingCount).toBe(0);
      lab.clock.advanceTo(lab.clock.now() + 86_400_000);
      expect(lab.sqs.depth(url).visible).toBe(1);
    }
    lab.clock.advanceTo(lab.clock.now() + 351 * 86_400_000);
    expect([lab.clock.pendingCount, lab.sqs.peek(url)]).toEqual([0, []]);
  });
});
