import { activityContext, RetryableError } from 'hopline';
import { afterEach, describe, expect, test } from 'vitest';
import { scriptedWorkflow, type ScriptedStep } from '../../support/scripted-machine.ts';
import { VirtualWorld } from '../../support/virtual-world.ts';

let world: VirtualWorld;
afterEach(() => world.close());

const limited = (name: string, limit: number, per: string | number): ScriptedStep => ({
  state: 'limit',
  operation: 'rateLimit',
  args: () => [name, { limit, per }],
});
const keyed = (name: string, limit: number, per: string): ScriptedStep => ({
  state: 'limit',
  operation: 'rateLimit',
  args: (input) => [{ name, rule: { limit, per } }, (input as { tenant: string }).tenant],
});
const task = (more: Partial<ScriptedStep> = {}): ScriptedStep => ({
  state: 'task',
  operation: 'activity',
  args: (input) => [input],
  ...more,
});

/** No window of `perMs` holds more than `limit` of the times. */
function expectWithin(atMs: readonly number[], limit: number, perMs: number): void {
  const sorted = [...atMs].sort((a, b) => a - b);
  for (let index = limit; index < sorted.length; index++)
    expect(sorted[index]! - sorted[index - limit]!).toBeGreaterThanOrEqual(perMs);
}

async function startRuns(count: number, workflow: string, input: (index: number) => unknown = (index) => index) {
  for (let index = 0; index < count; index++)
    await world.client.start(workflow, { args: [input(index)], id: `${workflow}-${index}` });
}

/** How often a message of each run was taken. */
function receivesByRun(): Map<string, number> {
  const byRun = new Map<string, number>();
  for (const { output } of world.requestsOf('ReceiveMessage'))
    for (const { Body } of (output as { Messages?: { Body: string }[] }).Messages ?? []) {
      const { run } = JSON.parse(Body) as { run: string };
      byRun.set(run, (byRun.get(run) ?? 0) + 1);
    }
  return byRun;
}

describe('50 runs under one a minute, on a queue that gives a message five times (C13)', () => {
  test('all complete, none is dead-lettered, no attempt is counted, at most three receives a run', async () => {
    world = await VirtualWorld.create({ maxReceiveCount: 5 });
    const uses: number[] = [];
    const attempts = new Set<number>();
    const workflow = scriptedWorkflow(
      'Limited',
      [limited('mails', 1, '1 minute'), task({ policy: { retry: { attempts: 1 } } })],
      {
        task: () => {
          attempts.add(activityContext().attempt);
          uses.push(world.clock.now());
        },
      },
    );
    world.startWorker({ workflows: [workflow] });
    const startMs = world.clock.now();
    await startRuns(50, 'Limited.run');
    await world.toEnd();
    expect(new Set(world.results().map(({ runId }) => runId)).size).toBe(50);
    expect(uses).toHaveLength(50);
    expectWithin(uses, 1, 60_000);
    expect(attempts).toEqual(new Set([1]));
    expect(world.sqs.peek(world.deadLetterQueueUrl)).toEqual([]);
    expect(world.receiveCount).toBeLessThanOrEqual(150);
    expect(Math.max(...receivesByRun().values())).toBeLessThanOrEqual(3);
    // 97 % of what the limit allows is used while work waits.
    expect(world.clock.now() - startMs).toBeLessThanOrEqual((49 * 60_000) / 0.97);
  });
});

test('10,000 runs under ten a second: used to the full, few receives, and others are not held up (C52)', async () => {
  world = await VirtualWorld.create();
  const count = 10_000;
  const uses: number[] = [];
  const limitedRuns = scriptedWorkflow('Limited', [limited('api', 10, '1s'), task()], {
    task: () => void uses.push(world.clock.now()),
  });
  let freeAtMs = 0;
  const freeRun = scriptedWorkflow('Free', [task()], { task: () => void (freeAtMs = world.clock.now()) });
  for (let worker = 0; worker < 4; worker++) world.startWorker({ workflows: [limitedRuns, freeRun] });
  const startMs = world.clock.now();
  await startRuns(count, 'Limited.run');
  await world.client.start('Free.run', { args: [0] });
  await world.toEnd();
  expect(uses).toHaveLength(count);
  expectWithin(uses, 10, 1_000);
  const elapsedMs = Math.max(...uses) - startMs;
  // The last ten are used as the last second begins.
  expect(elapsedMs).toBeGreaterThanOrEqual(999_000);
  expect(elapsedMs).toBeLessThanOrEqual(1_100_000);
  expect(world.receiveCount).toBeLessThanOrEqual(3 * count);
  expect(Math.max(...receivesByRun().values())).toBeLessThanOrEqual(5);
  expect(freeAtMs - startMs).toBeLessThanOrEqual(30_000);
  expect(world.sqs.peek(world.deadLetterQueueUrl)).toEqual([]);
}, 120_000);

