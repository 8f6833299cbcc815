import { ReceiveMessageCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, test } from 'vitest';
import { startFrame } from '../../../runtime/engine/advance.ts';
import { encodeBody } from '../../../runtime/protocol/body.ts';
import type { Envelope } from '../../../runtime/protocol/envelope.ts';
import { encodeFrames } from '../../../runtime/protocol/frames.ts';
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

function envelopeOf(change: Partial<Envelope> = {}): Envelope {
  return {
    hopline: 1,
    workflow: 'Known.run',
    run: 'r1',
    incarnation: 'i1',
    epoch: 0,
    hop: 0,
    visit: 0,
    frames: encodeFrames([startFrame('Known.run', [0])]),
    renewals: 0,
    ...change,
  };
}

interface DeadLetter {
  readonly body: string;
  readonly attributes: Record<string, string>;
}

async function deadLetters(): Promise<DeadLetter[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: world.deadLetterQueueUrl,
    MaxNumberOfMessages: 10,
    MessageAttributeNames: ['All'],
    VisibilityTimeout: 0,
  });
  const { Messages = [] } = (await world.sqs.send(command)) as {
    Messages?: { Body: string; MessageAttributes?: Record<string, { StringValue: string }> }[];
  };
  return Messages.map(({ Body, MessageAttributes = {} }) => ({
    body: Body,
    attributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue]),
    ),
  }));
}

describe('foreign and malformed messages (C49, G6)', () => {
  const s3Event = JSON.stringify({ Records: [{ eventSource: 'aws:s3', s3: { object: { key: 'a' } } }] });
  const truncated = encodeBody(envelopeOf()).slice(0, -20);
  const truncatedState = encodeBody(envelopeOf()).replace(/"frames":\[.*\]/, '"frames":[[1]]');

  test.each([
    ['hello', 'hello'],
    ['an empty object', '{}'],
    ['null', 'null'],
    ['an S3 event', s3Event],
    ['a truncated body', truncated],
    ['a truncated state', truncatedState],
    [
      'a start without arguments',
      encodeBody(
        envelopeOf({ frames: encodeFrames([{ machine: 'Known.run', state: 'start', hash: '', locals: {} }]) }),
      ),
    ],
  ])('%s goes to the dead-letter queue at once, with a reason and as it came', async (_what, body) => {
    world = await VirtualWorld.create();
    world.startWorker({ workflows: [scriptedWorkflow('Known', [])] });
    await world.sendRaw(body);
    await world.advance(5_000);
    const [dead] = await deadLetters();
    expect(dead!.body).toBe(body);
    expect(dead!.attributes).toMatchObject({ 'hopline.reason': 'malformed', 'hopline.source-queue': world.queueUrl });
    expect(world.receiveCount).toBe(1);
  });

  test('harm nobody: a hundred good messages around them are done', async () => {
    world = await VirtualWorld.create();
    const workflow = scriptedWorkflow('Known', [task()], { task: () => 1 });
    world.startWorker({ workflows: [workflow] });
    const bad = [
      'hello',
      '{}',
      'null',
      s3Event,
      truncated,
      truncatedState,
      '{"hopline":99}',
      encodeBody(envelopeOf({ workflow: 'Nobody.knows' })),
    ];
    for (let index = 0; index < 100; index++) {
      await world.client.start('Known.run', { args: [index] });
      if (index % 13 === 0) await world.sendRaw(bad[index / 13]!);
    }
    await world.until(() => world.results().length === 100);
    expect(world.results()).toHaveLength(100);
    await world.toEnd();
    expect(await deadLetters()).toHaveLength(bad.length);
  });
});

