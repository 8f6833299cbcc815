/** Stopping: what is decided is kept, what is not is given back, nobody waits out a lease (C31, C32, C34). */
import { activityContext, CancelledError } from 'hopline';
import { afterEach, describe, expect, test } from 'vitest';
import { scriptedWorkflow, type ScriptedStep } from '../../support/scripted-machine.ts';
import { VirtualWorld, type StartedWorker } from '../../support/virtual-world.ts';

let world: VirtualWorld;
afterEach(() => world.close());

const task = (more: Partial<ScriptedStep> = {}): ScriptedStep => ({ state: 'task', operation: 'activity', ...more });

function sleepVirtually(ms: number, signal?: AbortSignal): Promise<void> {
  return world.ports().clock.sleep(ms, signal);
}

/** Milliseconds that the stop took. */
async function stop(worker: StartedWorker, graceMs?: number): Promise<number> {
  const startMs = world.clock.now();
  let endMs = -1;
  void worker.runtime.stop(graceMs === undefined ? {} : { graceMs }).then(() => (endMs = world.clock.now()));
  await world.untilThroughPolls(() => endMs >= 0);
  return endMs - startMs;
}

describe('an idle worker', () => {
  test('stops when its open poll has ended by itself', async () => {
    world = await VirtualWorld.create();
    const worker = world.startWorker({ workflows: [scriptedWorkflow('Run', [])] });
    await world.advance(5_000);
    expect(await stop(worker)).toBeLessThanOrEqual(20_000);
    await worker.ended;
    expect(world.requests.filter(({ error }) => error)).toEqual([]);
  });

  test('stops at the end of a shorter grace period', async () => {
    world = await VirtualWorld.create();
    const worker = world.startWorker({ workflows: [scriptedWorkflow('Run', [])] });
    await world.advance(5_000);
    expect(await stop(worker, 1_000)).toBeLessThanOrEqual(1_000);
  });

  test('strands no message that comes around the stop (C31)', async () => {
    for (let atMs = -150; atMs <= 150; atMs += 15) {
      world = await VirtualWorld.create({ queue: { VisibilityTimeout: '600' } });
      const workflow = scriptedWorkflow('Run', [task()], { task: () => 1 });
      const worker = world.startWorker({ workflows: [workflow] });
      await world.advance(3_000);
      if (atMs < 0) {
        await world.client.start('Run.run', { args: [0] });
        await world.advance(-atMs);
      }
      const stopped = worker.runtime.stop();
      if (atMs >= 0) {
        await world.advance(atMs);
        await world.client.start('Run.run', { args: [0] });
      }
      let isStopped = false;
      void stopped.then(() => (isStopped = true));
      await world.untilThroughPolls(() => isStopped);
      const [message] = world.sqs.peek(world.queueUrl);
      if (world.results().length === 0) {
        expect(message!.dueAtMs - world.clock.now()).toBeLessThanOrEqual(5_000);
        expect(message!.receiveCount).toBeLessThanOrEqual(1);
      } else expect(message).toBeUndefined();
      await world.close();
    }
  });
});

