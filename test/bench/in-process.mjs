/** The worker on the model of SQS in one process: what our own code costs, with no network and no SDK. */
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { EmbeddedSqs } from 'hopline/embedded-sqs';
import { startRuns, workOff } from './chain-worker.mjs';
import { measured, median } from './figures.mjs';
import { seedChains, tightLoop } from './rivals.mjs';

const size = { runs: 1_000, steps: 10 };
const total = size.runs * size.steps;
const rounds = 5;

export async function benchInProcess(report, Chain) {
  report.section(
    `In process on the model: ${size.runs} runs × ${size.steps} steps, median of ${rounds} rounds after a warm one`,
  );
  const ours = [];
  const bare = [];
  for (let round = 0; round <= rounds; round += 1) {
    const one = await ourRound(Chain);
    const other = await bareRound();
    if (round === 0) continue;
    ours.push(one);
    bare.push(other);
  }
  const rate = (all) => total / median(all.map(({ seconds }) => seconds));
  const cpu = (all) => (median(all.map(({ cpuSeconds }) => cpuSeconds)) / total) * 1e6;
  report.figure('worker, steps per second', rate(ours), ['>=', 20_000], '', 0);
  report.note('hand-written loop on the same model, steps per second', rate(bare).toFixed(0));
  report.note('worker / hand-written loop', (rate(ours) / rate(bare)).toFixed(2));
  report.note(
    'processor time per step: worker, hand-written loop',
    `${cpu(ours).toFixed(0)} µs, ${cpu(bare).toFixed(0)} µs`,
  );
}

async function newQueue() {
  const sqs = new EmbeddedSqs();
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'bench' }));
  return { sqs, queueUrl: QueueUrl };
}

async function ourRound(Chain) {
  const { sqs, queueUrl } = await newQueue();
  await startRuns(sqs, queueUrl, Chain, size);
  const { result, ...figures } = await measured(() => workOff(sqs, queueUrl, Chain, size));
  await result.stop();
  return figures;
}

async function bareRound() {
  const { sqs, queueUrl } = await newQueue();
  await seedChains(sqs, queueUrl, size);
  const { result, ...figures } = await measured(async () => {
    const loop = await tightLoop(sqs, queueUrl, { total, parallel: 10, waitSeconds: 0 });
    await loop.end;
    return loop;
  });
  await result.stop();
  return figures;
}
