/** What the broker and the way to it do wrong, and that the loop outlasts it (G1, C07, C25, C26, C29). */
import { activityContext } from 'hopline';
import { afterEach, describe, expect, test } from 'vitest';
import type { WorkerPorts } from '../../../runtime/loop/worker-runtime.ts';
import type { QueuePort } from '../../../runtime/ports/queue.ts';
import { scriptedWorkflow, type ScriptedStep } from '../../support/scripted-machine.ts';
import { seededRandom, VirtualWorld } from '../../support/virtual-world.ts';

let world: VirtualWorld;
afterEach(() => world.close());

const steps: ScriptedStep[] = [
  { state: 'a', operation: 'activity' },
  { state: 'sleep', operation: 'sleep', args: () => ['20m'] },
  { state: 'b', operation: 'activity' },
  { state: 'c', operation: 'activity' },
];

/** A queue with one call replaced. */
function withQueue(ports: WorkerPorts, replace: (queue: QueuePort) => Partial<QueuePort>): WorkerPorts {
  return {
    ...ports,
    queueFor: (url) => {
      const queue = ports.queueFor(url);
      const bound: QueuePort = {
        url: queue.url,
        isFifo: queue.isFifo,
        receive: (request) => queue.receive(request),
        send: (messages) => queue.send(messages),
        delete: (handles) => queue.delete(handles),
        changeVisibility: (changes) => queue.changeVisibility(changes),
        attributes: () => queue.attributes(),
        brokerNow: () => queue.brokerNow(),
      };
      return { ...bound, ...replace(bound) };
    },
  };
}

