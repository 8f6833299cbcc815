import type { SendMessageBatchCommandInput } from '@aws-sdk/client-sqs';
import { activityContext } from 'hopline';
import { afterEach, describe, expect, test } from 'vitest';
import { scriptedWorkflow, type ScriptedStep } from '../../support/scripted-machine.ts';
import { VirtualWorld } from '../../support/virtual-world.ts';

const sleepFor = (duration: unknown): ScriptedStep => ({ state: 'sleep', operation: 'sleep', args: () => [duration] });
const next: ScriptedStep = { state: 'next', operation: 'activity' };

let world: VirtualWorld;
afterEach(() => world.close());

/** A workflow that sleeps and then runs an activity; `woken` says when and as which attempt. */
function sleeper(duration: unknown) {
  const woken: { atMs: number; attempt: number }[] = [];
  const workflow = scriptedWorkflow('Sleeper', [sleepFor(duration), next], {
    next: () => void woken.push({ atMs: world.clock.now(), attempt: activityContext().attempt }),
  });
  return { workflow, woken };
}

function delaysSent(): number[] {
  return world
    .requestsOf('SendMessageBatch')
    .flatMap(({ input }) => (input as SendMessageBatchCommandInput).Entries!.map(({ DelaySeconds }) => DelaySeconds!));
}

describe('a sleep of two hours', () => {
  test('is exactly eight hops of 900 s and wakes on time (C01)', async () => {
    world = await VirtualWorld.create();
    const { workflow, woken } = sleeper('2h');
    world.startWorker({ workflows: [workflow] });
    const startMs = world.clock.now();
    await world.client.start('Sleeper.run', { args: [0] });
    await world.toEnd();
    expect(delaysSent()).toEqual(Array.from({ length: 8 }, () => 900));
    expect(woken).toHaveLength(1);
    expect(woken[0]!.atMs - startMs).toBeGreaterThanOrEqual(7_200_000);
    expect(woken[0]!.atMs - startMs).toBeLessThanOrEqual(7_205_000);
    expect(world.requests.filter(({ error }) => error)).toEqual([]);
  });

  test('holds no message in flight and costs no spare receive, with three workers (C17)', async () => {
    world = await VirtualWorld.create({ queue: { VisibilityTimeout: '300' } });
    const { workflow, woken } = sleeper('2h');
    for (let worker = 0; worker < 3; worker++) world.startWorker({ workflows: [workflow] });
    await world.client.start('Sleeper.run', { args: [0] });
    await world.advance(3_600_500);
    expect(world.sqs.depth(world.queueUrl)).toEqual({ visible: 0, inFlight: 0, delayed: 1 });
    await world.toEnd();
    expect(woken).toHaveLength(1);
    expect(world.receiveCount).toBeLessThanOrEqual(10);
  });
});

test('the clocks of workers and starter do not enter (C08)', async () => {
  for (const skewsMs of [
    [-600_000, 0],
    [0, -600_000],
    [600_000, -600_000, 0],
  ]) {
    world = await VirtualWorld.create();
    const { workflow, woken } = sleeper('30m');
    for (const skewMs of skewsMs) world.startWorker({ workflows: [workflow] }, { ports: world.ports(skewMs) });
    const startMs = world.clock.now();
    await world.client.start('Sleeper.run', { args: [0] });
    await world.toEnd();
    const elapsedMs = woken[0]!.atMs - startMs;
    expect(elapsedMs).toBeGreaterThanOrEqual(1_800_000);
    expect(elapsedMs).toBeLessThanOrEqual(1_805_000);
    expect(delaysSent()).toEqual([900, 900]);
    await world.close();
  }
});

test('sleeping is no failure: no warnings, attempt 1, every message received once (C05)', async () => {
  world = await VirtualWorld.create();
  const { workflow, woken } = sleeper('23h');
  world.startWorker({ workflows: [workflow] });
  await world.client.start('Sleeper.run', { args: [0] });
  await world.toEnd();
  expect(world.logs.filter(({ level }) => level !== 'debug')).toEqual([]);
  expect(woken.map(({ attempt }) => attempt)).toEqual([1]);
  const counts = world
    .requestsOf('ReceiveMessage')
    .flatMap(({ output }) => (output as { Messages?: { Attributes: Record<string, string> }[] }).Messages ?? [])
    .map(({ Attributes }) => Attributes['ApproximateReceiveCount']);
  expect(new Set(counts)).toEqual(new Set(['1']));
  expect(world.events.map(({ kind }) => kind)).not.toContain('retry');
});

test(
  'a sleep of 364 days is one message at every instant, and ends on its day (C04)',
  { timeout: 600_000 },
  async () => {
    world = await VirtualWorld.create();
    const { workflow, woken } = sleeper('364 days');
    world.startWorker({ workflows: [workflow] });
    await world.client.start('Sleeper.run', { args: [0] });
    await world.advance(1_000);
    const day = 86_400_000;
    for (let at = 0; at < 363; at++) {
      const { visible, inFlight, delayed } = world.sqs.depth(world.queueUrl);
      expect(visible + inFlight + delayed).toBe(1);
      expect(woken).toHaveLength(0);
      // An odd step, so that the looks fall on all places of a leg.
      await world.advance(day - 1_000 + at * 7);
    }
    await world.toEnd();
    expect(woken).toHaveLength(1);
    const hops = delaysSent();
    expect(hops.length).toBeLessThanOrEqual(364 * 96 + 2);
    expect(hops.every((seconds) => Number.isInteger(seconds) && seconds >= 0 && seconds <= 900)).toBe(true);
    const elapsedMs = woken[0]!.atMs - world.events[0]!.at;
    expect(elapsedMs).toBeGreaterThanOrEqual(364 * day);
    expect(elapsedMs).toBeLessThanOrEqual(364 * day + 5_000);
  },
);

test.each([
  [1_500, 2],
  [50, 1],
  ['1 second', 1],
])('sleep(%s) is sent with %i s and is never early (C02)', async (duration, seconds) => {
  world = await VirtualWorld.create();
  const { workflow, woken } = sleeper(duration);
  world.startWorker({ workflows: [workflow] });
  await world.client.start('Sleeper.run', { args: [0] });
  await world.toEnd();
  expect(delaysSent()).toEqual([seconds]);
  expect(woken).toHaveLength(1);
});

test('a start with a delay waits it out', async () => {
  world = await VirtualWorld.create();
  const { workflow, woken } = sleeper(0);
  world.startWorker({ workflows: [workflow] });
  const startMs = world.clock.now();
  await world.client.start('Sleeper.run', { args: [0], delay: '20m' });
  await world.toEnd();
  expect(woken[0]!.atMs - startMs).toBeGreaterThanOrEqual(1_200_000);
  expect(woken[0]!.atMs - startMs).toBeLessThanOrEqual(1_205_000);
});
