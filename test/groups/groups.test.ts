/** Promise.all and its like over durable calls, from outside: against the same code as plain promises. */
import { StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { TestEnvironment } from 'hopline/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { Groups, World } from './workflows.ts';

let env: TestEnvironment | undefined;
afterEach(async () => {
  await env?.close();
  env = undefined;
});

const start = new Date('2026-03-01T00:00:00Z');

async function world(): Promise<{ env: TestEnvironment; seen: World }> {
  const seen = new World();
  env = await TestEnvironment.create({ workflows: [new Groups(seen)], startTime: start });
  return { env, seen };
}

type Method = 'all' | 'settled' | 'rejected' | 'raced' | 'nested' | 'many' | 'shared' | 'lifted' | 'limited' | 'chosen';

describe('a group does what plain promises do', () => {
  const programs: [Method, ...unknown[]][] = [
    ['all', ['x', 'y', 'z']],
    ['settled', ['x', 'y']],
    ['settled', ['x']],
    ['rejected'],
    ['raced'],
    ['nested', ['p', 'q']],
    ['many', 0],
    ['many', 37],
    ['shared'],
    ['lifted', ['a', 'b', 'c']],
    ['limited', 5],
    ['chosen', ['echo', 'refuse']],
  ];
  it.each(programs)('%s(%j)', async (method, ...args) => {
    const { env, seen } = await world();
    const run = await env.client.start(Groups, method, { args } as never);
    const compiled = await run.result();
    const calls = seen.calls.map(({ name, input }) => JSON.stringify([name, input]));
    const plainWorld = new World();
    const written = new Groups(plainWorld) as unknown as Record<Method, (...given: unknown[]) => Promise<unknown>>;
    const plain = await env.plain(() => written[method](...args));
    expect(compiled).toEqual(plain);
    // Losers of a race go on in plain code; here they are told to stop.
    if (method === 'raced') return;
    expect(calls.sort()).toEqual(plainWorld.calls.map(({ name, input }) => JSON.stringify([name, input])).sort());
  });
});

describe('side by side', () => {
  it('runs ten at once and no more, and 1,000 branches come to an end', async () => {
    const { env, seen } = await world();
    const run = await env.client.start(Groups, 'many', { args: [1_000] });
    await expect(run.result()).resolves.toBe(499_500);
    expect(seen.runningMost).toBe(10);
    expect(seen.calls).toHaveLength(1_000);
    expect(new Set(seen.calls.map(({ key }) => key)).size).toBe(1_000);
  });

  it('keeps the retries of each branch for itself, and waits for the earliest', async () => {
    const { env, seen } = await world();
    const run = await env.client.start(Groups, 'retried', { args: [] });
    await expect(run.result()).resolves.toEqual(['f after 4', 'g after 2', 'once', 't1, t2']);
    const attemptsOf = (input: string) => seen.calls.filter((call) => call.input === input);
    expect(attemptsOf('f').map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
    expect(attemptsOf('g').map(({ attempt }) => attempt)).toEqual([1, 2]);
    for (const once of ['once', 't1', 't2']) expect(attemptsOf(once)).toHaveLength(1);
    expect(new Set(attemptsOf('f').map(({ key }) => key)).size).toBe(1);
    // 1 + 5 + 60 minutes of waits; the other branches waited for nobody.
    expect(env.now().getTime() - start.getTime()).toBeLessThan(67 * 60_000);
  });

  it('tells the losers of a race to stop, and leaves no message behind', async () => {
    const { env, seen } = await world();
    const run = await env.client.start(Groups, 'timedOut', { args: [] });
    await expect(run.result()).resolves.toBe('timed out');
    // The activity alone would have gone on for the two hours of its own timeout.
    expect(env.now().getTime() - start.getTime()).toBeLessThan(22 * 60_000);
    expect(seen.aborted).toEqual(['slow']);
    const endedAt = env.now();
    await env.runToEnd();
    expect(env.now()).toEqual(endedAt);
  });

  it('pauses where nobody catches, and a redrive runs only what failed', async () => {
    const { env, seen } = await world();
    const run = await env.client.start(Groups, 'uncaught', { args: [] });
    await expect(run.result()).rejects.toThrow(/paused.*not refused/);
    expect(seen.calls.map(({ name }) => name).sort()).toEqual(['echo', 'refuse']);
    seen.isMended = true;
    const arnOf = (url: string) => `arn:aws:sqs:us-east-1:000000000000:${url.split('/').pop()!}`;
    const [SourceArn, DestinationArn] = [arnOf(env.deadLetterQueueUrl), arnOf(env.queueUrl)];
    await env.queue.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }));
    await env.advance('1 minute');
    expect(seen.calls.map(({ name }) => name).sort()).toEqual(['echo', 'refuse', 'refuse']);
    expect(env.timeline(run.id).at(-1)).toMatchObject({ kind: 'result', value: ['kept', 'not'] });
  });

  it('names the group where its results are too large for the queue', async () => {
    const { env } = await world();
    const run = await env.client.start(Groups, 'large', { args: [1_100] });
    const error = await run.result().catch((each: unknown) => each as Error & { cause: Error });
    expect(String((error as Error & { cause: Error }).cause.message)).toMatch(
      /The state of workflow Groups\.large at 'all' makes a message of .* bytes; this queue carries 1,048,576\. The largest variable is the list of 1100 branches at 'all': /,
    );
  });

  it('throws what cannot travel at the await of the group, naming the variable of the branch', async () => {
    const { env } = await world();
    const run = await env.client.start(Groups, 'unfit', { args: [] });
    await expect(run.result()).resolves.toMatch(
      /Variable value of Groups\.keep is needed after its suspension 'sleep', but value is a symbol/,
    );
  });
});