describe('what this worker does not know', () => {
  test.each([
    ['a workflow', { workflow: 'Later.run' }, 'Later.run'],
    ['a state', { frames: encodeFrames([{ machine: 'Known.run', state: 'later', hash: '1', locals: {} }]) }, 'later'],
    [
      'the code of a state',
      {
        frames: encodeFrames([{ machine: 'Known.run', state: 'task', hash: 'later', locals: {} }]),
        call: { args: '[[]]', attempt: 0, limits: [] },
      },
      'other code',
    ],
  ])('%s: handed back from a minute to a quarter of an hour, dead after a day', async (_what, change, word) => {
    world = await VirtualWorld.create();
    world.startWorker({ workflows: [scriptedWorkflow('Known', [task()])] });
    await world.sendRaw(encodeBody(envelopeOf(change)));
    const startMs = world.clock.now();
    await world.until(() => world.events.some(({ kind }) => kind === 'dead-letter'));
    const warnings = world.logs.filter(({ level }) => level === 'warn');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]!.facts).toMatchObject({ runId: 'r1', reason: expect.stringContaining(word) as string });
    const delays = world.events.filter(({ kind }) => kind === 'hand-back').map(({ delaySeconds }) => delaySeconds);
    expect(delays.slice(0, 6)).toEqual([60, 120, 240, 480, 900, 900]);
    expect(world.clock.now() - startMs).toBeGreaterThanOrEqual(86_400_000);
    expect(world.clock.now() - startMs).toBeLessThan(86_400_000 + 900_000);
    await world.advance(1_000);
    const [dead] = await deadLetters();
    expect(dead!.attributes).toMatchObject({ 'hopline.reason': 'unknown', 'hopline.run': 'r1' });
    expect(dead!.attributes['hopline.error']).toContain(word);
    expect(world.results()).toEqual([]);
  });

  test('is done by the worker that knows it, with nothing of the wandering left (a rolling deploy)', async () => {
    world = await VirtualWorld.create();
    const old = world.startWorker({ workflows: [scriptedWorkflow('Known', [])] });
    await world.client.start('Later.run', { args: [7], id: 'r7' });
    await world.until(() => world.events.filter(({ kind }) => kind === 'hand-back').length === 3);
    let isStopped = false;
    void old.runtime.stop({ graceMs: 0 }).then(() => (isStopped = true));
    await world.until(() => isStopped);
    world.startWorker({
      workflows: [
        scriptedWorkflow('Later', [task({ state: 'a' }), task({ state: 'b' })], {
          a: (n: number) => n,
          b: (n: number) => n,
        }),
      ],
    });
    await world.toEnd();
    expect(world.results()).toMatchObject([{ runId: 'r7', value: [7, 7] }]);
    expect(await deadLetters()).toEqual([]);
  });

  test('a later format goes on as it came, what we counted beside it in attributes', async () => {
    world = await VirtualWorld.create();
    world.startWorker({ workflows: [scriptedWorkflow('Known', [])], unknownFor: '1h' });
    const body = '{"hopline":2,"whatever":{"unknownSinceMs":"no number"}}';
    await world.sendRaw(body);
    await world.advance(7_200_000);
    const [dead] = await deadLetters();
    expect(dead!.body).toBe(body);
    expect(dead!.attributes['hopline.reason']).toBe('unknown');
    const delays = world
      .requestsOf('SendMessageBatch')
      .flatMap(({ input }) =>
        (input as { Entries: { DelaySeconds?: number }[] }).Entries.map(({ DelaySeconds }) => DelaySeconds),
      );
    expect(delays).toEqual([60, 120, 240, 480, 900, 900, 900, 0]);
  });

  test('a sleeping run is passed on by a worker that does not know its workflow', async () => {
    world = await VirtualWorld.create();
    world.startWorker({ workflows: [scriptedWorkflow('Known', [])] });
    await world.sendRaw(encodeBody(envelopeOf({ workflow: 'Later.run', wait: { durationMs: 3_600_000 } })));
    await world.advance(3_500_000);
    expect(world.events.map(({ kind }) => kind)).toEqual(['hop', 'hop', 'hop', 'hop']);
    expect(world.sqs.depth(world.queueUrl).delayed).toBe(1);
  });
});

