/** Calls of functions and of held objects, compiled and run by the worker. */
import { TestEnvironment } from 'hopline/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { Api, PatientApi, Poller, SlowPoller, World } from './lib/poller.ts';
import { Shop } from './workflows.ts';

let env: TestEnvironment | undefined;
afterEach(async () => {
  await env?.close();
  env = undefined;
});

const startTime = new Date('2026-03-01T00:00:00Z');
const day = 86_400_000;

async function environment(type: typeof Poller, isFactory: boolean): Promise<{ env: TestEnvironment; world: World }> {
  const world = new World();
  const make = () => new Shop(new type(new Api(world)), new Api(world), new PatientApi(world));
  const workflows = [isFactory ? { use: Shop, create: make } : make()];
  env = await TestEnvironment.create({ workflows, startTime });
  return { env, world };
}

describe.each([
  ['instance', false],
  ['factory, whose objects no worker knows before', true],
])('on what is held by an %s', (_of, isFactory) => {
  it.each([
    ['the method of its class', Poller, 0],
    ['an override of it, which calls the base', SlowPoller, 20 * day],
  ])('runs %s', async (_what, type, atLeastMs) => {
    const { env, world } = await environment(type, isFactory);
    const run = await env.client.start(Shop, 'order', { args: ['a'] });
    await expect(run.result()).resolves.toBe('a done');
    expect(world.calls).toEqual(['check a', 'check a', 'check a']);
    const tookMs = env.now().getTime() - startTime.getTime();
    expect(tookMs).toBeGreaterThanOrEqual(atLeastMs + 2 * 60_000);
    expect(tookMs).toBeLessThan(atLeastMs + day);
  });

  it('runs them side by side', async () => {
    const { env } = await environment(SlowPoller, isFactory);
    const run = await env.client.start(Shop, 'beside', { args: ['a', 'b'] });
    await expect(run.result()).resolves.toEqual(['a done', 'b done']);
    expect(env.now().getTime() - startTime.getTime()).toBeLessThan(21 * day);
  });

  it('tries as often as the object at hand says, where one function meets several', async () => {
    const { env, world } = await environment(Poller, isFactory);
    const run = await env.client.start(Shop, 'failing', { args: [] });
    await expect(run.result()).resolves.toEqual(['never works', 'never works either']);
    expect(world.calls.filter((call) => call === 'fail')).toHaveLength(2);
    expect(world.calls.filter((call) => call === 'fail patiently')).toHaveLength(4);
  });
});

it('runs a double without a machine as plain code', async () => {
  const world = new World();
  const double = { poll: async (id: string) => `${id} at once` } as Poller;
  env = await TestEnvironment.create({
    workflows: [new Shop(double, new Api(world), new Api(world))],
    startTime,
  });
  const run = await env.client.start(Shop, 'order', { args: ['a'] });
  await expect(run.result()).resolves.toBe('a at once');
});
