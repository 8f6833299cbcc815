import { Client } from '../../sdk/client.ts';
import { createSystemClock } from '../../runtime/clocks/system-clock.ts';
import { VirtualClock } from '../../runtime/clocks/virtual-clock.ts';
import { EmbeddedSqs } from '../../runtime/embedded-sqs/index.ts';
import { createSlidingLogLimiter } from '../../runtime/limiters/sliding-log-limiter.ts';
import { createAwsSqsQueue } from '../../runtime/queues/aws-sqs-queue.ts';
import { queueStateOf } from '../../runtime/testing/queue-state.ts';
import { RealWork } from '../../runtime/testing/real-work.ts';
import { createTestQueues } from '../../runtime/testing/test-queues.ts';
import { TimerLane } from '../../runtime/testing/timer-lane.ts';
import { VirtualDriver } from '../../runtime/testing/virtual-driver.ts';
import { watchedQueue } from '../../runtime/testing/watched-queue.ts';
import { WorkerFleet } from '../../runtime/testing/worker-fleet.ts';
import { type PlaceSetup, type RunPlace, sharedOptions } from './run-place.ts';
import { moment } from './run-times.ts';

/** The same input takes the same course: ids, jitter and order come from it. */
const seed = 1;

/** The embedded queue on virtual time, which passes only when nothing can go on without it: what tests run on. */
export async function openVirtualPlace(setup: PlaceSetup, startMs = createSystemClock().now()): Promise<RunPlace> {
  const clock = new VirtualClock(startMs);
  const embedded = new EmbeddedSqs({ clock, seed });
  const sqs = setup.bodies.around(embedded);
  const { queueUrl } = await createTestQueues(embedded);
  const shared = await sharedOptions(setup);
  const realWork = new RealWork();
  const watcher = { received: () => realWork.mayBegin(), sending: () => {} };
  const { workflows, logger, onEvent } = setup;
  const fleet = new WorkerFleet(
    {
      count: 1,
      seed,
      crash: 0,
      worker: { sqs, queueUrl, workflows: [...workflows], limits: 'per-process', logger, onEvent, ...shared },
    },
    {
      clock,
      limiter: createSlidingLogLimiter({ now: () => clock.now() }),
      queueFor: (url) => watchedQueue(createAwsSqsQueue(sqs, url, { monotonic: () => clock.now() }), watcher),
      within: (work) => realWork.within(work),
    },
  );
  realWork.watch(() => fleet.messagesInHand > 0);
  const driver = new VirtualDriver({
    clock,
    plainTimers: new TimerLane(clock),
    realWork,
    workerTimers: () => fleet.timerLanes(),
    queueState: () => queueStateOf(embedded, queueUrl, fleet),
  });
  return {
    description: `an embedded SQS queue, in virtual time from ${moment(startMs)}`,
    client: new Client({ sqs, queueUrl, ...shared }),
    async until(isReached) {
      const end = await driver.drive({ isReached });
      return end === 'closed' ? 'idle' : end;
    },
    async close() {
      await driver.close();
      let isStopped = false;
      void fleet.close().finally(() => (isStopped = true));
      await driver.drive({ isReached: () => isStopped });
      realWork.close();
    },
  };
}
