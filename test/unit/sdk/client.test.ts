import {
  CreateQueueCommand,
  ReceiveMessageCommand,
  type Message,
  type ReceiveMessageResult,
} from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from 'vitest';
import { Client, HoplineError, workflow, activity, type SigningOptions, type StartOptions } from 'hopline';
import { EmbeddedSqs } from 'hopline/embedded-sqs';
import type { Envelope } from '../../../runtime/protocol/envelope.ts';
import { defineMachine, type Frame, type Machine } from '../../../runtime/protocol/machine.ts';
import { decodeValue } from '../../../runtime/protocol/values/decode-value.ts';
import { isSignedBy } from '../../../sdk/message-signature.ts';

class Dunning {
  @workflow({ fairnessKey: (invoice: string) => invoice })
  async collect(invoice: string, days?: unknown): Promise<string> {
    return `${invoice} ${String(days)}`;
  }
  @workflow({ name: 'renamed' }) async other(): Promise<void> {}
  @workflow({ retired: true }) async old(): Promise<void> {}
  @activity() async charge(): Promise<void> {}
  @workflow() async uncompiled(): Promise<void> {}
  async helper(): Promise<void> {}
}
class Inherits extends Dunning {}
class Compiled extends Dunning {
  @workflow() async more(): Promise<void> {}
}

/** As compiled code declares it. Starting needs the names only, so it never runs. */
function machine(method: string, isWorkflow: boolean): Machine {
  return {
    format: 1,
    name: `Dunning.${method}`,
    method,
    hash: 'h',
    file: 'dunning.ts',
    workflow: isWorkflow,
    states: {},
    repeatableAfterStart: true,
    inlineAfterStart: false,
    run: () => ({ kind: 'return', value: undefined, repeatable: true }),
  };
}
for (const method of ['collect', 'other', 'old']) defineMachine(Dunning, 'Dunning', machine(method, true));
defineMachine(Dunning, 'Dunning', machine('helper', false));
defineMachine(Compiled, 'Compiled', { ...machine('more', true), name: 'Compiled.more' });

const sqs = new EmbeddedSqs({ seed: 1 });
let sent: object[] = [];
/** Sends through, and keeps count: a refusal must come before any send. */
const counting = {
  send: (command: object): Promise<unknown> => {
    sent.push(command);
    return sqs.send(command);
  },
};
let queueUrl: string;
let queues = 0;

async function createQueue(name: string): Promise<string> {
  return ((await sqs.send(new CreateQueueCommand({ QueueName: name }))) as { QueueUrl: string }).QueueUrl;
}
beforeEach(async () => {
  queueUrl = await createQueue(`client-${queues++}`);
  sent = [];
});

const newClient = (signing?: SigningOptions) => new Client({ sqs: counting, queueUrl, ...(signing && { signing }) });

async function receive(url = queueUrl): Promise<{ message: Message; envelope: Envelope; frames: Frame[] }> {
  const { Messages: messages = [] } = (await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url, MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All'] }),
  )) as ReceiveMessageResult;
  const envelope = JSON.parse(messages[0]!.Body!) as Envelope;
  return { message: messages[0]!, envelope, frames: decodeValue(envelope.frames) as Frame[] };
}

async function refusal(work: Promise<unknown>): Promise<HoplineError> {
  const settled = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (HoplineError.is(settled)) return settled;
  throw new Error('not refused', { cause: settled });
}

