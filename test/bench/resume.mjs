/**
 * From the body of a message to the workflow's next suspension: what a fresh process has to do before it can go on. Reads
 * our internals, because no public call does only this.
 */
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { EmbeddedSqs } from 'hopline/embedded-sqs';
import { advance } from '../../dist/runtime/engine/advance.js';
import { registerWorkflows } from '../../dist/runtime/loop/workflow-registry.js';
import { decodeBody } from '../../dist/runtime/protocol/body.js';
import { decodeFrames } from '../../dist/runtime/protocol/frames.js';
import { decodeValue } from '../../dist/runtime/protocol/values/decode-value.js';
import { startRuns, workOff } from './chain-worker.mjs';
import { percentile } from './figures.mjs';

const steps = 10_010;
const times = 2_000;

export async function benchResume(report, Chain) {
  report.section('Decoding a message and resuming its run, up to the next suspension');
  const bodies = await bodiesOf(Chain);
  const [early, late] = [bodies[9], bodies[9_999]];
  const registered = registerWorkflows([new Chain()])['Chain.run'];
  const self = new Chain();
  for (const body of [early, late]) measure(registered, self, body, times);
  const [first, last] = [early, late].map((body) => measure(registered, self, body, times));
  report.figure('at step 10,000, median', percentile(last, 50), ['<=', 1], ' ms', 4);
  report.note(
    'at step 10,000, 99 % and slowest',
    `${percentile(last, 99).toFixed(4)} ms, ${Math.max(...last).toFixed(3)} ms`,
  );
  report.note('at step 10, median', `${percentile(first, 50).toFixed(4)} ms`);
  report.note('bytes of the body at step 10, at step 10,000', `${early.length}, ${late.length}`);
  report.note('cold, the first time in this process, at step 10,000', `${(await coldMs(late)).toFixed(3)} ms`);
}

/** The bodies that were sent, in order: the n-th stands at the step after n. */
async function bodiesOf(Chain) {
  const sqs = new EmbeddedSqs();
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'resume' }));
  const bodies = [];
  sqs.onRequest = ({ action, input }) => {
    if (action === 'SendMessageBatch') bodies.push(...input.Entries.map(({ MessageBody }) => MessageBody));
  };
  await startRuns(sqs, QueueUrl, Chain, { runs: 1, steps });
  bodies.length = 0;
  const { stop } = await workOff(sqs, QueueUrl, Chain, { runs: 1, concurrency: 1 });
  await stop();
  return bodies;
}

function measure(registered, self, body, count) {
  return Array.from({ length: count }, () => {
    const startedMs = performance.now();
    resumed(registered, self, body);
    return performance.now() - startedMs;
  });
}

function resumed(registered, self, body) {
  const read = decodeBody(body);
  if (!read.ok) throw new Error(read.detail);
  const frames = decodeFrames(read.envelope.frames);
  const [index] = decodeValue(read.envelope.call.args);
  const stop = advance(registered.machines, self, frames, { kind: 'value', value: index });
  if (stop.kind !== 'suspend' || stop.args[0] !== index + 1)
    throw new Error(`It stopped elsewhere: ${JSON.stringify(stop)}`);
}

/** In a process that has done nothing yet: code still to be compiled by V8, nothing cached. */
async function coldMs(body) {
  const { execFileSync } = await import('node:child_process');
  const script = new URL('./resume-cold.mjs', import.meta.url);
  return Number(execFileSync(process.execPath, [script.pathname], { input: body, encoding: 'utf8' }));
}

export { resumed };