describe('a broker that', () => {
  test.each([
    ['loses replies', { lostReply: 0.15 }],
    ['fails entries of batches', { failedEntry: 0.3 }],
    ['throttles', { throttle: 0.3 }],
    ['delivers twice', { duplicate: 0.2 }],
    ['counts receives that nobody got', { phantomReceive: 0.1 }],
    ['delivers late', { lateDelivery: 0.2 }],
    ['reorders', { reorder: 0.5 }],
    [
      'does all of it',
      {
        lostReply: 0.05,
        failedEntry: 0.1,
        throttle: 0.1,
        duplicate: 0.05,
        phantomReceive: 0.03,
        lateDelivery: 0.1,
        reorder: 0.2,
      },
    ],
  ])('%s loses no run and dead-letters none', async (_what, faults) => {
    world = await VirtualWorld.create({ faults, seed: 11 });
    const argsByKey = new Map<string, Set<string>>();
    const note = (...args: unknown[]) => {
      const { idempotencyKey } = activityContext();
      const seen = argsByKey.get(idempotencyKey) ?? new Set();
      argsByKey.set(idempotencyKey, seen.add(JSON.stringify(args)));
    };
    const workflow = scriptedWorkflow('Run', steps, { a: note, b: note, c: note });
    for (let worker = 0; worker < 3; worker++) world.startWorker({ workflows: [workflow] });
    const started = new Set<string>();
    for (let run = 0; run < 40; run++) {
      const id = `run-${run}`;
      // A start whose reply is lost may have taken effect; the caller tries again, and two runs are documented.
      for (let isStarted = false; !isStarted;)
        isStarted = await world.client.start('Run.run', { args: [run], id }).then(
          () => true,
          () => false,
        );
      started.add(id);
    }
    await world.toEnd();
    expect(new Set(world.results().map(({ runId }) => runId))).toEqual(started);
    expect(world.sqs.peek(world.deadLetterQueueUrl)).toEqual([]);
    expect(world.sqs.depth(world.queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
    expect([...argsByKey.values()].every((seen) => seen.size === 1)).toBe(true);
    for (const [fault] of Object.entries(faults)) expect(world.sqs.faultCounts[fault]).toBeGreaterThan(0);
  });

  test('throttles thousands of timers that are due together: all go on, none is deleted before its hop (C07)', async () => {
    world = await VirtualWorld.create();
    const done = new Map<number, number>();
    const sleeper = scriptedWorkflow(
      'Sleeper',
      [
        { state: 'sleep', operation: 'sleep', args: () => ['1h'] },
        { state: 'task', operation: 'activity', args: (input) => [input] },
      ],
      { task: (index: number) => void done.set(index, (done.get(index) ?? 0) + 1) },
    );
    let throttledUntilMs = 0;
    const chance = seededRandom(7);
    const throttled = withQueue(world.ports(), (queue) => ({
      send: async (messages) => {
        const refused = messages.map(() => world.clock.now() < throttledUntilMs && chance.next() < 0.3);
        if (refused.every((isRefused) => isRefused))
          throw Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
        const sent = await queue.send(messages.filter((_message, index) => !refused[index]));
        return refused.map((isRefused) =>
          isRefused
            ? ({ ok: false, code: 'ThrottlingException', message: 'Rate exceeded', senderFault: true } as const)
            : sent.shift()!,
        );
      },
    }));
    world.startWorker({ workflows: [sleeper] }, { ports: throttled });
    const count = 500;
    for (let run = 0; run < count; run++) await world.client.start('Sleeper.run', { args: [run] });
    await world.advance(1_000);
    // All wake in an hour; the broker throttles from then for two minutes.
    throttledUntilMs = world.clock.now() + 3_600_000 + 120_000;
    await world.toEnd();
    expect(done.size).toBe(count);
    expect([...done.values()].every((runs) => runs === 1)).toBe(true);
    expect(world.sqs.peek(world.deadLetterQueueUrl)).toEqual([]);
    // Said once per interval, not once per message.
    expect(world.logs.filter(({ level }) => level === 'warn').length).toBeLessThan(60);
  });
});

test('sends that are refused for hours keep their messages in hand: no receive is burnt, nothing dies (G3)', async () => {
  world = await VirtualWorld.create({ maxReceiveCount: 5 });
  let isDenied = true;
  const ports = withQueue(world.ports(), (queue) => ({
    send: (messages) =>
      isDenied
        ? Promise.reject(
            Object.assign(new Error('not authorized to perform: sqs:sendmessage'), { name: 'AccessDenied' }),
          )
        : queue.send(messages),
  }));
  let runs = 0;
  const workflow = scriptedWorkflow('Run', steps.slice(0, 2), { a: () => ++runs });
  world.startWorker({ workflows: [workflow], concurrency: 20 }, { ports });
  for (let run = 0; run < 60; run++) await world.client.start('Run.run', { args: [run] });
  await world.advance(6 * 3_600_000);
  expect(world.receiveCount).toBe(20);
  expect(runs).toBe(20);
  isDenied = false;
  await world.toEnd();
  expect(world.results()).toHaveLength(60);
  expect(runs).toBe(60);
  expect(world.sqs.peek(world.deadLetterQueueUrl)).toEqual([]);
});

describe('receiving (C25)', () => {
  const failures: [string, () => Promise<never>][] = [
    ['never answers', () => new Promise<never>(() => undefined)],
    [
      'does not resolve the name',
      () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })),
    ],
    [
      'resets the connection',
      () => Promise.reject(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })),
    ],
    [
      'answers 500',
      () =>
        Promise.reject(
          Object.assign(new Error('UnknownError'), { name: 'InternalFailure', $metadata: { httpStatusCode: 500 } }),
        ),
    ],
    ['answers nonsense', () => Promise.reject(new SyntaxError('Unexpected token < in JSON'))],
    [
      'refuses expired credentials',
      () => Promise.reject(Object.assign(new Error('The security token is expired'), { name: 'ExpiredToken' })),
    ],
    [
      'calls the clock wrong',
      () => Promise.reject(Object.assign(new Error('Signature expired: 20 min'), { name: 'SignatureDoesNotMatch' })),
    ],
  ];
  test.each(failures)('an endpoint that %s is reported and outlasted', async (what, fail) => {
    world = await VirtualWorld.create();
    let isDown = true;
    let calls = 0;
    const ports = withQueue(world.ports(), (queue) => ({
      receive: (request) => {
        calls++;
        return isDown ? fail() : queue.receive(request);
      },
    }));
    const workflow = scriptedWorkflow('Run', [{ state: 'a', operation: 'activity' }], { a: () => 1 });
    world.startWorker({ workflows: [workflow] }, { ports });
    await world.client.start('Run.run', { args: [0] });
    await world.advance(60_000);
    const errors = world.logs.filter(({ level }) => level === 'error');
    expect(errors.length).toBeGreaterThanOrEqual(1);
    expect(errors.length).toBeLessThanOrEqual(60);
    expect(calls).toBeGreaterThanOrEqual(2);
    expect(calls).toBeLessThanOrEqual(30);
    if (what.includes('clock')) expect(errors[0]!.facts['mend']).toMatch(/clock/);

    isDown = false;
    await world.advance(60_000);
    expect(world.results()).toHaveLength(1);
  });

  test('while idle is one long poll of 20 s, whatever the concurrency, and a burst is met in two seconds (C29)', async () => {
    world = await VirtualWorld.create();
    let isCounting = true;
    const waits: number[] = [];
    const ports = withQueue(world.ports(), (queue) => ({
      receive: (request) => {
        if (isCounting) waits.push(request.waitSeconds);
        return queue.receive(request);
      },
    }));
    let running = 0;
    let runningMost = 0;
    const workflow = scriptedWorkflow('Run', [{ state: 'a', operation: 'activity' }], {
      a: async () => {
        runningMost = Math.max(runningMost, ++running);
        await world.ports().clock.sleep(5_000);
        running--;
      },
    });
    world.startWorker({ workflows: [workflow], concurrency: 50 }, { ports });
    await world.advanceThroughPolls(86_400_000);
    expect(waits.length).toBeLessThanOrEqual(4_400);
    expect(waits.length).toBeGreaterThan(4_000);
    expect(new Set(waits)).toEqual(new Set([20]));

    isCounting = false;
    for (let run = 0; run < 1_000; run++) await world.client.start('Run.run', { args: [run] });
    await world.advance(2_000);
    expect(running).toBe(50);
    await world.until(() => world.results().length === 1_000);
    expect(runningMost).toBe(50);
  });
});

