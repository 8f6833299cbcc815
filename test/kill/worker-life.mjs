/**
 * One life of a worker: works on the queue and is killed by SIGKILL at its n-th effect, before the call or after its reply.
 * Runs in a folder of its own that has `hopline` in its node_modules.
 */
import { appendFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { SQSClient } from '@aws-sdk/client-sqs';
import { Worker } from 'hopline/worker';

const [endpoint, queueUrl, compiled, log, results, killAt] = process.argv.slice(2);
const { ShortDunning } = await import(pathToFileURL(compiled).href);
const sqs = new SQSClient({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

let effects = 0;
const effect = () => {
  effects += 1;
  if (effects === Number(killAt)) process.kill(process.pid, 'SIGKILL');
};
sqs.middlewareStack.add(
  (next, context) => async (args) => {
    const isReceive = context.commandName === 'ReceiveMessageCommand';
    const isRead = context.commandName === 'GetQueueAttributesCommand' || context.commandName === 'GetQueueUrlCommand';
    if (!isReceive && !isRead) effect();
    const reply = await next(args);
    if (!isRead && (!isReceive || reply.output.Messages?.length)) effect();
    return reply;
  },
  { step: 'initialize', name: 'killer', priority: 'low' },
);

const worker = new Worker({
  sqs,
  queueUrl,
  workflows: [new ShortDunning(log)],
  concurrency: 10,
  waitTimeSeconds: 1,
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  onEvent(event) {
    if (event.kind === 'result')
      appendFileSync(results, `${JSON.stringify({ run: event.runId, status: event.status, value: event.value })}\n`);
  },
});
process.on('SIGTERM', () => void worker.stop());
await worker.run();
