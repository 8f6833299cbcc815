import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLab } from './lab.ts';

/** One message as the simplest queue would keep it: everything is found by looking at all of them. */
interface Plain {
  readonly body: string;
  readonly sentAtMs: number;
  /** Receivable from then on, unless gone. */
  readyAtMs: number;
  receiveCount: number;
  lastReceivedAtMs: number;
}

type Step =
  | { do: 'send'; delay: number }
  | { do: 'receive'; max: number; visibility: number }
  | { do: 'delete'; handle: number }
  | { do: 'hide'; handle: number; seconds: number }
  | { do: 'wait'; ms: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('send' as const), delay: fc.constantFrom(0, 0, 0, 1, 5) }),
    fc.record({
      do: fc.constant('receive' as const),
      max: fc.integer({ min: 1, max: 10 }),
      visibility: fc.constantFrom(0, 2, 30),
    }),
    fc.record({ do: fc.constant('delete' as const), handle: fc.nat(30) }),
    fc.record({ do: fc.constant('hide' as const), handle: fc.nat(30), seconds: fc.constantFrom(0, 1, 20, 43_200) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 999, 1_000, 5_000, 30_000) }),
  ),
  { maxLength: 60 },
);

const retentionMs = 60_000;

/** Runs the steps on the queue and on the plain list, and compares what both say after each. */
async function compare(plan: Step[]): Promise<void> {
  const lab = createLab();
  const url = await lab.queue({ MessageRetentionPeriod: '60' });
  let plain: Plain[] = [];
  const handles: { handle: string; message: Plain }[] = [];
  let sentCount = 0;

  const now = () => lab.clock.now();
  const expire = () => (plain = plain.filter((message) => message.sentAtMs + retentionMs > now()));
  const isReady = (message: Plain) => message.readyAtMs <= now();
  const picked = (index: number) => (handles.length === 0 ? undefined : handles[index % handles.length]);

  const perform: { [K in Step['do']]: (step: Extract<Step, { do: K }>) => Promise<void> } = {
    async send({ delay }) {
      const body = `m${sentCount++}`;
      await lab.put(url, body, { DelaySeconds: delay });
      plain.push({ body, sentAtMs: now(), readyAtMs: now() + delay * 1000, receiveCount: 0, lastReceivedAtMs: 0 });
    },
    async receive({ max, visibility }) {
      const received = await lab.take(url, {
        MaxNumberOfMessages: max,
        VisibilityTimeout: visibility,
        AttributeNames: ['All'],
      });
      const ready = plain.filter(isReady);
      expect(received).toHaveLength(Math.min(max, ready.length));
      const taken = received.map(({ Body, Attributes, ReceiptHandle }) => {
        const message = ready.find((candidate) => candidate.body === Body)!;
        message.receiveCount++;
        expect(Attributes!['ApproximateReceiveCount']).toBe(String(message.receiveCount));
        handles.push({ handle: ReceiptHandle!, message });
        return message;
      });
      const left = ready.filter((message) => !taken.includes(message));
      const latestTaken = Math.max(...taken.map((message) => message.readyAtMs));
      for (const message of left) expect(message.readyAtMs).toBeGreaterThanOrEqual(latestTaken);
      for (const message of taken) {
        message.lastReceivedAtMs = now();
        message.readyAtMs = now() + visibility * 1000;
      }
    },
    async delete({ handle }) {
      const one = picked(handle);
      if (one === undefined) return;
      await lab.delete(url, one.handle);
      plain = plain.filter((message) => message !== one.message);
    },
    async hide({ handle, seconds }) {
      const one = picked(handle);
      if (one === undefined) return;
      const { message } = one;
      const isBeyond = now() + seconds * 1000 > message.lastReceivedAtMs + 43_200_000;
      const outcome = await lab.hide(url, one.handle, seconds).then(
        () => 'done',
        (error: Error) => error.message.replace(/.*Reason: (\w+).*/, '$1'),
      );
      if (!plain.includes(message)) expect(outcome).toBe('Message');
      else if (isBeyond) expect(outcome).toBe('Total');
      else {
        expect(outcome).toBe('done');
        if (seconds > 0 || !isReady(message)) message.readyAtMs = now() + seconds * 1000;
      }
    },
    async wait({ ms }) {
      await lab.wait(ms);
    },
  };

  for (const step of plan) {
    expire();
    await (perform[step.do] as (step: Step) => Promise<void>)(step);
    expire();
    const visible = plain.filter(isReady).length;
    const delayed = plain.filter((message) => !isReady(message) && message.receiveCount === 0).length;
    expect(lab.sqs.depth(url)).toEqual({ visible, delayed, inFlight: plain.length - visible - delayed });
    expect(lab.sqs.peek(url).map((message) => message.body)).toEqual(plain.map((message) => message.body));
  }
}

it('does what a plain list of messages would do, step by step', async () => {
  await fc.assert(fc.asyncProperty(steps, compare), { numRuns: 300 });
});