describe('a paused run (C16)', () => {
  test('waits in the dead-letter queue with its facts, and goes on there after a redrive', async () => {
    world = await VirtualWorld.create();
    const ran: string[] = [];
    let isMended = false;
    const steps = ['a', 'b', 'c'].map((state) => task({ state, policy: { retry: { attempts: 2, jitter: 'none' } } }));
    const activities = {
      a: () => ran.push('a'),
      b: () => {
        ran.push('b');
        if (!isMended) throw new TypeError('b is broken');
      },
      c: () => ran.push('c'),
    };
    world.startWorker({ workflows: [scriptedWorkflow('Known', steps, activities)] });
    await world.client.start('Known.run', { args: [0], id: 'r1' });
    await world.toEnd();
    const [dead] = await deadLetters();
    expect(dead!.attributes).toMatchObject({
      'hopline.reason': 'paused',
      'hopline.run': 'r1',
      'hopline.workflow': 'Known.run',
      'hopline.state': 'b',
      'hopline.error': 'TypeError: b is broken',
      'hopline.source-queue': world.queueUrl,
    });
    expect(Date.parse(dead!.attributes['hopline.first-failure']!)).toBeGreaterThanOrEqual(world.events[0]!.at);

    isMended = true;
    await redrive();
    await world.toEnd();
    expect(ran).toEqual(['a', 'b', 'b', 'b', 'c']);
    expect(world.results()).toHaveLength(1);
    expect(world.results()[0]).toMatchObject({ status: 'completed' });
  });

  test('fails again with a fresh budget, and is paused again', async () => {
    world = await VirtualWorld.create();
    let runs = 0;
    const policy = { retry: { attempts: 3, initial: 0 } } as const;
    const fail = () => {
      runs++;
      throw new Error('still broken');
    };
    world.startWorker({ workflows: [scriptedWorkflow('Known', [task({ policy })], { task: fail })] });
    await world.client.start('Known.run', { args: [0] });
    await world.toEnd();
    await redrive();
    await world.toEnd();
    expect(runs).toBe(6);
    const [dead] = await deadLetters();
    expect(JSON.parse(dead!.body)).toMatchObject({ epoch: 1, paused: { reason: 'paused' } });
  });

  test('by code after an activity keeps what that gave: a redrive does not run it again', async () => {
    world = await VirtualWorld.create();
    let runs = 0;
    let isMended = false;
    const end = (results: readonly unknown[]) => {
      if (!isMended) throw new TypeError('bug behind the activity');
      return results;
    };
    world.startWorker({ workflows: [scriptedWorkflow('Known', [task()], { task: () => ++runs }, { end })] });
    await world.client.start('Known.run', { args: [0] });
    await world.toEnd();
    isMended = true;
    await redrive();
    await world.toEnd();
    expect(runs).toBe(1);
    expect(world.results()).toMatchObject([{ value: [1] }]);
  });

  test('without a dead-letter queue is tried again every quarter of an hour', async () => {
    world = await VirtualWorld.create({ noDeadLetterQueue: true });
    const runsMs: number[] = [];
    const policy = { retry: { attempts: 1 } } as const;
    const work = () => {
      runsMs.push(world.clock.now());
      if (runsMs.length < 3) throw new Error('broken');
    };
    world.startWorker({
      workflows: [scriptedWorkflow('Known', [task({ policy })], { task: work })],
      allowNoDeadLetterQueue: true,
    });
    await world.client.start('Known.run', { args: [0] });
    await world.toEnd();
    expect(runsMs.slice(1).map((atMs, index) => atMs - runsMs[index]!)).toEqual([900_000, 900_000]);
    expect(world.results()).toHaveLength(1);
  });
});

