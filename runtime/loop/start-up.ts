/**
 * What is checked before a worker takes its first message: what could only fail later, in the middle of somebody's run.
 */
import { durationToMs } from '../protocol/duration.ts';
import { HoplineError } from '../protocol/errors.ts';
import type { Machine } from '../protocol/machine.ts';
import { sqsLimits } from '../protocol/sqs-limits.ts';
import type { QueueAttributes, QueuePort } from '../ports/queue.ts';
import { requireKeepable } from '../engine/limit-window.ts';
import type { WorkerSettings } from './check-worker-options.ts';
import { classifySqsError } from '../queues/classify-sqs-error.ts';
import { refusalOf } from './refusal.ts';
import type { WorkerContext } from './worker-context.ts';
import type { WorkflowTable } from './workflow-registry.ts';

/** Below it a crash or two and a bounce use up the count before a renewal can save the message (PROTOCOL.md 8.1). */
const maxReceiveCountMin = 5;
const retryMsMax = 30_000;

/** Attributes of a queue, asked for until they come; a queue that does not exist or may not be read is a wrong configuration. */
export async function readAttributes(
  worker: WorkerContext,
  queue: QueuePort,
  signal: AbortSignal,
): Promise<QueueAttributes | undefined> {
  for (let tries = 0; ; tries++) {
    try {
      return await queue.attributes();
    } catch (error) {
      if (signal.aborted) return undefined;
      refuseWrongQueue(queue.url, error);
      const { code, message, mend } = refusalOf({ ok: false, error });
      const facts = { queue: queue.url, code, error: message, mend };
      worker.faults.report('error', `attributes ${code}`, facts, 'The queue did not answer; trying again');
      const waitMs = Math.min(retryMsMax, 500 * 2 ** Math.min(tries, 10));
      await worker.clock.sleep(waitMs, signal).catch(() => undefined); // Aborted: looked at above.
      if (signal.aborted) return undefined;
    }
  }
}

/** Expired credentials are replaced by their provider and are waited for; a wrong URL or policy is not mended by waiting. */
function refuseWrongQueue(url: string, error: unknown): void {
  const { kind, code, mend } = classifySqsError(error);
  const isDenied = kind === 'auth' && code.includes('AccessDenied');
  if (kind !== 'missing-queue' && !isDenied) return;
  const message = error instanceof Error ? error.message : String(error);
  throw new HoplineError('CONFIGURATION', `Queue ${url} cannot be used: ${message} (${code}). ${mend}`, {
    cause: error,
  });
}

/** @throws HoplineError `NO_DEAD_LETTER_QUEUE`, `CONFIGURATION` */
export function checkQueue(
  queue: QueuePort,
  attributes: QueueAttributes,
  workflows: WorkflowTable,
  { allowNoDeadLetterQueue }: WorkerSettings,
): void {
  const { maxReceiveCount } = attributes;
  if (attributes.deadLetterQueueArn === undefined && !allowNoDeadLetterQueue)
    throw new HoplineError(
      'NO_DEAD_LETTER_QUEUE',
      `Queue ${queue.url} has no redrive policy, so a paused run would have nowhere to wait. Give it a dead-letter queue (14 days of retention, maxReceiveCount 20), or say allowNoDeadLetterQueue: true.`,
    );
  if (maxReceiveCount !== undefined && maxReceiveCount < maxReceiveCountMin)
    throw new HoplineError(
      'CONFIGURATION',
      `Queue ${queue.url} has maxReceiveCount ${maxReceiveCount}; it must be at least ${maxReceiveCountMin}, or SQS dead-letters healthy runs. Set it to 20.`,
    );
  if (attributes.visibilitySeconds === 0)
    throw new HoplineError(
      'CONFIGURATION',
      `Queue ${queue.url} has VisibilityTimeout 0; a message would be given to others while it is worked on. Set it to at least 30.`,
    );
  if (queue.isFifo) refuseSleepers(queue.url, workflows);
}

/** A FIFO queue takes no delay with a message, so a sleep there would have to hold it in flight. */
function refuseSleepers(url: string, workflows: WorkflowTable): void {
  for (const { name, machines } of Object.values(workflows))
    for (const machine of Object.values(machines)) {
      const state = sleepOf(machine);
      if (state === undefined) continue;
      throw new HoplineError(
        'CONFIGURATION',
        `Workflow ${name} calls sleep ('${state}' in ${machine.name}), and queue ${url} is a FIFO queue, which takes no delay by message. Give it a standard queue.`,
      );
    }
}

function sleepOf({ states }: Machine): string | undefined {
  return Object.keys(states).find((state) => ['sleep', 'sleepUntil'].includes(states[state]!.operation));
}

/** Limits that activities declare; those that code asks for at run time are refused there. @throws HoplineError `LIMIT_NEEDS_STORE` */
export function checkDeclaredLimits(workflows: WorkflowTable, perProcessLimits: boolean): void {
  for (const workflow of Object.values(workflows))
    for (const { limit } of workflow.knownPolicies())
      if (limit) requireKeepable({ name: limit.name, perMs: durationToMs(limit.rule.per, 'per') }, perProcessLimits);
}

/** The queue of an ARN, in the account and at the endpoint of another: a dead-letter queue stands beside its source. */
export function siblingUrl(url: string, arn: string): string {
  const name = arn.slice(arn.lastIndexOf(':') + 1);
  return `${url.slice(0, url.lastIndexOf('/'))}/${name}`;
}

/** Warns where dead letters expire no later than the runs would have (C14): on standard queues age counts from the first send. */
export async function warnOfRetention(worker: WorkerContext, source: QueueAttributes, dead: QueuePort): Promise<void> {
  try {
    const { retentionSeconds } = await dead.attributes();
    if (retentionSeconds > source.retentionSeconds) return;
    worker.logger.warn(
      {
        queue: dead.url,
        MessageRetentionPeriod: retentionSeconds,
        sourceMessageRetentionPeriod: source.retentionSeconds,
      },
      `MessageRetentionPeriod of the dead-letter queue is not longer than that of its source: a message that waited long in the one has little time left in the other. ${retentionMend(retentionSeconds)}`,
    );
  } catch (error) {
    worker.logger.debug({ queue: dead.url, error: String(error) }, 'The dead-letter queue could not be looked at');
  }
}

function retentionMend(retentionSeconds: number): string {
  const longest = `${sqsLimits.retentionSecondsMax} (14 days)`;
  return retentionSeconds < sqsLimits.retentionSecondsMax
    ? `Set it to ${longest}.`
    : `It is ${longest} already, the longest that SQS has: raise an alarm as soon as the dead-letter queue holds a message.`;
}
