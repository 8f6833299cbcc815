import type { EmbeddedSqs } from '../embedded-sqs/index.ts';
import type { QueueState } from './virtual-driver.ts';
import type { WorkerFleet } from './worker-fleet.ts';

/**
 * What the queue holds, as far as time goes. A hidden message counts as active: a worker that the fleet does not know of, a
 * dead one, may have it, and its visibility ends at a time that only a poll finds out.
 *
 * @throws what a worker of the fleet failed with
 */
export function queueStateOf(
  sqs: EmbeddedSqs,
  queueUrl: string,
  fleet: Pick<WorkerFleet, 'messagesInHand' | 'throwIfFailed'>,
): QueueState {
  fleet.throwIfFailed();
  const { visible, inFlight } = sqs.depth(queueUrl);
  if (fleet.messagesInHand > 0 || visible > 0 || inFlight > 0) return { kind: 'active' };
  const dueAtMs = sqs.nextDueAt(queueUrl);
  return dueAtMs === undefined ? { kind: 'empty' } : { kind: 'asleep', dueAtMs };
}
