import { CreateQueueCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { activityContext, Client } from 'hopline';
import { EmbeddedSqs } from 'hopline/embedded-sqs';
import { Worker } from 'hopline/worker';
import { afterEach, describe, expect, test } from 'vitest';
import type { WorkerPorts } from '../../../runtime/loop/worker-runtime.ts';
import type { QueuePort } from '../../../runtime/ports/queue.ts';
import { scriptedWorkflow, type ScriptedStep } from '../../support/scripted-machine.ts';
import { VirtualWorld } from '../../support/virtual-world.ts';

let world: VirtualWorld;
afterEach(() => world.close());

const task: ScriptedStep = { state: 'task', operation: 'activity' };
const sleeping: ScriptedStep = { state: 'nap', operation: 'sleep', args: () => [1_000] };

/** The world's ports, with some calls of the queue answered otherwise. */
function portsWith(change: (queue: QueuePort) => Partial<QueuePort>): WorkerPorts {
  const ports = world.ports();
  return {
    ...ports,
    queueFor: (url) => {
      const queue = ports.queueFor(url);
      const changed = change(queue) as Record<string | symbol, unknown>;
      return new Proxy(queue, {
        get: (target, name) => {
          if (Object.hasOwn(changed, name)) return changed[name];
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
}

async function refusal(started: { ended: Promise<void> }): Promise<{ code: string; message: string }> {
  let error: unknown;
  let isOver = false;
  started.ended.then(
    () => (isOver = true),
    (reason: unknown) => {
      error = reason;
      isOver = true;
    },
  );
  await world.untilThroughPolls(() => isOver);
  return error as { code: string; message: string };
}

describe('a worker refuses to start', () => {
  test('on a queue without a dead-letter queue, unless that is said', async () => {
    world = await VirtualWorld.create({ noDeadLetterQueue: true });
    const { code, message } = await refusal(world.startWorker({ workflows: [scriptedWorkflow('W', [])] }));
    expect(code).toBe('NO_DEAD_LETTER_QUEUE');
    expect(message).toContain(world.queueUrl);
    const allowed = world.startWorker({ workflows: [scriptedWorkflow('W', [])], allowNoDeadLetterQueue: true });
    await world.client.start('W.run', { args: [0] });
    await world.toEnd();
    expect(world.results()).toHaveLength(1);
    expect(allowed.runtime.messagesInHand).toBe(0);
  });

  test('on a queue that gives a message fewer than five times, naming the count', async () => {
    world = await VirtualWorld.create({ maxReceiveCount: 4 });
    const { code, message } = await refusal(world.startWorker({ workflows: [scriptedWorkflow('W', [])] }));
    expect(code).toBe('CONFIGURATION');
    expect(message).toContain('maxReceiveCount 4');
  });

  test('on a queue that does not exist', async () => {
    world = await VirtualWorld.create();
    const queueUrl = world.queueUrl.replace('work', 'wrok');
    const { code, message } = await refusal(world.startWorker({ workflows: [scriptedWorkflow('W', [])], queueUrl }));
    expect(code).toBe('CONFIGURATION');
    expect(message).toContain(queueUrl);
  });

  test('on a queue that hides nothing', async () => {
    world = await VirtualWorld.create({ queue: { VisibilityTimeout: '0' } });
    const { message } = await refusal(world.startWorker({ workflows: [scriptedWorkflow('W', [])] }));
    expect(message).toContain('VisibilityTimeout');
  });

  test('on a FIFO queue with a workflow that sleeps, naming workflow, queue and sleep (C38)', async () => {
    world = await VirtualWorld.create({ fifo: true });
    const { code, message } = await refusal(
      world.startWorker({ workflows: [scriptedWorkflow('Sleeper', [sleeping])] }),
    );
    expect(code).toBe('CONFIGURATION');
    for (const word of ['Sleeper.run', world.queueUrl, 'sleep', 'nap']) expect(message).toContain(word);
  });
});

test('on a FIFO queue retries and limits wait in flight; nothing is swallowed, nothing sent with a delay (C38)', async () => {
  world = await VirtualWorld.create({ fifo: true });
  let runs = 0;
  const limited: ScriptedStep = {
    state: 'limit',
    operation: 'rateLimit',
    args: () => ['x', { limit: 1, per: '3 minutes' }],
  };
  const policy = { retry: { attempts: 4, initial: '20s', jitter: 'none' } } as const;
  const workflow = scriptedWorkflow('Ordered', [{ ...task, policy }, limited, { state: 'b', operation: 'activity' }], {
    task: () => {
      runs++;
      if (activityContext().attempt < 4) throw new Error('no');
    },
    b: () => 1,
  });
  world.startWorker({ workflows: [workflow] });
  for (let run = 0; run < 3; run++) await world.client.start('Ordered.run', { args: [run], id: `r${run}` });
  await world.toEnd();
  expect(new Set(world.results().map(({ runId }) => runId)).size).toBe(3);
  expect(runs).toBe(12);
  expect(world.sqs.peek(world.deadLetterQueueUrl)).toEqual([]);
  expect(world.requests.filter(({ error }) => error)).toEqual([]);
});

describe('a dead-letter queue that forgets no later than its source is warned of, by attribute (C14)', () => {
  const fourteenDays = '1209600';

  async function warningOf(retention: { source: string; dead: string }): Promise<string> {
    world = await VirtualWorld.create({ queue: { MessageRetentionPeriod: retention.source } });
    const Attributes = { MessageRetentionPeriod: retention.dead };
    await world.sqs.send(new SetQueueAttributesCommand({ QueueUrl: world.deadLetterQueueUrl, Attributes }));
    world.startWorker({ workflows: [scriptedWorkflow('W', [])] });
    await world.advance(1_000);
    const warnings = world.logs.filter(({ level }) => level === 'warn');
    return warnings.map(({ text }) => text).join('\n');
  }

  test('and is to be set to 14 days', async () => {
    const warning = await warningOf({ source: '345600', dead: '345600' });
    expect(warning).toMatch(/^MessageRetentionPeriod .* Set it to 1209600 \(14 days\)\.$/);
  });

  test('but where it has them already the mend is another', async () => {
    const warning = await warningOf({ source: fourteenDays, dead: fourteenDays });
    expect(warning).toMatch(/^MessageRetentionPeriod .* It is 1209600 \(14 days\) already, .* raise an alarm/);
    expect(warning).not.toContain('Set it');
  });

  test('and no other', async () => {
    expect(await warningOf({ source: '345600', dead: '345601' })).toBe('');
  });
});

test('a queue that does not answer at the start is waited for', async () => {
  world = await VirtualWorld.create();
  let isDown = true;
  const down = portsWith((queue) => ({
    attributes: () =>
      isDown ? Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })) : queue.attributes(),
  }));
  world.startWorker({ workflows: [scriptedWorkflow('W', [])] }, { ports: down });
  await world.client.start('W.run', { args: [0] });
  await world.advanceThroughPolls(10_000);
  expect(world.logs.some(({ level }) => level === 'error')).toBe(true);
  isDown = false;
  await world.advanceThroughPolls(30_000);
  expect(world.results()).toHaveLength(1);
});

test('short polling leaves turns to everything else, and its cost is warned of', async () => {
  world = await VirtualWorld.create();
  let asked = 0;
  // A loop that never pauses would let this test neither fail nor end.
  const counting = portsWith((queue) => ({
    receive: (request) => (++asked > 1_000 ? new Promise<never>(() => undefined) : queue.receive(request)),
  }));
  world.startWorker({ workflows: [scriptedWorkflow('W', [sleeping])], waitTimeSeconds: 0 }, { ports: counting });
  await world.client.start('W.run', { args: [0] });
  await world.advanceThroughPolls(3_000);
  expect(world.results()).toHaveLength(1);
  expect(asked).toBeGreaterThan(100);
  expect(asked).toBeLessThanOrEqual(310);
  expect(world.logs.filter(({ level }) => level === 'warn').map(({ text }) => text)).toEqual([
    expect.stringContaining('waitTimeSeconds is 0'),
  ]);
});

test('several queues share one worker, each within its own bound', async () => {
  world = await VirtualWorld.create();
  const policy = JSON.stringify({
    deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead',
    maxReceiveCount: 20,
  });
  const { QueueUrl } = (await world.sqs.send(
    new CreateQueueCommand({ QueueName: 'second', Attributes: { RedrivePolicy: policy } }),
  )) as { QueueUrl: string };
  let running = 0;
  const most: number[] = [];
  const workflow = scriptedWorkflow('W', [task], {
    task: async () => {
      most.push(++running);
      await world.ports().clock.sleep(1_000);
      running--;
    },
  });
  const { queueUrl: _one, ...options } = { queueUrl: undefined, workflows: [workflow] };
  const queues = [{ url: world.queueUrl, weight: 3, concurrency: 2 }, { url: QueueUrl }];
  world.startWorker({ ...options, queues, queueUrl: undefined, concurrency: 5 });
  const second = new Client({ sqs: world.sqs, queueUrl: QueueUrl });
  for (let run = 0; run < 10; run++) {
    await world.client.start('W.run', { args: [run], id: `first-${run}` });
    await second.start('W.run', { args: [run], id: `second-${run}` });
  }
  await world.untilThroughPolls(() => world.results().length === 20);
  expect(world.results()).toHaveLength(20);
  expect(Math.max(...most)).toBeLessThanOrEqual(5);
});

test('the public worker lives by the clock of its embedded queue, and by the real one', async () => {
  world = await VirtualWorld.create();
  const sqs = new EmbeddedSqs();
  const dead = { deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead', maxReceiveCount: 20 };
  await sqs.send(new CreateQueueCommand({ QueueName: 'dead', Attributes: { MessageRetentionPeriod: '1209600' } }));
  const { QueueUrl } = (await sqs.send(
    new CreateQueueCommand({ QueueName: 'work', Attributes: { RedrivePolicy: JSON.stringify(dead) } }),
  )) as { QueueUrl: string };
  let resolve: (value: unknown) => void = () => undefined;
  const result = new Promise<unknown>((settle) => (resolve = settle));
  const worker = new Worker({
    sqs,
    queueUrl: QueueUrl,
    workflows: [scriptedWorkflow('W', [task], { task: (...args: unknown[]) => args.length })],
    logger: world.logger(),
    onEvent: (event) => event.kind === 'result' && resolve(event['value']),
  });
  const running = worker.run();
  await new Client({ sqs, queueUrl: QueueUrl }).start('W.run', { args: [0] });
  expect(await result).toEqual([0]);
  await worker.stop({ graceMs: 0 });
  await running;
  expect(world.logs).toEqual([]);
});
