/** One long run: a step costs the same at 10 and at 10,000, because nothing is replayed and nothing is kept. */
import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { EmbeddedSqs } from 'hopline/embedded-sqs';
import { startRuns, workOff } from './chain-worker.mjs';
import { median } from './figures.mjs';

const warmSteps = 10_000;
const steps = 10_200;
/** Steps of one window: a single step is shorter than what the system tells two moments apart by. */
const window = 100;

export async function benchGrowth(report, Chain) {
  report.section(`One run of ${steps.toLocaleString('en')} steps, in process`);
  await stampsOf(Chain, warmSteps);
  const stamps = await stampsOf(Chain, steps);
  const early = windows(stamps, 10);
  const late = windows(stamps, 10_000 - 9 * window);
  for (const [measure, name] of [
    ['cpuMicros', 'processor time'],
    ['micros', 'wall time'],
  ]) {
    const [first, last] = [early, late].map((all) => median(all.map((each) => each[measure])));
    if (measure === 'cpuMicros') report.figure('step 10,000 / step 10, processor time', last / first, ['<=', 1.1]);
    else report.note('step 10,000 / step 10, wall time', (last / first).toFixed(2));
    report.note(`${name} per step at 10, at 10,000`, `${first.toFixed(0)} µs, ${last.toFixed(0)} µs`);
  }
}

/** When each step ended. */
async function stampsOf(Chain, count) {
  const sqs = new EmbeddedSqs();
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: 'growth' }));
  await startRuns(sqs, QueueUrl, Chain, { runs: 1, steps: count });
  const stamps = [];
  const onEvent = ({ kind }) => {
    if (kind !== 'activity') return;
    const { user, system } = process.cpuUsage();
    stamps.push({ micros: performance.now() * 1_000, cpuMicros: user + system });
  };
  const { stop } = await workOff(sqs, QueueUrl, Chain, { runs: 1, concurrency: 1, onEvent });
  await stop();
  return stamps;
}

/** Ten windows from `first` on, each as cost of one step. */
function windows(stamps, first) {
  return Array.from({ length: 10 }, (_, index) => {
    const from = stamps[first + index * window];
    const to = stamps[first + (index + 1) * window];
    return { micros: (to.micros - from.micros) / window, cpuMicros: (to.cpuMicros - from.cpuMicros) / window };
  });
}
