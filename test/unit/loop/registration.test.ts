import { activity, defineRateLimit, workflow } from 'hopline';
import { Worker } from 'hopline/worker';
import { describe, expect, test } from 'vitest';
import { EmbeddedSqs } from '../../../runtime/embedded-sqs/index.ts';
import { registerWorkflows } from '../../../runtime/loop/workflow-registry.ts';
import { defineMachine } from '../../../runtime/protocol/machine.ts';
import { Dunning, type Bank } from '../../support/dunning-machine.ts';
import { scriptedMachine, scriptedWorkflow, type ScriptedStep } from '../../support/scripted-machine.ts';

const bank = {} as Bank;
const task: ScriptedStep = { state: 'task', operation: 'activity' };

class Base {
  @workflow({ maxHopsPerHour: 7 })
  async run(): Promise<void> {}

  @activity({ timeout: '7s' })
  async task(): Promise<void> {}
}
defineMachine(Base, 'Base', scriptedMachine('Base.run', [task]));

function refusal(make: () => unknown): { code: string; message: string } {
  try {
    make();
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error('Nothing was refused.');
}

describe('registering workflows', () => {
  test('takes instances, named as the compiler wrote them', () => {
    const table = registerWorkflows([new Dunning(bank)]);
    expect(Object.keys(table)).toEqual(['Dunning.collect']);
    expect(Object.getPrototypeOf(table)).toBeNull();
    expect(table['Dunning.collect']!.instanceFor({ id: '', workflow: '' })).toBeInstanceOf(Dunning);
  });

  test('takes a class with a factory, called for each run', async () => {
    const table = registerWorkflows([
      { use: Dunning, create: async ({ id }) => Object.assign(new Dunning(bank), { id }) },
    ]);
    const made = await table['Dunning.collect']!.instanceFor({ id: 'r1', workflow: 'Dunning.collect' });
    expect(made).toMatchObject({ id: 'r1' });
  });

  test('names an inherited workflow after the class that is registered', () => {
    class Derived extends Base {
      async other(): Promise<void> {}
    }
    defineMachine(Derived, 'Derived', scriptedMachine('Derived.other', []));
    const table = registerWorkflows([new Derived(), new Base()]);
    expect(Object.keys(table).sort()).toEqual(['Base.run', 'Derived.other', 'Derived.run']);
    expect(table['Derived.run']!.machine.name).toBe('Base.run');
    expect(table['Derived.run']!.options.maxHopsPerHour).toBe(7);
  });

  test('refuses an inherited workflow whose class has no written name', () => {
    class Uncompiled extends Base {}
    expect(refusal(() => registerWorkflows([new Uncompiled()]))).toMatchObject({
      code: 'NO_WORKFLOWS',
      message: expect.stringContaining('Uncompiled'),
    });
  });

  test('refuses an override that is no workflow itself', () => {
    class Overriding extends Base {
      override async run(): Promise<void> {}
    }
    defineMachine(Overriding, 'Overriding', scriptedMachine('Overriding.other', []));
    expect(refusal(() => registerWorkflows([new Overriding()])).message).toContain(
      'Overriding.run overrides workflow Base.run',
    );
  });

  test('lets an override that is compiled take the place of its base', () => {
    class Better extends Base {
      override async run(): Promise<void> {}
    }
    defineMachine(Better, 'Better', scriptedMachine('Better.run', []));
    expect(registerWorkflows([new Better()])['Better.run']!.machine.name).toBe('Better.run');
  });

  test('refuses one name twice, naming both', () => {
    const twice = scriptedWorkflow('Dunning', []);
    const { code, message } = refusal(() => registerWorkflows([scriptedWorkflow('Dunning', []), twice]));
    expect(code).toBe('DUPLICATE_WORKFLOW');
    expect(message).toContain("'Dunning.run'");
    expect(message.match(/Dunning\.run in /g)).toHaveLength(2);
  });

  test.each([[[]], [[{}]], [[new (class Plain {})()]], [[null as never]], [[{ use: 1, create: 2 }]]])(
    'refuses %j, saying how to compile',
    (entries) => {
      expect(refusal(() => registerWorkflows(entries)).code).toBe('NO_WORKFLOWS');
    },
  );

  test('refuses a machine of another format', () => {
    const type = class {};
    defineMachine(type, 'Old', { ...scriptedMachine('Old.run', []), format: 99 });
    expect(refusal(() => registerWorkflows([new type()]))).toMatchObject({
      code: 'INVALID_MACHINE',
      message: expect.stringContaining('99'),
    });
  });

  test('reads policies at once, so that a wrapper put around a method later does not hide its decorator', () => {
    const instance = new Base();
    const table = registerWorkflows([instance]);
    instance.task = () => Promise.resolve();
    const { activity: target } = table['Base.run']!.machine.states['task']!;
    expect(table['Base.run']!.policyOf({ self: instance, given: [] }, target!).timeoutMs).toBe(7_000);
    const fresh = registerWorkflows([new Base()]);
    expect(
      fresh['Base.run']!.policyOf({ self: Object.assign(new Base(), { task: () => undefined }), given: [] }, target!)
        .timeoutMs,
    ).toBe(7_000);
  });

  test('refuses a literal policy that is out of bounds, and what needs a store', () => {
    const withPolicy = (policy: ScriptedStep['policy']) => () =>
      registerWorkflows([scriptedWorkflow('P', [{ ...task, policy: policy! }])]);
    expect(refusal(withPolicy({ retry: { factor: 0.5 } }))).toMatchObject({
      code: 'INVALID_RETRY_POLICY',
      message: expect.stringContaining('factor'),
    });
    expect(refusal(withPolicy({ timeout: 0 }))).toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('timeout'),
    });
    expect(refusal(withPolicy({ concurrency: { name: 'x', limit: 1 } })).code).toBe('NEEDS_STORE');
  });
});