describe('start', () => {
  it('sends one message that holds the run at its start, with its routing facts as attributes', async () => {
    const run = await newClient().start(Dunning, 'collect', { args: ['invoice-1', new Map([['a', 1n]])], id: 'run-1' });
    expect(run.id).toBe('run-1');
    expect(sent).toHaveLength(1);
    const { message, envelope, frames } = await receive();
    expect(envelope).toMatchObject({
      hopline: 1,
      workflow: 'Dunning.collect',
      run: 'run-1',
      epoch: 0,
      hop: 0,
      visit: 0,
      home: queueUrl,
      fairnessKey: 'invoice-1',
      renewals: 0,
    });
    expect(envelope.incarnation).toMatch(/^[0-9a-f-]{36}$/);
    expect(envelope.wait).toBeUndefined();
    expect(frames).toEqual([
      { machine: 'Dunning.collect', state: 'start', hash: '', locals: { args: ['invoice-1', new Map([['a', 1n]])] } },
    ]);
    const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, { StringValue }]) => [
      name,
      StringValue,
    ]);
    expect(Object.fromEntries(attributes)).toEqual({ 'hopline.run': 'run-1', 'hopline.workflow': 'Dunning.collect' });
  });

  it('by name sends the same as by class, but for what only the class knows', async () => {
    await newClient().start<Dunning, 'collect'>('Dunning.collect', { args: ['i'], id: 'r' });
    const { envelope, frames } = await receive();
    expect(envelope).toMatchObject({ workflow: 'Dunning.collect', run: 'r', hop: 0 });
    expect(frames[0]).toMatchObject({ machine: 'Dunning.collect', locals: { args: ['i'] } });
  });

  it("takes the decorator's name, also through a subclass", async () => {
    await newClient().start(Inherits, 'other', { args: [] });
    expect((await receive()).envelope.workflow).toBe('renamed');
  });

  it('names an inherited workflow after the class that is started, as a worker registers it', async () => {
    await newClient().start(Compiled, 'collect', { args: ['i'] });
    expect((await receive()).envelope.workflow).toBe('Compiled.collect');
    const error = await refusal(newClient().start(Inherits, 'collect', { args: ['i'] }));
    expect(error).toMatchObject({
      code: 'NOT_COMPILED',
      message: expect.stringContaining('Class Inherits inherits') as string,
    });
  });

  it('makes an id where none is given, another for each run', async () => {
    const [a, b] = [
      await newClient().start(Dunning, 'other', { args: [] }),
      await newClient().start(Dunning, 'other', { args: [] }),
    ];
    expect(a.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(b.id).not.toBe(a.id);
  });

  it.each([
    ['1.5s', 1_500, 2],
    ['2h', 7_200_000, 900],
    [0, undefined, 0],
  ] as const)('delays by %s: the wait is whole, the first hop legal', async (delay, durationMs, delaySeconds) => {
    await newClient().start(Dunning, 'other', { args: [], delay });
    expect(sent).toMatchObject([{ input: { DelaySeconds: delaySeconds } }]);
    const body = (sent[0] as { input: { MessageBody: string } }).input.MessageBody;
    expect((JSON.parse(body) as Envelope).wait).toEqual(durationMs === undefined ? undefined : { durationMs });
  });

  it.each(['x', 'a/b', '🚀', 'ünï', ' padded ', 'x'.repeat(128), '🚀'.repeat(128)])(
    'takes the odd id %s',
    async (id) => {
      expect((await newClient().start(Dunning, 'other', { args: [], id })).id).toBe(id);
      expect((await receive()).envelope.run).toBe(id);
    },
  );

  it.each(['', ' ', '\u3000', 'x'.repeat(129), 'a\u0000', 'a\nb', '\ud800', 'a\uffff', 5, null])(
    'refuses the id %j before any send, naming id',
    async (id) => {
      const error = await refusal(newClient().start(Dunning, 'other', { args: [], id: id as string }));
      expect(error.code).toBe('INVALID_ID');
      expect(error.message).toMatch(/^id is /);
      expect(sent).toEqual([]);
    },
  );

  it('carries every text unchanged, whatever SQS would refuse in it', async () => {
    const text = '\u0000\u0007\u000b\ud800\udc00 \ud800 \uffff \ufffe 🚀 \r\n 漢';
    await newClient().start(Dunning, 'collect', { args: ['i', { [text]: text, ['__proto__' as string]: 1 }] });
    const { args } = (await receive()).frames[0]!.locals as { args: [string, Record<string, string>] };
    expect(args[1][text]).toBe(text);
  });

  it('makes a legal group of every fairness key, one for one', async () => {
    await newClient().start(Dunning, 'collect', { args: ['tenant ünï'] });
    const { envelope, message } = await receive();
    expect(envelope.fairnessKey).toMatch(/^[0-9a-f]{64}$/);
    expect(message.Attributes?.MessageGroupId).toBe(envelope.fairnessKey);
  });

  it('sends to the queue of another name', async () => {
    const other = await createQueue('client-other');
    await newClient().start(Dunning, 'other', { args: [], queue: 'client-other' });
    const { envelope } = await receive(other);
    expect(new URL(envelope.home!).pathname).toBe(new URL(other).pathname);
    const error = await refusal(newClient().start(Dunning, 'other', { args: [], queue: 'missing' }));
    expect(error.message).toContain("start({ queue: 'missing' })");
  });

  it('says what SQS refused, and keeps its error', async () => {
    const client = new Client({ sqs, queueUrl: queueUrl.replace(/client-\d+/, 'gone') });
    const error = await refusal(client.start(Dunning, 'other', { args: [], id: 'r' }));
    expect(error).toMatchObject({ code: 'SQS_REFUSED', cause: { name: 'QueueDoesNotExist' } });
    expect(error.message).toContain("Run 'r' of renamed was not started");
  });

  const start = (method: string, options: object) => () =>
    (newClient() as unknown as { start(...args: unknown[]): Promise<unknown> }).start(Dunning, method, options);
  it.each([
    [
      'a method that was not compiled',
      start('uncompiled', { args: [] }),
      'NOT_COMPILED',
      'Dunning.uncompiled was not compiled',
    ],
    ['a retired workflow', start('old', { args: [] }), 'INVALID_ARGUMENT', "'Dunning.old' is retired"],
    ['an activity', start('charge', { args: [] }), 'INVALID_ARGUMENT', 'Dunning.charge is not decorated @workflow()'],
    ['a compiled helper', start('helper', { args: [] }), 'INVALID_ARGUMENT', 'Dunning.helper is no workflow'],
    ['a method that is not there', start('colect', { args: [] }), 'INVALID_ARGUMENT', 'Dunning.colect does not exist'],
    [
      'an argument that cannot travel',
      start('collect', { args: ['i', { a: [() => 1] }] }),
      'UNSERIALISABLE',
      'args[1].a[0] is a function',
    ],
    ['arguments that are no list', start('collect', { args: 'i' }), 'INVALID_OPTION', "args is 'i'"],
    [
      'a misspelt option',
      start('collect', { args: ['i'], dealy: 1 }),
      'INVALID_OPTION',
      "no option 'dealy'. Did you mean delay?",
    ],
    ['a negative delay', start('collect', { args: ['i'], delay: -1 }), 'INVALID_DURATION', 'delay is -1'],
    [
      'an empty fairness key',
      start('collect', { args: [''] }),
      'INVALID_OPTION',
      "fairnessKey of workflow 'Dunning.collect' gave ''",
    ],
    [
      'a state too large',
      start('collect', { args: ['i', 'ü'.repeat(600_000)] }),
      'STATE_TOO_LARGE',
      'SQS carries 1,048,576',
    ],
    ['onConflict', start('collect', { args: ['i'], onConflict: 'fail' }), 'NEEDS_STORE', 'start({ onConflict })'],
    ['attributes', start('collect', { args: ['i'], attributes: {} }), 'NEEDS_STORE', 'start({ attributes })'],
  ])('refuses %s before any send', async (_what, begin, code, words) => {
    const error = await refusal(begin());
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
    expect(sent).toEqual([]);
  });

  it('just fits where the limit is, counted in bytes and with the attributes', async () => {
    const overhead = (await bytesOfStart('xx')) - 2;
    const fits = 'x'.repeat(1_048_576 - overhead);
    expect(await bytesOfStart(fits)).toBe(1_048_576);
    const options: StartOptions<[string, string]> = { args: ['i', `${fits}x`], id: 'r' };
    const error = await refusal(newClient().start(Dunning, 'collect', options));
    expect(error.code).toBe('STATE_TOO_LARGE');
    expect(error.message).toContain('1,048,577 bytes');
  });

  async function bytesOfStart(text: string): Promise<number> {
    sent = [];
    await newClient().start(Dunning, 'collect', { args: ['i', text], id: 'r' });
    const { input } = sent[0] as {
      input: { MessageBody: string; MessageAttributes: Record<string, { StringValue: string }> };
    };
    const attributes = Object.entries(input.MessageAttributes).map(
      ([name, value]) => `${name}String${value.StringValue}`,
    );
    return Buffer.byteLength(input.MessageBody + attributes.join(''));
  }
});

