import type { Account } from '../account.ts';
import { defineAction } from '../action.ts';
import { invalidParameter, invalidValue, modelled, type SqsError } from '../errors.ts';
import { readInteger, readStructure, readText, required } from '../input-reader.ts';
import { MoveTask } from '../move-task.ts';
import type { Queue } from '../queue.ts';

const rateMax = 500;
const listedMax = 10;

export const startMessageMoveTask = defineAction(
  readStructure({ SourceArn: readText, DestinationArn: readText, MaxNumberOfMessagesPerSecond: readInteger }),
  (input, { account }) => {
    const source = requireByArn(account, required(input.SourceArn, 'SourceArn'), 'SourceArn');
    const { DestinationArn: destinationArn } = input;
    const messagesPerSecond = checkRange(input.MaxNumberOfMessagesPerSecond, rateMax, 'MaxNumberOfMessagesPerSecond');
    if (!isDeadLetterQueue(account, source)) {
      throw invalidParameter('Source queue must be configured as a Dead Letter Queue.');
    }
    if (destinationArn !== undefined) requireByArn(account, destinationArn, 'DestinationArn');
    if (account.moveTasks.some((task) => task.source === source && task.status === 'RUNNING')) {
      throw invalidParameter(
        'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
      );
    }
    const task = new MoveTask(account, source, { destinationArn, messagesPerSecond });
    account.moveTasks.push(task);
    return { TaskHandle: task.handle };
  },
);

export const cancelMessageMoveTask = defineAction(readStructure({ TaskHandle: readText }), (input, { account }) => {
  const { taskId, sourceArn } = readHandle(required(input.TaskHandle, 'TaskHandle'));
  requireByArn(account, sourceArn, 'SourceArn');
  const task = account.moveTasks.find((candidate) => candidate.id === taskId);
  if (task === undefined) throw modelled('ResourceNotFoundException', 'Task does not exist.');
  if (task.status !== 'RUNNING') {
    throw modelled('UnsupportedOperation', `The task is ${task.status}. Only a running task can be cancelled.`);
  }
  task.status = 'CANCELLED';
  return { ApproximateNumberOfMessagesMoved: task.movedCount };
});

/** The newest first. */
export const listMessageMoveTasks = defineAction(
  readStructure({ SourceArn: readText, MaxResults: readInteger }),
  (input, { account }) => {
    const source = requireByArn(account, required(input.SourceArn, 'SourceArn'), 'SourceArn');
    const count = checkRange(input.MaxResults, listedMax, 'MaxResults') ?? 1;
    const tasks = account.moveTasks.filter((task) => task.source === source).reverse();
    return { Results: tasks.slice(0, count).map(describe) };
  },
);

/** Only a running task shows its handle (recorded). */
function describe(task: MoveTask): object {
  return {
    ...(task.status === 'RUNNING' && { TaskHandle: task.handle }),
    Status: task.status,
    SourceArn: task.source.arn,
    ...(task.destinationArn !== undefined && { DestinationArn: task.destinationArn }),
    ...(task.messagesPerSecond !== undefined && { MaxNumberOfMessagesPerSecond: task.messagesPerSecond }),
    ApproximateNumberOfMessagesMoved: task.movedCount,
    ApproximateNumberOfMessagesToMove: task.toMoveCount,
    ...(task.failureReason !== undefined && { FailureReason: task.failureReason }),
    StartedTimestamp: task.startedAtMs,
  };
}

function isDeadLetterQueue(account: Account, queue: Queue): boolean {
  return account.queues.some((source) => source.settings.redrivePolicy?.deadLetterTargetArn === queue.arn);
}

function requireByArn(account: Account, arn: string, parameter: string): Queue {
  if (!/^arn:[^:]+:sqs:[^:]+:[^:]+:[^:]+$/.test(arn)) {
    throw invalidParameter(
      `You must use this format to specify the ${parameter}: arn:<partition>:<service>:<region>:<account-id>:<resource-id>`,
    );
  }
  const queue = account.findByArn(arn);
  if (queue !== undefined) return queue;
  throw modelled(
    'ResourceNotFoundException',
    `The resource that you specified for the ${parameter} parameter doesn't exist.`,
  );
}

function checkRange(value: number | undefined, max: number, parameter: string): number | undefined {
  if (value === undefined || (value >= 1 && value <= max)) return value;
  throw invalidValue(value, parameter, `Must be between 1 and ${max}, if provided.`);
}

function readHandle(handle: string): { taskId: string; sourceArn: string } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(handle, 'base64').toString());
    if (typeof parsed === 'object' && parsed !== null && 'taskId' in parsed && 'sourceArn' in parsed) {
      return { taskId: String(parsed.taskId), sourceArn: String(parsed.sourceArn) };
    }
  } catch {
    // Not JSON: refused below like JSON of another form.
  }
  throw invalidTaskHandle();
}

function invalidTaskHandle(): SqsError {
  return invalidParameter('Value for parameter TaskHandle is invalid.');
}
