import type { RunObserver, RunOutcome } from '../../sdk/run-observer.ts';
import type { EmbeddedSqs } from '../embedded-sqs/index.ts';
import { decodeBody } from '../protocol/body.ts';
import { HoplineError } from '../protocol/errors.ts';
import { copyValue } from '../protocol/values/copy-value.ts';
import type { DeadLetterLedger } from './dead-letter-ledger.ts';
import type { RunLedger } from './run-ledger.ts';
import type { TimerLane } from './timer-lane.ts';
import type { VirtualDriver } from './virtual-driver.ts';

/** What an observer looks at. */
export interface Observed {
  readonly driver: VirtualDriver;
  readonly ledger: RunLedger;
  readonly deadLetters: DeadLetterLedger;
  readonly plainTimers: TimerLane;
  readonly sqs: EmbeddedSqs;
  readonly deadLetterQueueUrl: string;
}

/** Sees the ends of runs on the embedded queue, and moves virtual time until they come. */
export function createTestObserver(observed: Observed): RunObserver {
  return { outcome: (runId, { timeoutMs }) => outcomeOf(observed, runId, timeoutMs) };
}

async function outcomeOf(observed: Observed, runId: string, timeoutMs: number | undefined): Promise<RunOutcome> {
  const { driver, ledger, plainTimers } = observed;
  const timeout = startTimeout(plainTimers, timeoutMs);
  const end = await driver.drive({ isReached: () => timeout.isOver() || ledger.outcome(runId) !== undefined });
  timeout.cancel();
  const outcome = ledger.outcome(runId) ?? outcomeByBroker(observed, runId);
  if (outcome) return copied(runId, outcome);
  if (end === 'closed')
    throw new HoplineError('TEST_IDLE', `The test environment was closed before run '${runId}' ended.`);
  throw end === 'reached' ? timeoutError(runId, timeoutMs!) : idleError(observed, runId);
}

function startTimeout(timers: TimerLane, timeoutMs: number | undefined): { isOver(): boolean; cancel(): void } {
  const cancelled = new AbortController();
  let over = false;
  if (timeoutMs !== undefined)
    timers.sleep(timeoutMs, cancelled.signal).then(
      () => (over = true),
      () => {}, // Cancelled: the run ended first.
    );
  return { isOver: () => over, cancel: () => cancelled.abort() };
}

/** SQS itself may have put the run away; then no worker has said so. */
function outcomeByBroker({ sqs, deadLetters, deadLetterQueueUrl }: Observed, runId: string): RunOutcome | undefined {
  for (const { body } of sqs.peek(deadLetterQueueUrl)) {
    const read = decodeBody(body);
    if (!read.ok || read.envelope.run !== runId) continue;
    return { status: 'paused', workflow: read.envelope.workflow, reason: deadLetters.describe(body).reason };
  }
  return undefined;
}

/** What a caller gets is a copy, as it would be from a store. */
function copied(runId: string, outcome: RunOutcome): RunOutcome {
  if (outcome.status !== 'completed') return outcome;
  return { status: 'completed', value: copyValue(outcome.value, `The result of run '${runId}'`) };
}

function timeoutError(runId: string, timeoutMs: number): HoplineError {
  return new HoplineError(
    'RESULT_TIMEOUT',
    `The result of run '${runId}' did not come within ${timeoutMs} ms of virtual time. Give result() a longer timeout, or none; the run goes on.`,
  );
}

function idleError({ ledger }: Observed, runId: string): HoplineError {
  const last = ledger.last(runId);
  const known = last
    ? `It was last seen at hop ${last.hop} (${last.kind}${last.state === undefined ? '' : ` at '${last.state}'`}, ${new Date(last.at).toISOString()})`
    : 'No worker has seen it';
  return new HoplineError(
    'TEST_IDLE',
    `Run '${runId}' cannot end: no message is left in the queue and no timer is set that could wake it. ${known}. ` +
      `Start it with env.client.start(), or send what it waits for before you await its result.`,
  );
}