describe('signing', () => {
  const keys = [
    { id: 'new', secret: 's'.repeat(32) },
    { id: 'old', secret: new Uint8Array(32).fill(7) },
  ];

  it('signs a start with the first key; any other fact or key makes it invalid', async () => {
    await newClient({ keys }).start(Dunning, 'other', { args: [], id: 'r' });
    const { message, envelope } = await receive();
    const signature = message.MessageAttributes!['hopline.signature']!.StringValue!;
    const facts = { body: message.Body!, run: envelope.run, hop: envelope.hop, queueUrl };
    expect(signature).toMatch(/^new:/);
    expect(isSignedBy({ keys }, facts, signature)).toBe(true);
    expect(isSignedBy({ keys: [...keys].reverse() }, facts, signature)).toBe(true);
    expect(isSignedBy({ keys: keys.slice(1) }, facts, signature)).toBe(false);
    expect(isSignedBy({ keys }, { ...facts, body: `${facts.body} ` }, signature)).toBe(false);
    expect(isSignedBy({ keys }, { ...facts, run: 'r2' }, signature)).toBe(false);
    expect(isSignedBy({ keys }, { ...facts, hop: 1 }, signature)).toBe(false);
    expect(isSignedBy({ keys }, { ...facts, queueUrl: `${queueUrl}2` }, signature)).toBe(false);
    expect(
      isSignedBy({ keys }, { ...facts, queueUrl: queueUrl.replace(/^http:..[^/]*/, 'https://other') }, signature),
    ).toBe(true);
    for (const wrong of ['', 'new', 'new:', 'new:AAAA', `old:${signature.slice(4)}`, `${signature}x`.slice(0, -2)])
      expect(isSignedBy({ keys }, facts, wrong)).toBe(false);
  });

  it.each([
    [{ keys: [] }, 'keys is []'],
    [{ keys: [{ id: 'a', secret: 'short' }] }, "secret is '5 bytes'"],
    [{ keys: [keys[0]!, keys[0]!] }, "id is 'new'"],
    [{ keys, allowUnsigned: true }, "no option 'allowUnsigned'"],
  ])('refuses keys that could not sign: case %#', (signing, words) => {
    const make = () => newClient(signing);
    expect(make).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION', message: expect.stringContaining(words) as string }) as Error,
    );
    expect(make).not.toThrow(/short/);
  });
});

