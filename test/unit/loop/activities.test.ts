import type { ChangeMessageVisibilityBatchCommandInput, DeleteMessageBatchCommandInput } from '@aws-sdk/client-sqs';
import { ActivityTimeoutError, activityContext, FatalError, type ActivityOptions } from 'hopline';
import { afterEach, describe, expect, test } from 'vitest';
import { scriptedWorkflow, type ScriptedStep } from '../../support/scripted-machine.ts';
import { VirtualWorld } from '../../support/virtual-world.ts';

let world: VirtualWorld;
afterEach(() => world.close());

const task = (more: Partial<ScriptedStep> = {}): ScriptedStep => ({
  state: 'task',
  operation: 'activity',
  args: (input) => [input],
  ...more,
});

function sleepVirtually(ms: number, signal?: AbortSignal): Promise<void> {
  return world.ports().clock.sleep(ms, signal);
}

function visibilityChanges() {
  return world.requestsOf('ChangeMessageVisibilityBatch').flatMap(({ input, startedAtMs }) =>
    (input as ChangeMessageVisibilityBatchCommandInput).Entries!.map(({ ReceiptHandle, VisibilityTimeout }) => ({
      receipt: ReceiptHandle!,
      seconds: VisibilityTimeout!,
      atMs: startedAtMs,
    })),
  );
}

function deletions() {
  return world.requestsOf('DeleteMessageBatch').flatMap(({ input, startedAtMs }) =>
    (input as DeleteMessageBatchCommandInput).Entries!.map(({ ReceiptHandle }) => ({
      receipt: ReceiptHandle!,
      atMs: startedAtMs,
    })),
  );
}

describe('retries', () => {
  test('come after their waits, and not much later (C50)', async () => {
    world = await VirtualWorld.create();
    const startedMs: number[] = [];
    const policy: ActivityOptions = { retry: { delays: ['1s', '2s', '4s'] } };
    world.startWorker({
      workflows: [scriptedWorkflow('Retry', [task({ policy })], {
        task: () => {
          startedMs.push(world.clock.now());
          if (startedMs.length < 4) throw new Error('no');
        },
      })],
    }); // prettier-ignore
    await world.client.start('Retry.run', { args: [0] });
    await world.toEnd();
    const gaps = startedMs.slice(1).map((atMs, index) => atMs - startedMs[index]!);
    for (const [index, seconds] of [1, 2, 4].entries()) {
      expect(gaps[index]).toBeGreaterThanOrEqual(seconds * 1_000);
      expect(gaps[index]).toBeLessThanOrEqual(seconds * 1_000 + 1_000);
    }
  });

  test('200 of them, growing by any factor, stay below the cap and all happen (C46)', async () => {
    world = await VirtualWorld.create();
    let runs = 0;
    const policy = { retry: { attempts: 200, initial: '2m', factor: 1e308, max: '8h' } } as const;
    world.startWorker({
      workflows: [scriptedWorkflow('Retry', [task({ policy, catches: true })], {
        task: () => {
          runs++;
          throw new Error(`attempt ${activityContext().attempt}`);
        },
      })],
    }); // prettier-ignore
    const startMs = world.clock.now();
    await world.client.start('Retry.run', { args: [0] });
    await world.toEnd();
    expect(runs).toBe(200);
    expect(world.results()[0]).toMatchObject({ value: ['attempt 200'] });
    expect(world.clock.now() - startMs).toBeLessThanOrEqual(199 * 8 * 3_600_000);
    expect(world.requests.filter(({ error }) => error)).toEqual([]);
  });

  test('every attempt has the same key and arguments, its number, and what the last heartbeat left', async () => {
    world = await VirtualWorld.create();
    const seen: unknown[] = [];
    world.startWorker({
      workflows: [scriptedWorkflow('Retry', [task()], {
        task: (input: unknown) => {
          const context = activityContext();
          const { attempt, idempotencyKey, lastHeartbeat, runId, workflow, state } = context;
          seen.push({ attempt, idempotencyKey, lastHeartbeat, runId, workflow, state, input });
          context.heartbeat({ page: attempt });
          if (attempt < 3) throw new Error('no');
        },
      })],
    }); // prettier-ignore
    await world.client.start('Retry.run', { args: ['in'], id: 'r1' });
    await world.toEnd();
    const [{ idempotencyKey }] = seen as [{ idempotencyKey: string }];
    const facts = { idempotencyKey, runId: 'r1', workflow: 'Retry.run', state: 'task', input: 'in' };
    expect(seen).toEqual([
      { ...facts, attempt: 1, lastHeartbeat: undefined },
      { ...facts, attempt: 2, lastHeartbeat: { page: 1 } },
      { ...facts, attempt: 3, lastHeartbeat: { page: 2 } },
    ]);
  });

  test('a declared failure ends at once, and uncaught the run has failed', async () => {
    world = await VirtualWorld.create();
    let runs = 0;
    world.startWorker({
      workflows: [scriptedWorkflow('Retry', [task()], {
        task: () => {
          runs++;
          throw new FatalError('gone');
        },
      })],
    }); // prettier-ignore
    await world.client.start('Retry.run', { args: [0] });
    await world.toEnd();
    expect(runs).toBe(1);
    expect(world.results()).toMatchObject([{ status: 'failed', error: { message: 'gone' } }]);
    expect(world.sqs.peek(world.deadLetterQueueUrl)).toEqual([]);
  });
});

