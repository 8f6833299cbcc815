/**
 * The same chain over HTTP, on an SQS of somebody else in a process of its own. Rounds are interleaved and the median
 * counts, because the machine has other work, too. A step is one message handled: received, worked on, its successor sent,
 * deleted. Every request of the SDK is counted, polls that brought nothing included.
 */
import { fork } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { startRuns, workOff } from './chain-worker.mjs';
import { measured, median } from './figures.mjs';
import { consumerLoop, seedChains, tightLoop } from './rivals.mjs';

const size = { runs: Number(process.env.RUNS ?? 500), steps: 10 };
const rounds = 3;
/** SQS takes 5–20 ms for a request; a server on the same machine takes one and makes all a race of processors. */
const distant = { runs: 200, steps: 10, lagMs: 10 };
const stepsOf = ({ runs, steps }) => runs * steps;
const hand = 'hand-written loop';
/** Polls side by side, of ten messages each. */
const parallel = 4;

const contestants = {
  [hand]: async (sqs, queueUrl, { total }) => {
    const loop = await tightLoop(sqs, queueUrl, { total, parallel });
    return { end: loop.end, stop: loop.stop };
  },
  worker: async (sqs, queueUrl, { runs, Chain }) => {
    const options = { runs, concurrency: parallel * 10 };
    let stop;
    const end = workOff(sqs, queueUrl, Chain, options).then((worker) => (stop = worker.stop));
    return { end, stop: () => stop() };
  },
  'sqs-consumer, handler of batches': (sqs, queueUrl, { total }) =>
    consumerLoop(sqs, queueUrl, { total, parallel, byBatch: true }),
  'sqs-consumer, handler of messages': (sqs, queueUrl, { total }) =>
    consumerLoop(sqs, queueUrl, { total, parallel, byBatch: false }),
};

export async function benchHttp(report, Chain) {
  report.section(
    `Over HTTP to fauxqs: ${size.runs} runs × ${size.steps} steps, ${parallel} polls of 10, median of ${rounds} interleaved rounds after a warm one`,
  );
  const server = await startServer();
  try {
    tell(report, await interleaved(Object.keys(contestants), { port: server.port, Chain, ...size }));
    tellDistant(report, await interleaved([hand, 'worker'], { port: server.port, Chain, ...distant }));
  } finally {
    server.stop();
  }
}

/** Figures of each round, by contestant; the first round warms. */
async function interleaved(names, conditions) {
  const results = new Map(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const figures = await roundOf(name, conditions);
      if (round > 0) results.get(name).push(figures);
    }
  }
  return results;
}

const ratioToHand = (results) =>
  median(results.get('worker').map((ours, index) => results.get(hand)[index].seconds / ours.seconds));

function tellDistant(report, results) {
  const rate = (name) => (stepsOf(distant) / median(results.get(name).map(({ seconds }) => seconds))).toFixed(0);
  report.note(
    `with ${distant.lagMs} ms more a request: worker / hand-written loop`,
    `${ratioToHand(results).toFixed(2)} (${rate('worker')} and ${rate(hand)} steps/s)`,
  );
}

function tell(report, results) {
  const total = stepsOf(size);
  const of = (name, key) => median(results.get(name).map((each) => each[key]));
  report.figure('worker / hand-written loop, steps per second', ratioToHand(results), ['>=', 0.95]);
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

async function roundOf(name, { port, Chain, runs, steps, lagMs = 0 }) {
  const { sqs, calls } = countingClient(port);
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `bench-${(queues += 1)}` }));
  if (name === 'worker') await startRuns(sqs, QueueUrl, Chain, { runs, steps });
  else await seedChains(sqs, QueueUrl, { runs, steps });
  if (lagMs > 0) delayRequests(sqs, lagMs);
  calls.count = 0;
  let counted = 0;
  const { result, ...figures } = await measured(async () => {
    const contestant = await contestants[name](sqs, QueueUrl, { runs, total: runs * steps, Chain });
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

function delayRequests(sqs, lagMs) {
  const delaying = (next) => async (request) => {
    await setTimeout(lagMs);
    return next(request);
  };
  sqs.middlewareStack.add(delaying, { step: 'deserialize', priority: 'low', name: 'delaying' });
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