describe('without a store', () => {
  it('a handle tells nobody anything, and says why, without a call', async () => {
    const run = newClient().handle('r');
    const calls = [run.result(), run.describe(), run.signal({ name: 's' } as never, 1), run.cancel(), run.terminate()];
    for (const call of [...calls, newClient().list()]) {
      const error = await refusal(call);
      expect(error.code).toBe('NEEDS_STORE');
    }
    expect((await refusal(newClient().handle('r').result())).message).toContain('TestEnvironment');
    expect(sent).toEqual([]);
    expect(() => newClient().handle(' ')).toThrow(/id is ' '/);
  });

  it('a store is refused, as it would be ignored', () => {
    const store = { kind: 'memory', close: async () => {} };
    expect(() => new Client({ sqs, queueUrl, store })).toThrow(/this version of Hopline has no store/);
  });

  it.each([
    [{ queueUrl: 'https://x/1/q' }, 'sqs is undefined'],
    [{ sqs: counting, queueUrl: 'orders' }, "queueUrl is 'orders'"],
    [{ sqs: counting, queueURL: 'https://x/1/q' }, 'Did you mean queueUrl?'],
  ])('refuses options that cannot work: case %#', (options, words) => {
    expect(() => new Client(options as never)).toThrow(words);
  });
});