describe('one attempt', () => {
  test('longer than its timeout is aborted, and tried again', async () => {
    world = await VirtualWorld.create();
    const aborted: unknown[] = [];
    const policy = { timeout: '20s', retry: { attempts: 2, jitter: 'none' } } as const;
    world.startWorker({
      workflows: [scriptedWorkflow('Slow', [task({ policy, catches: true })], {
        task: () => {
          const { signal } = activityContext();
          return new Promise(() => signal.addEventListener('abort', () => aborted.push(signal.reason)));
        },
      })],
    }); // prettier-ignore
    const startMs = world.clock.now();
    await world.client.start('Slow.run', { args: [0] });
    await world.toEnd();
    expect(aborted).toHaveLength(2);
    expect(aborted[0]).toBeInstanceOf(ActivityTimeoutError);
    expect(world.results()[0]!['value']).toEqual([expect.stringContaining('20000 ms')]);
    expect(world.clock.now() - startMs).toBeLessThan(45_000);
  });

  test('longer than the lease keeps its message: covered to its timeout early, not touched after the delete (9.2, C19)', async () => {
    world = await VirtualWorld.create({ queue: { VisibilityTimeout: '10' } });
    let runs = 0;
    const workflow = scriptedWorkflow('Slow', [task({ policy: { timeout: '5m' } })], {
      task: async () => {
        runs++;
        await sleepVirtually(200_000);
      },
    });
    for (let worker = 0; worker < 2; worker++) world.startWorker({ workflows: [workflow] });
    await world.client.start('Slow.run', { args: [0] });
    await world.toEnd();
    expect(runs).toBe(1);
    expect(world.receiveCount).toBe(1);
    const [first] = visibilityChanges();
    expect(first!.seconds).toBeGreaterThanOrEqual(300);
    const [deletion] = deletions();
    expect(visibilityChanges().every(({ atMs }) => atMs <= deletion!.atMs)).toBe(true);
  });

  test('short ones cost no visibility change at all', async () => {
    world = await VirtualWorld.create();
    const workflow = scriptedWorkflow('Short', [task()], { task: () => sleepVirtually(500) });
    world.startWorker({ workflows: [workflow] });
    for (let run = 0; run < 50; run++) await world.client.start('Short.run', { args: [run] });
    await world.toEnd();
    expect(world.results()).toHaveLength(50);
    expect(visibilityChanges()).toEqual([]);
  });

  test('of 13 hours ends with an error that says why, and no change reaches beyond 12 h (C20)', async () => {
    world = await VirtualWorld.create();
    let runs = 0;
    const policy = { timeout: '13h', retry: { attempts: 1 } } as const;
    const workflow = scriptedWorkflow('Endless', [task({ policy, catches: true })], {
      task: async () => {
        runs++;
        await sleepVirtually(13 * 3_600_000, activityContext().signal);
      },
    });
    world.startWorker({ workflows: [workflow] });
    const startMs = world.clock.now();
    await world.client.start('Endless.run', { args: [0] });
    await world.toEnd();
    expect(runs).toBe(1);
    expect(world.results()[0]!['value']).toEqual([expect.stringContaining('12 hours')]);
    for (const { seconds, atMs } of visibilityChanges())
      expect((atMs - startMs) / 1_000 + seconds).toBeLessThanOrEqual(43_200);
    expect(world.requests.filter(({ error }) => error)).toEqual([]);
  });
});

