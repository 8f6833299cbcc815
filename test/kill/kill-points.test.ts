/**
 * 200 kill points with real processes over a real server: a worker is killed (SIGKILL) at its n-th effect, another one goes
 * on. Every run completes with one result, and every duplicate of an activity call has the arguments of the first (G1, G4, G10).
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { Client } from 'hopline';
import { compile } from 'hopline/codegen';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFauxqs, type SqsServer } from '../support/sqs-servers.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const killPoints = 200;
const lifeMsMax = 20_000;

let folder: string;
let server: SqsServer;
let queueUrl: string;
let compiled: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hopline-kill-'));
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(repository, join(folder, 'node_modules/hopline'));
  symlinkSync(join(repository, 'node_modules/@aws-sdk'), join(folder, 'node_modules/@aws-sdk'));
  symlinkSync(join(repository, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { target: 'es2022', module: 'nodenext', strict: true, types: ['node'], skipLibCheck: true },
    }),
  );
  for (const file of ['dunning.workflow.ts', 'worker-life.mjs'])
    writeFileSync(join(folder, file), readFileSync(new URL(file, import.meta.url)));
  const result = await compile({
    files: [join(folder, 'dunning.workflow.ts')],
    cwd: folder,
    outDir: join(folder, 'out'),
    emit: true,
  });
  expect(result.diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  compiled = join(folder, 'out/dunning.workflow.js');
  server = await startFauxqs();
  queueUrl = await createQueue();
}, 120_000);

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function createQueue(): Promise<string> {
  const dead = await server.client.send(new CreateQueueCommand({ QueueName: 'dead' }));
  const arn = await server.client.send(
    new GetQueueAttributesCommand({ QueueUrl: dead.QueueUrl, AttributeNames: ['QueueArn'] }),
  );
  const redrive = { deadLetterTargetArn: arn.Attributes!.QueueArn, maxReceiveCount: 100 };
  const queue = await server.client.send(
    new CreateQueueCommand({
      QueueName: 'kill',
      Attributes: { VisibilityTimeout: '3', RedrivePolicy: JSON.stringify(redrive) },
    }),
  );
  return queue.QueueUrl!;
}

const path = (name: string): string => join(folder, name);

/** Resolves with the signal that ended it. */
function live(killAt: number, until?: () => boolean): Promise<NodeJS.Signals | null> {
  const args = [
    path('worker-life.mjs'),
    server.endpoint,
    queueUrl,
    compiled,
    path('calls.jsonl'),
    path('results.jsonl'),
    String(killAt),
  ];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  return new Promise((resolve) => {
    // A life that finds nothing more to do is ended from outside: that is a kill point too.
    const end = setTimeout(() => child.kill('SIGKILL'), until ? 240_000 : lifeMsMax);
    const look = until && setInterval(() => until() && child.kill('SIGTERM'), 200);
    child.on('exit', (_code, signal) => {
      clearTimeout(end);
      clearInterval(look);
      resolve(signal);
    });
  });
}

interface Line {
  run: string;
  key: string;
  args: unknown[];
  value: unknown;
  status: string;
}
function lines(name: string): Line[] {
  if (!existsSync(path(name))) return [];
  return readFileSync(path(name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
const completed = (): Set<string> => new Set(lines('results.jsonl').map((line) => line.run));

it(`completes every run when its worker is killed at ${killPoints} points`, async () => {
  const client = new Client({ sqs: server.client, queueUrl });
  const runs: string[] = [];
  // The control: a run whose message somebody takes away must be missed by the check below.
  const lost = await client.start('ShortDunning.collect', { args: ['lost'] as never, id: 'lost' });
  const taken = await server.client.send(new ReceiveMessageCommand({ QueueUrl: queueUrl }));
  await server.client.send(
    new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: taken.Messages![0]!.ReceiptHandle }),
  );

  let kills = 0;
  const lives = async (lane: number): Promise<void> => {
    for (let n = lane; n < killPoints; n += 2) {
      const id = `run-${n}`;
      await client.start('ShortDunning.collect', { args: [id] as never, id });
      runs.push(id);
      if ((await live(1 + (n % 23))) === 'SIGKILL') kills += 1;
    }
  };
  await Promise.all([lives(0), lives(1)]);
  expect(kills).toBe(killPoints);

  const waiting = (): string[] => runs.filter((id) => !completed().has(id));
  await live(Number.MAX_SAFE_INTEGER, () => waiting().length === 0);
  expect(waiting()).toEqual([]);
  expect([...completed()]).not.toContain(lost.id);

  for (const { run, value, status } of lines('results.jsonl')) {
    expect(status).toBe('completed');
    expect(value).toBe(`${run} paid at 2 after 3 mails`);
  }
  const first = new Map<string, string>();
  for (const { key, args } of lines('calls.jsonl')) {
    const known = first.get(key) ?? JSON.stringify(args);
    first.set(key, known);
    expect(JSON.stringify(args)).toBe(known);
  }
  // Six calls a run, each with a key of its own: nothing forked into another path.
  expect(first.size).toBe(runs.length * 6);
}, 900_000);
