/** Our side: runs of the chain on a queue, by a worker. */
import { Client } from 'hopline';
import { Worker } from 'hopline/worker';

const silent = { debug() {}, info() {}, warn() {}, error: (facts, text) => console.error(text, facts) };

export async function startRuns(sqs, queueUrl, Chain, { runs, steps }) {
  const client = new Client({ sqs, queueUrl });
  for (let index = 0; index < runs; index += 50) {
    const ids = Array.from({ length: Math.min(50, runs - index) }, (_, k) => `run-${index + k}`);
    await Promise.all(ids.map((id) => client.start(Chain, 'run', { args: [steps], id })));
  }
}

/** Works until `runs` runs have ended; what `onEvent` sees is seen in passing. */
export async function workOff(sqs, queueUrl, Chain, { runs, concurrency, onEvent = () => {} }) {
  let ended = 0;
  let finish;
  let fail;
  const end = new Promise((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  const worker = new Worker({
    sqs,
    queueUrl,
    workflows: [new Chain()],
    allowNoDeadLetterQueue: true,
    logger: silent,
    ...(concurrency && { concurrency }),
    onEvent(event) {
      onEvent(event);
      if (event.kind === 'result' && ++ended === runs) finish();
      if (event.kind === 'dead-letter' || event.kind === 'retry') fail(new Error(JSON.stringify(event)));
    },
  });
  const running = worker.run();
  await Promise.race([end, running]);
  return { stop: () => worker.stop({ graceMs: 200 }) };
}