describe('more messages than can be worked on', () => {
  test('stay in the queue: each runs once, received once (C22)', async () => {
    world = await VirtualWorld.create();
    let runs = 0;
    const workflow = scriptedWorkflow('Slow', [task()], {
      task: async () => {
        runs++;
        await sleepVirtually(20_000);
      },
    });
    world.startWorker({ workflows: [workflow], concurrency: 1 });
    for (let run = 0; run < 10; run++) await world.client.start('Slow.run', { args: [run] });
    await world.toEnd();
    expect(runs).toBe(10);
    expect(world.receiveCount).toBe(10);
  });

  test('one that fails brings back none of its batch (C35)', async () => {
    world = await VirtualWorld.create();
    const runs = new Map<number, number>();
    const workflow = scriptedWorkflow('Batch', [task({ policy: { retry: { jitter: 'none' } } })], {
      task: (index: number) => {
        runs.set(index, (runs.get(index) ?? 0) + 1);
        if (index === 8 && runs.get(8) === 1) throw new Error('the ninth');
      },
    });
    for (let run = 0; run < 10; run++) await world.client.start('Batch.run', { args: [run] });
    world.startWorker({ workflows: [workflow] });
    await world.toEnd();
    expect([...runs].filter(([index]) => index !== 8).every(([, count]) => count === 1)).toBe(true);
    expect(runs.get(8)).toBe(2);
    expect(world.results()).toHaveLength(10);
    expect(world.receiveCount).toBe(11);
  });
});

describe('copies', () => {
  test('the same message given twice to one worker is one delivery, deleted by its newest receipt (C23)', async () => {
    world = await VirtualWorld.create({ queue: { VisibilityTimeout: '4' } });
    let runs = 0;
    const workflow = scriptedWorkflow('Twice', [task()], {
      task: async () => {
        runs++;
        await sleepVirtually(9_000);
      },
    });
    // Its heartbeats come to nothing, so the broker gives the message again while it is worked on.
    const ports = world.ports();
    const deaf = {
      ...ports,
      queueFor: (url: string) => {
        const queue = ports.queueFor(url);
        const proxy = Object.create(queue) as typeof queue;
        return Object.assign(proxy, {
          url: queue.url,
          isFifo: queue.isFifo,
          receive: queue.receive.bind(queue),
          send: queue.send.bind(queue),
          delete: queue.delete.bind(queue),
          attributes: queue.attributes.bind(queue),
          brokerNow: queue.brokerNow.bind(queue),
          changeVisibility: async (changes: readonly unknown[]) =>
            changes.map(() => ({ ok: false, code: 'ThrottlingException', message: '', senderFault: true }) as const),
        });
      },
    };
    world.startWorker({ workflows: [workflow] }, { ports: deaf });
    await world.client.start('Twice.run', { args: [0] });
    await world.toEnd();
    expect(world.receiveCount).toBeGreaterThan(1);
    expect(runs).toBe(1);
    expect(world.results()).toHaveLength(1);
    expect(world.sqs.depth(world.queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
    expect(visibilityChanges()).toEqual([]);
  });

  test('a duplicate of a hop that is done is deleted without running (9.3)', async () => {
    world = await VirtualWorld.create({ faults: { duplicate: 1 }, seed: 3 });
    const keys: string[] = [];
    const steps: ScriptedStep[] = ['a', 'b', 'c', 'd'].map((state) => ({ state, operation: 'activity' }));
    const note = () => void keys.push(activityContext().idempotencyKey);
    world.startWorker({ workflows: [scriptedWorkflow('Dup', steps, { a: note, b: note, c: note, d: note })] });
    await world.client.start('Dup.run', { args: [0] });
    await world.toEnd();
    expect(world.sqs.faultCounts['duplicate']).toBeGreaterThan(0);
    expect(keys).toHaveLength(4);
    expect(world.results()).toHaveLength(1);
    expect(world.sqs.depth(world.queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });
});