test('a defect in handling leaves the message where it is', async () => {
  world = await VirtualWorld.create();
  let isBroken = true;
  const ports = world.ports();
  const limiter = {
    ask: async () => {
      if (isBroken) throw new Error('limiter broken');
      return { granted: true } as const;
    },
    pause: () => undefined,
  };
  const limited: ScriptedStep = { state: 'limit', operation: 'rateLimit', args: () => ['x', { limit: 1, per: 1 }] };
  const workflow = scriptedWorkflow('Run', [limited, { state: 'a', operation: 'activity' }], { a: () => 1 });
  world.startWorker({ workflows: [workflow] }, { ports: { ...ports, limiter } });
  await world.client.start('Run.run', { args: [0] });
  await world.advance(20_000);
  expect(world.logs.filter(({ level }) => level === 'error')).toHaveLength(1);
  expect(world.sqs.depth(world.queueUrl).inFlight).toBe(1);
  isBroken = false;
  await world.toEnd();
  expect(world.results()).toHaveLength(1);
});

test('a listener that throws harms no run', async () => {
  world = await VirtualWorld.create();
  const workflow = scriptedWorkflow('Run', [{ state: 'a', operation: 'activity' }], { a: () => 1 });
  const onEvent = () => {
    throw new Error('listener');
  };
  world.startWorker({ workflows: [workflow], onEvent });
  await world.client.start('Run.run', { args: [0] });
  await world.toEnd();
  expect(world.sqs.depth(world.queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  expect(world.logs.some(({ text }) => text.startsWith('onEvent threw'))).toBe(true);
});