async function redrive(): Promise<void> {
  const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
  // With its destination: SQS knows the source only of what it moved there itself.
  await world.sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn('dead'), DestinationArn: arn('work') }));
}

describe('a run that does too much', () => {
  test('hops without end: paused as a runaway, not run for ever', async () => {
    world = await VirtualWorld.create();
    const checkpoint: ScriptedStep = { state: 'loop', operation: 'sleep', args: () => [0] };
    world.startWorker({ workflows: [scriptedWorkflow('Known', [checkpoint], {}, { loops: true })] });
    await world.client.start('Known.run', { args: [0] });
    await world.toEnd();
    const [dead] = await deadLetters();
    expect(dead!.attributes).toMatchObject({ 'hopline.reason': 'runaway', 'hopline.state': 'loop' });
    expect(world.events.filter(({ kind }) => kind === 'hop')).toHaveLength(3_600);
  });

  test.each([262_144, 1_048_576])(
    'state of more than %i bytes: failed at once, naming the largest variable (C58)',
    async (limit) => {
      world = await VirtualWorld.create({ queue: { MaximumMessageSize: String(limit) } });
      const steps = Array.from({ length: 40 }, (_, index) => task({ state: `s${index}` }));
      const activities = Object.fromEntries(steps.map(({ state }) => [state, () => state.padEnd(40_000, '.')]));
      world.startWorker({ workflows: [scriptedWorkflow('Known', steps, activities)] });
      await world.client.start('Known.run', { args: [0] });
      await world.toEnd();
      const [result] = world.results();
      expect(result).toMatchObject({ status: 'failed', cause: { code: 'STATE_TOO_LARGE' } });
      const { message } = result!.error!;
      expect(message).toContain('Known.run');
      expect(message).toContain('results');
      expect(message.replaceAll(',', '')).toContain(String(limit));
      expect(world.sqs.depth(world.queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
      expect(await deadLetters()).toEqual([]);
      expect(world.requests.filter(({ error }) => error)).toEqual([]);
    },
  );
});

describe('signed messages (DESIGN.md §7)', () => {
  const signing = { keys: [{ id: 'k1', secret: 'a secret of sixteen bytes' }] };

  test('go on; forged ones do not', async () => {
    world = await VirtualWorld.create();
    const steps = [task({ state: 'a' }), task({ state: 'b' })];
    let runsOfB = 0;
    const workflow = scriptedWorkflow('Known', steps, { a: () => 1, b: () => ++runsOfB });
    world.startWorker({ workflows: [workflow], signing });
    await world.client.start('Known.run', { args: [0] });
    await world.toEnd();
    expect(world.results()).toMatchObject([{ value: [1, 1] }]);

    const forged = envelopeOf({
      hop: 1,
      visit: 2,
      frames: encodeFrames([
        { machine: 'Known.run', state: 'b', hash: 'b-1', locals: { input: 0, results: ['forged'] } },
      ]),
      call: { args: '[[]]', attempt: 0, limits: [] },
    });
    await world.sendRaw(encodeBody(forged));
    await world.sendRaw(encodeBody({ ...forged, hop: 0 }));
    await world.sendRaw(encodeBody({ ...forged, hop: 0, wait: { durationMs: 5_000_000 } }));
    await world.advance(10_000);
    expect(runsOfB).toBe(1);
    const dead = await deadLetters();
    expect(dead.map(({ attributes }) => attributes['hopline.reason'])).toEqual([
      'bad-signature',
      'bad-signature',
      'bad-signature',
    ]);
  });

  test('unsigned starts are refused where that is said', async () => {
    world = await VirtualWorld.create();
    world.startWorker({
      workflows: [scriptedWorkflow('Known', [])],
      signing: { ...signing, allowUnsignedStarts: false },
    });
    await world.client.start('Known.run', { args: [0] });
    await world.advance(10_000);
    expect(world.results()).toEqual([]);
    expect(await deadLetters()).toHaveLength(1);
  });
});
