/**
 * The same chain over HTTP, on an SQS of somebody else in a process of its own. Rounds are interleaved and the median
 * counts, because the machine has other work, too. A step is one message handled: received, worked on, its successor sent,
 * deleted. Every request of the SDK is counted, polls that brought nothing included.
 */
import { fork } from 'node:child_process';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { startRuns, workOff } from './chain-worker.mjs';
import { measured, median } from './figures.mjs';
import { consumerLoop, seedChains, tightLoop } from './rivals.mjs';

const size = { runs: Number(process.env.RUNS ?? 500), steps: 10 };
const total = size.runs * size.steps;
const rounds = 3;
/** Polls side by side, of ten messages each. */
const parallel = 4;

const contestants = {
  'hand-written loop': async (sqs, queueUrl) => {
    const loop = await tightLoop(sqs, queueUrl, { total, parallel });
    return { end: loop.end, stop: loop.stop };
  },
  worker: async (sqs, queueUrl, Chain) => {
    const options = { runs: size.runs, concurrency: parallel * 10 };
    let stop;
    const end = workOff(sqs, queueUrl, Chain, options).then((worker) => (stop = worker.stop));
    return { end, stop: () => stop() };
  },
  'sqs-consumer, handler of batches': (sqs, queueUrl) =>
    consumerLoop(sqs, queueUrl, { total, parallel, byBatch: true }),
  'sqs-consumer, handler of messages': (sqs, queueUrl) =>
    consumerLoop(sqs, queueUrl, { total, parallel, byBatch: false }),
};

export async function benchHttp(report, Chain) {
  report.section(
    `Over HTTP to fauxqs: ${size.runs} runs × ${size.steps} steps, ${parallel} polls of 10, median of ${rounds} interleaved rounds after a warm one`,
  );
  const server = await startServer();
  const results = new Map(Object.keys(contestants).map((name) => [name, []]));
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of Object.keys(contestants)) {
        const figures = await roundOf(name, server.port, Chain);
        if (round > 0) results.get(name).push(figures);
      }
    }
  } finally {
    server.stop();
  }
  tell(report, results);
}

function tell(report, results) {
  const of = (name, key) => median(results.get(name).map((each) => each[key]));
  const hand = 'hand-written loop';
  const ratios = results.get('worker').map((ours, index) => results.get(hand)[index].seconds / ours.seconds);
  report.figure('worker / hand-written loop, steps per second', median(ratios), ['>=', 0.95]);
  report.figure('worker, API calls per step', of('worker', 'calls') / total, ['<=', 0.32], '', 3);
  for (const name of results.keys()) {
    const rate = total / of(name, 'seconds');
    const micros = (of(name, 'cpuSeconds') / total) * 1e6;
    const calls = of(name, 'calls') / total;
    const text = `${rate.toFixed(0)} steps/s, ${calls.toFixed(3)} calls per step, ${micros.toFixed(0)} µs of this process per step`;
    report.note(name, text);
  }
  const [cpuRatio, consumerRatio] = [of(hand, 'cpuSeconds') / of('worker', 'cpuSeconds'), ratioTo(results)];
  report.note('hand-written loop / worker, processor time per step', cpuRatio.toFixed(2));
  report.note('worker / sqs-consumer with a handler of messages', consumerRatio.toFixed(2));
}

function ratioTo(results) {
  const others = results.get('sqs-consumer, handler of messages');
  return median(results.get('worker').map((ours, index) => others[index].seconds / ours.seconds));
}

async function roundOf(name, port, Chain) {
  const { sqs, calls } = countingClient(port);
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `bench-${(queues += 1)}` }));
  if (name === 'worker') await startRuns(sqs, QueueUrl, Chain, size);
  else await seedChains(sqs, QueueUrl, size);
  calls.count = 0;
  let counted = 0;
  const { result, ...figures } = await measured(async () => {
    const contestant = await contestants[name](sqs, QueueUrl, Chain);
    await contestant.end;
    counted = calls.count;
    return contestant;
  });
  await result.stop();
  sqs.destroy();
  return { ...figures, calls: counted };
}

let queues = 0;

function countingClient(port) {
  const sqs = new SQSClient({
    endpoint: `http://127.0.0.1:${port}`,
    useQueueUrlAsEndpoint: false,
    region: 'us-east-1',
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
    requestHandler: { httpAgent: { keepAlive: true, maxSockets: 64 } },
  });
  const calls = { count: 0 };
  const counting = (next) => (request) => {
    calls.count += 1;
    return next(request);
  };
  sqs.middlewareStack.add(counting, { step: 'initialize', name: 'counting' });
  return { sqs, calls };
}

async function startServer() {
  const server = fork(new URL('./fauxqs-server.mjs', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const port = await new Promise((resolve, reject) => {
    server.once('message', resolve);
    server.once('exit', (code) => reject(new Error(`fauxqs ended with ${code}.`)));
  });
  return { port, stop: () => server.kill() };
}