describe('a worker with work in hand', () => {
  test('lets it end within the grace period, and sends and deletes what came of it', async () => {
    world = await VirtualWorld.create();
    const workflow = scriptedWorkflow('Run', [task({ state: 'a' }), task({ state: 'b' })], {
      a: () => sleepVirtually(4_000),
      b: () => 1,
    });
    const worker = world.startWorker({ workflows: [workflow] });
    await world.client.start('Run.run', { args: [0] });
    await world.advance(1_000);
    await stop(worker);
    const [message] = world.sqs.peek(world.queueUrl);
    expect(message!.place).toBe('ready');
    expect(message!.body).toContain('"hop":1');
    world.startWorker({ workflows: [workflow] });
    await world.toEnd();
    expect(world.results()).toHaveLength(1);
  });

  test('gives it back when the grace period ends: visible at once, no attempt counted, its signal aborted (C32)', async () => {
    world = await VirtualWorld.create({ queue: { VisibilityTimeout: '600' } });
    const attempts: number[] = [];
    const reasons: unknown[] = [];
    const workflow = scriptedWorkflow('Run', [task()], {
      task: () => {
        const { attempt, signal } = activityContext();
        attempts.push(attempt);
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        return sleepVirtually(attempts.length === 1 ? 60_000 : 1);
      },
    });
    const worker = world.startWorker({ workflows: [workflow] });
    await world.client.start('Run.run', { args: [0] });
    await world.advance(2_000);
    expect(await stop(worker, 5_000)).toBeLessThanOrEqual(6_000);
    expect(reasons[0]).toBeInstanceOf(CancelledError);
    expect(world.sqs.peek(world.queueUrl)).toMatchObject([{ place: 'ready' }]);
    world.startWorker({ workflows: [workflow] });
    await world.advance(5_000);
    expect(attempts).toEqual([1, 1]);
    expect(world.results()).toHaveLength(1);
  });

  test('counts an attempt that throws during the grace period (C32)', async () => {
    world = await VirtualWorld.create();
    const attempts: number[] = [];
    const workflow = scriptedWorkflow('Run', [task({ policy: { retry: { jitter: 'none' } } })], {
      task: async () => {
        attempts.push(activityContext().attempt);
        await sleepVirtually(3_000);
        if (attempts.length === 1) throw new Error('in the drain');
      },
    });
    const worker = world.startWorker({ workflows: [workflow] });
    await world.client.start('Run.run', { args: [0] });
    await world.advance(1_000);
    await stop(worker);
    world.startWorker({ workflows: [workflow] });
    await world.toEnd();
    expect(attempts).toEqual([1, 2]);
  });

  test('gives back what has not begun, and runs nothing new', async () => {
    world = await VirtualWorld.create({ queue: { VisibilityTimeout: '600' } });
    const limited: ScriptedStep = { state: 'limit', operation: 'rateLimit', args: () => ['x', { limit: 1, per: 900 }] };
    let runs = 0;
    const workflow = scriptedWorkflow('Run', [limited, task()], { task: () => ++runs });
    const worker = world.startWorker({ workflows: [workflow] });
    // The second is held in hand for the rest of a second.
    for (let run = 0; run < 2; run++) await world.client.start('Run.run', { args: [run] });
    await world.until(() => runs === 1);
    await stop(worker, 0);
    expect(runs).toBe(1);
    expect(world.sqs.peek(world.queueUrl)).toMatchObject([{ place: 'ready' }]);
  });

  test('twenty times over: one message, and nothing is sent for it (C34)', async () => {
    world = await VirtualWorld.create({ maxReceiveCount: 1_000 });
    const workflow = scriptedWorkflow('Run', [task()], { task: () => sleepVirtually(600_000) });
    await world.client.start('Run.run', { args: [0] });
    for (let cycle = 0; cycle < 20; cycle++) {
      const worker = world.startWorker({ workflows: [workflow] });
      await world.advance(2_000);
      expect(worker.runtime.messagesInHand).toBe(1);
      await stop(worker, 1_000);
      expect(world.sqs.peek(world.queueUrl)).toHaveLength(1);
    }
    expect(world.requestsOf('SendMessageBatch')).toEqual([]);
  });

  test('however often, never dead-letters a healthy run (G3)', async () => {
    world = await VirtualWorld.create({ maxReceiveCount: 5 });
    let isPatient = false;
    const workflow = scriptedWorkflow('Run', [task()], { task: () => sleepVirtually(isPatient ? 1 : 600_000) });
    await world.client.start('Run.run', { args: [0] });
    for (let cycle = 0; cycle < 40; cycle++) {
      const worker = world.startWorker({ workflows: [workflow] });
      await world.advance(2_000);
      await stop(worker, 1_000);
    }
    isPatient = true;
    world.startWorker({ workflows: [workflow] });
    await world.toEnd();
    expect(world.results()).toHaveLength(1);
    expect(world.sqs.peek(world.deadLetterQueueUrl)).toEqual([]);
  });
});

test('stopping twice waits for the same end; running twice is refused', async () => {
  world = await VirtualWorld.create();
  const worker = world.startWorker({ workflows: [scriptedWorkflow('Run', [])] });
  await world.advance(100);
  expect(() => worker.runtime.run()).toThrowError(/twice/);
  const ends: number[] = [];
  void worker.runtime.stop().then(() => ends.push(1));
  void worker.runtime.stop().then(() => ends.push(2));
  await world.untilThroughPolls(() => ends.length === 2);
  await worker.ended;
});

test('stopped before it ran, a worker does nothing', async () => {
  world = await VirtualWorld.create();
  const worker = world.startWorker({ workflows: [scriptedWorkflow('Run', [])] });
  await worker.runtime.stop({ graceMs: 0 });
  await worker.ended;
  expect(world.requestsOf('ReceiveMessage')).toEqual([]);
});