describe('options of a worker', () => {
  const sqs = new EmbeddedSqs();
  const valid = { sqs, queueUrl: 'http://sqs.test/1/q', workflows: [new Base()] };

  test.each([
    [{ concurency: 5 }, "'concurency'"],
    [{ concurrency: 0 }, 'concurrency'],
    [{ waitTimeSeconds: 21 }, 'waitTimeSeconds'],
    [{ bounceSecondsMax: 43_201 }, 'bounceSecondsMax'],
    [{ bounceSecondsMax: 1.5 }, 'bounceSecondsMax'],
    [{ queueUrl: 'orders' }, 'queueUrl'],
    [{ queueUrl: undefined }, 'queueUrl or queues'],
    [{ queues: [{ url: 'http://sqs.test/1/q' }] }, 'one of the two'],
    [{ queueUrl: undefined, queues: [] }, 'queues'],
    [{ queueUrl: undefined, queues: [{ url: 'http://sqs.test/1/q', wieght: 1 }] }, "'wieght'"],
    [{ queueUrl: undefined, queues: [{ url: 'http://sqs.test/1/q' }, { url: 'http://sqs.test/1/q' }] }, 'once'],
    [{ limits: 'global' }, 'limits'],
    [{ store: { kind: 'x', close: async () => {} } }, 'store'],
    [{ signing: { keys: [] } }, 'keys'],
  ])('%j is refused, naming it', (options, word) => {
    const { code, message } = refusal(() => new Worker({ ...valid, ...options } as never));
    expect(code).toBe('CONFIGURATION');
    expect(message).toContain(word);
  });

  test("limits: 'shared' needs a store, and so does a declared limit over more than ten minutes", () => {
    expect(refusal(() => new Worker({ ...valid, limits: 'shared' })).code).toBe('NEEDS_STORE');
    const hourly = defineRateLimit('registration-hourly', { limit: 5, per: '1h' });
    const workflows = [scriptedWorkflow('H', [{ ...task, policy: { rateLimit: hourly } }])];
    expect(refusal(() => new Worker({ ...valid, workflows }))).toMatchObject({
      code: 'LIMIT_NEEDS_STORE',
      message: expect.stringContaining('registration-hourly'),
    });
    expect(() => new Worker({ ...valid, workflows, limits: 'per-process' })).not.toThrow();
  });

  test('a policy that stands in the type of a service is checked like that of a decorator', () => {
    const policy = { retry: { attemps: 3 } } as never;
    const workflows = [scriptedWorkflow('P', [{ ...task, policy }])];
    expect(refusal(() => new Worker({ ...valid, workflows }))).toMatchObject({
      code: 'INVALID_RETRY_POLICY',
      message: "retry has no option 'attemps'. Did you mean attempts?",
    });
  });

  test('unknownFor is a duration', () => {
    expect(refusal(() => new Worker({ ...valid, unknownFor: -1 })).message).toContain('unknownFor');
  });
});