test('runs that come out of a sleep ask like all others (C53)', async () => {
  world = await VirtualWorld.create();
  const uses: number[] = [];
  const use = () => void uses.push(world.clock.now());
  const asleep: ScriptedStep = { state: 'sleep', operation: 'sleep', args: () => ['45s'] };
  const direct = scriptedWorkflow('Direct', [limited('api', 1, '10s'), task()], { task: use });
  const woken = scriptedWorkflow('Woken', [asleep, limited('api', 1, '10s'), task()], { task: use });
  for (let worker = 0; worker < 2; worker++) world.startWorker({ workflows: [direct, woken], concurrency: 10 });
  await startRuns(8, 'Direct.run');
  await startRuns(8, 'Woken.run');
  await world.toEnd();
  expect(uses).toHaveLength(16);
  expectWithin(uses, 1, 10_000);
});

test('a limit by key holds up nobody else (C55)', async () => {
  world = await VirtualWorld.create();
  const doneAtMs = new Map<string, number[]>();
  const workflow = scriptedWorkflow('Tenant', [keyed('tenant', 1, '1s'), task()], {
    task: ({ tenant }: { tenant: string }) => {
      doneAtMs.set(tenant, [...(doneAtMs.get(tenant) ?? []), world.clock.now()]);
    },
  });
  world.startWorker({ workflows: [workflow] });
  const startMs = world.clock.now();
  await startRuns(300, 'Tenant.run', (index) => ({ tenant: index < 290 ? 'A' : `B${index}` }));
  await world.toEnd();
  for (const [tenant, times] of doneAtMs)
    if (tenant !== 'A') expect(Math.max(...times) - startMs).toBeLessThanOrEqual(5_000);
  const ofA = doneAtMs.get('A')!;
  expect(ofA).toHaveLength(290);
  expectWithin(ofA, 1, 1_000);
  expect(Math.max(...ofA) - startMs).toBeLessThanOrEqual(300_000);
});

test("a server's Retry-After stops its key and no other (C55)", async () => {
  world = await VirtualWorld.create();
  const callsMs = new Map<string, number[]>();
  let isRefused = true;
  const workflow = scriptedWorkflow('Tenant', [keyed('tenant', 10, '1s'), task()], {
    task: ({ tenant }: { tenant: string }) => {
      callsMs.set(tenant, [...(callsMs.get(tenant) ?? []), world.clock.now()]);
      if (tenant === 'A' && isRefused) {
        isRefused = false;
        throw new RetryableError('429', { retryAfter: '60' });
      }
    },
  });
  world.startWorker({ workflows: [workflow] });
  const startMs = world.clock.now();
  await startRuns(1, 'Tenant.run', () => ({ tenant: 'A' }));
  await world.until(() => !isRefused);
  await world.client.start('Tenant.run', { args: [{ tenant: 'A' }], id: 'second-of-a' });
  await world.client.start('Tenant.run', { args: [{ tenant: 'B' }], id: 'of-b' });
  await world.toEnd();
  expect(callsMs.get('B')![0]! - startMs).toBeLessThanOrEqual(5_000);
  const [, ...laterOfA] = callsMs.get('A')!;
  expect(laterOfA).toHaveLength(2);
  for (const atMs of laterOfA) expect(atMs - startMs).toBeGreaterThanOrEqual(60_000);
});

test('a throttle is no failure: the run keeps its attempts, and its retries ask again', async () => {
  world = await VirtualWorld.create();
  const calls: { atMs: number; attempt: number }[] = [];
  const policy = {
    retry: { attempts: 3, initial: '1s', jitter: 'none' },
    rateLimit: { name: 'declared', rule: { limit: 1, per: '1 minute' } },
  } as const;
  const workflow = scriptedWorkflow('Declared', [task({ policy })], {
    task: () => {
      calls.push({ atMs: world.clock.now(), attempt: activityContext().attempt });
      if (calls.length < 3) throw new Error('no');
    },
  });
  world.startWorker({ workflows: [workflow] });
  await startRuns(1, 'Declared.run');
  await world.toEnd();
  expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expectWithin(
    calls.map(({ atMs }) => atMs),
    1,
    60_000,
  );
});
