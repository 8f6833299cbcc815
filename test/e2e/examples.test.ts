/**
 * The examples by the built command, as users run them: on the embedded queue, and over HTTP on two servers that others
 * wrote. What they come to is the same.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GetQueueAttributesCommand, GetQueueUrlCommand } from '@aws-sdk/client-sqs';
import type { RunEvent } from 'hopline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SqsServer, startFauxqs, startLocalAwsSqs } from '../support/sqs-servers.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'hopline-e2e-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let server: SqsServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A terminal's and a test runner's variables would change what a command prints. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(CI|NO_COLOR|FORCE_COLOR|NODE_OPTIONS|VITEST.*|TEST|NODE_ENV)$/.test(name),
  ),
);

function execute(command: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: checkout, env, maxBuffer: 1 << 26 };
    execFile(command, [...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? ((error.code as unknown as number) ?? 1) : 0, stdout, stderr }),
    );
  });
}

/** What stands in dist may be older than the sources. */
beforeAll(async () => {
  const built = await execute(process.execPath, ['node_modules/typescript/bin/tsc', '-b']);
  expect(built).toMatchObject({ code: 0, stdout: '' });
}, 300_000);

interface Example {
  readonly folder: string;
  readonly method: string;
  readonly config: string;
  /** By run. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
}

const json = (path: string) => JSON.parse(readFileSync(join(checkout, path), 'utf8')) as Record<string, any>;
const invoices = json('examples/dunning/invoices.json');
const deliveries = json('examples/webhook-delivery/deliveries.json');

const examples: readonly Example[] = [
  {
    folder: 'examples/dunning',
    method: 'Dunning.collect',
    config: 'test/e2e/dunning.config.ts',
    input: invoices,
    values: {
      ada: { outcome: 'paid', day: 3, charges: 3, receipt: 'receipt-inv-1001' },
      grace: { outcome: 'newCardNeeded', day: 1, charges: 2 },
      linus: { outcome: 'paid', day: 1, charges: 2, receipt: 'receipt-inv-1003' },
      kei: { outcome: 'cancelled', day: 14, charges: 5 },
    },
  },
  {
    folder: 'examples/webhook-delivery',
    method: 'WebhookDelivery.deliver',
    config: 'test/e2e/webhook-delivery.config.ts',
    // Not the silent one, which takes 15 s, nor the dead one, which takes three days.
    input: Object.fromEntries(['order-1', 'order-2', 'order-4', 'order-5'].map((id) => [id, deliveries[id]])),
    values: {
      'order-1': { outcome: 'delivered', detail: 'status 200' },
      'order-2': { outcome: 'delivered', detail: 'status 202' },
      'order-4': { outcome: 'endpointGone', detail: 'the endpoint is gone (410)' },
      'order-5': { outcome: 'delivered', detail: 'status 200' },
    },
  },
  {
    folder: 'examples/partner-sync',
    method: 'PartnerSync.sync',
    config: 'examples/partner-sync/hopline.config.ts',
    input: { acme: 'acme-6', globex: 'globex-4', wayne: 'wayne-1' },
    values: {
      acme: { tenant: 'acme-6', pages: 6, rows: 600 },
      globex: { tenant: 'globex-4', pages: 4, rows: 400 },
      wayne: { tenant: 'wayne-1', pages: 1, rows: 100 },
    },
  },
];

/** Invoices whose payment failed just now: their days are to come. */
function inputOf({ folder, input }: Example): string {
  const now = new Date().toISOString();
  const dated = Object.entries(input).map(([id, invoice]) => [id, { ...(invoice as object), failedOn: now }] as const);
  const path = join(scratch, 'input.json');
  writeFileSync(path, JSON.stringify(folder.endsWith('dunning') ? Object.fromEntries(dated) : input));
  return path;
}

async function runExample(example: Example, place: readonly string[]): Promise<{ ended: Ended; events: RunEvent[] }> {
  const { folder, method, config } = example;
  const what = [`${folder}/workflow.ts`, method, '--config', config, '--each', `@${inputOf(example)}`, '--json'];
  const ended = await execute(process.execPath, ['dist/codegen/cli/main.js', 'run', ...what, ...place]);
  const events = ended.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunEvent);
  return { ended, events };
}

const valuesIn = (events: readonly RunEvent[]) =>
  Object.fromEntries(events.flatMap(({ kind, runId, value }) => (kind === 'result' ? [[runId, value] as const] : [])));

const places = {
  'the embedded queue': async () => undefined,
  'fauxqs over HTTP': startFauxqs,
  'local-aws-sqs over HTTP': startLocalAwsSqs,
} satisfies Record<string, () => Promise<SqsServer | undefined>>;

describe.each(examples)('$method', (example) => {
  it.each(Object.entries(places))('comes to the same on %s', async (_name, start) => {
    server = await start();
    const queue = example.method.replace('.', '-');
    const place = server ? ['--endpoint', server.endpoint, '--queue', queue] : [];
    const { ended, events } = await runExample(example, place);
    expect({ code: ended.code, values: valuesIn(events) }).toEqual({ code: 0, values: example.values });
    for (const { delaySeconds } of events.filter(({ kind }) => kind === 'hop' || kind === 'retry')) {
      expect(Number.isInteger(delaySeconds)).toBe(true);
      expect(delaySeconds).toBeGreaterThanOrEqual(0);
      expect(delaySeconds).toBeLessThanOrEqual(900);
    }
    if (server) await expectQueues(server, queue);
  });
});

/** Made with a dead-letter queue, and left empty. */
async function expectQueues({ client }: SqsServer, queue: string): Promise<void> {
  for (const name of [queue, `${queue}-dead-letters`]) {
    const { QueueUrl } = await client.send(new GetQueueUrlCommand({ QueueName: name }));
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: QueueUrl!, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '0',
      ApproximateNumberOfMessagesDelayed: '0',
    });
    if (name === queue) expect(Attributes!['RedrivePolicy']).toContain(`${queue}-dead-letters`);
  }
}

describe('npm start', () => {
  it('shows two weeks of dunning, readable without a terminal, and leaves nothing behind', async () => {
    const { scripts } = json('package.json') as { scripts: Record<string, string> };
    const [node, ...args] = scripts['start']!.split(' ');
    expect(node).toBe('node');
    const before = compiledFolders();
    const { code, stdout } = await execute(process.execPath, args);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "13d 17:00:00.000  kei    result      completed { outcome: 'cancelled', day: 14, charges: 5 }",
    );
    expect(stdout).toContain('mail to ada@example.com');
    expect(stdout).not.toContain('\u001b');
    expect(compiledFolders()).toEqual(before);
  });
});

function compiledFolders(): string[] {
  const cache = join(checkout, 'node_modules/.cache/hopline');
  return existsSync(cache) ? readdirSync(cache) : [];
}
